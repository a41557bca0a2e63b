// @ts-check
// Keys. One key, or two after each other ("g r"); never while somebody types; can be turned off in the help.
import { el } from './dom.js';

/** @type {{keys: string, what: string, act: () => void}[]} */
const all = [];
let before = '';
let timer = 0;

/** @param {string} keys @param {string} what @param {() => void} act @param {AbortSignal} [signal] */
export function shortcut(keys, what, act, signal) {
  const one = { keys, what, act };
  all.push(one);
  signal?.addEventListener('abort', () => all.splice(all.indexOf(one), 1));
}

const off = () => localStorage.getItem('gameplan.keys') === 'off';

addEventListener('keydown', (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.isComposing) return;
  if (target.closest?.('input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true], dialog[open]')) return;
  if (off() && event.key !== '?') return;
  const keys = before ? `${before} ${event.key}` : event.key;
  before = '';
  clearTimeout(timer);
  const found = all.findLast((each) => each.keys === keys);
  if (found) {
    event.preventDefault();
    found.act();
  } else if (all.some((each) => each.keys.startsWith(`${keys} `))) {
    before = keys;
    timer = window.setTimeout(() => (before = ''), 1200);
  }
});

/** Shows every key that works here. */
export async function showKeys() {
  const { openDialog } = await import('./elements/dialog.js');
  const turn = el('input', { type: 'checkbox', onchange: () => localStorage.setItem('gameplan.keys', turn.checked ? 'on' : 'off') });
  turn.checked = !off();
  openDialog({
    title: 'Keys',
    body: [
      el('table', null, el('thead', null, el('tr', null, el('th', { scope: 'col' }, 'Key'), el('th', { scope: 'col' }, 'What it does'))), el('tbody', null, all.map(({ keys, what }) => el('tr', null, el('td', null, keys.split(' ').map((key) => [el('kbd', null, key), ' '])), el('td', null, what))))),
      el('label', { class: 'check' }, turn, 'Use these keys'),
    ],
  });
}
