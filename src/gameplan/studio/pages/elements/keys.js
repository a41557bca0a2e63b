// @ts-check
// The help for keys; loaded when somebody asks for it.
import { el } from '../dom.js';
import { all, off } from '../shortcuts.js';
import { openDialog } from './dialog.js';

/** Shows every key that works here. */
export function showKeys() {
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
