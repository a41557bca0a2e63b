// @ts-check
// Tabs that can be walked with the arrow keys; a panel is drawn when it is first shown.
import { el, unique } from '../dom.js';

/**
 * @param {{name: string, title: string, draw: () => import('../dom.js').Child}[]} each
 * @param {{label: string, chosen?: string, onchange?: (name: string) => void}} options
 */
export function tabs(each, { label, chosen, onchange }) {
  const key = unique('tabs');
  /** @type {Set<string>} */
  const drawn = new Set();
  const panels = each.map(({ name }) => el('div', { role: 'tabpanel', id: `${key}-${name}-panel`, 'aria-labelledby': `${key}-${name}`, tabindex: 0, class: 'stack' }));
  const buttons = each.map(({ name, title }) => el('button', { role: 'tab', type: 'button', id: `${key}-${name}`, 'aria-controls': `${key}-${name}-panel`, onclick: () => choose(name) }, title));

  /** @param {string} name */
  function show(name) {
    each.forEach((one, place) => {
      const on = one.name === name;
      buttons[place].setAttribute('aria-selected', String(on));
      buttons[place].tabIndex = on ? 0 : -1;
      panels[place].hidden = !on;
      if (on && !drawn.has(name)) {
        drawn.add(name);
        const content = one.draw();
        panels[place].append(...(Array.isArray(content) ? /** @type {Node[]} */ (content.flat()) : [/** @type {Node} */ (content)]));
      }
    });
  }
  /** @param {string} name */
  function choose(name) {
    show(name);
    onchange?.(name);
  }
  const list = el('div', { class: 'tabs', role: 'tablist', 'aria-label': label }, buttons);
  list.addEventListener('keydown', (event) => {
    const now = buttons.indexOf(/** @type {any} */ (document.activeElement));
    const to = { ArrowRight: now + 1, ArrowLeft: now - 1, Home: 0, End: each.length - 1 }[event.key];
    if (to === undefined || now < 0) return;
    event.preventDefault();
    const place = (to + each.length) % each.length;
    buttons[place].focus();
    choose(each[place].name);
  });
  show(each.some(({ name }) => name === chosen) ? /** @type {string} */ (chosen) : each[0].name);
  return el('div', { class: 'stack' }, list, panels);
}
