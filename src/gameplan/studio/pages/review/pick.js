// @ts-check
// A small list beside a field: the results of earlier steps, and the plan's inputs, to refer to.
import { el, fill, style, unique } from '../dom.js';

await style('review/dialogs.css');

/**
 * @param {HTMLElement} beside
 * @param {import('./form.js').Offered[]} offered
 * @param {(reference: string) => void} take
 */
export function pickReference(beside, offered, take) {
  let at = 0;
  /** @type {import('./form.js').Offered[]} */
  let found = [];
  const id = unique('pick');
  const choose = (/** @type {string} */ reference) => {
    pop.hidePopover();
    take(reference);
  };
  const list = el('div', { role: 'listbox', id, 'aria-label': 'What can be referred to' });
  const draw = () => {
    const wanted = box.value.toLowerCase();
    found = offered.filter(({ reference, note }) => `${reference} ${note}`.toLowerCase().includes(wanted)).slice(0, 200);
    at = Math.max(0, Math.min(at, found.length - 1));
    fill(list, found.map(({ reference, note }, place) =>
      el('div', { role: 'option', id: `${id}-${place}`, 'aria-selected': String(place === at), class: 'offer', onclick: () => choose(reference) },
        el('code', null, reference), el('span', { class: 'hint' }, note)),
    ));
    if (!found.length) fill(list, el('p', { class: 'hint', role: 'option', 'aria-selected': 'false', 'aria-disabled': 'true' }, offered.length ? 'Nothing of that name.' : 'No step comes before this one.'));
    box.setAttribute('aria-activedescendant', found.length ? `${id}-${at}` : '');
    list.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  };
  const box = el('input', {
    type: 'text', class: 'input', role: 'combobox', 'aria-expanded': 'true', 'aria-controls': id, 'aria-label': 'Search what can be referred to', placeholder: 'Search', autocomplete: 'off',
    oninput: () => { at = 0; draw(); },
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      if (event.key === 'ArrowDown') at++;
      else if (event.key === 'ArrowUp') at--;
      else if (event.key === 'Enter' && found[at]) choose(found[at].reference);
      else return;
      event.preventDefault();
      draw();
    },
  });
  const pop = el('div', { class: 'picker', popover: 'auto', role: 'dialog', 'aria-label': 'A result of an earlier step', ontoggle: (/** @type {ToggleEvent} */ event) => event.newState === 'closed' && gone() }, box, list);
  const place = () => {
    const { right, bottom, top } = beside.getBoundingClientRect();
    pop.style.left = `${Math.max(8, right - pop.offsetWidth)}px`;
    pop.style.top = `${bottom + pop.offsetHeight + 8 > innerHeight ? Math.max(8, top - pop.offsetHeight - 4) : bottom + 4}px`;
  };
  const gone = () => {
    removeEventListener('resize', place);
    pop.remove();
  };
  document.body.append(pop);
  pop.showPopover();
  draw();
  place();
  addEventListener('resize', place); // a phone that is turned round
  box.focus();
}
