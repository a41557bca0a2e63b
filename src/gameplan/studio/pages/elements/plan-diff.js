// @ts-check
// What changed from one plan to another, line by line, in the colours of a difference.
import { el } from '../dom.js';
import './viewer.js';

/** @param {string[]} lines  as the API gives them @param {string} label */
export const planDiff = (lines, label) =>
  el('div', { class: 'pane', tabindex: 0, role: 'group', 'aria-label': label }, el('div', { class: 'lines diff' }, lines.flatMap(drawn)));

/** A line; one that says "from -> to" is two. @param {string} text */
function drawn(text) {
  const changed = /^\s+(.+?: )(.+) -> (.+)$/.exec(text);
  if (changed) return [el('span', { class: 'cut-line' }, `-   ${changed[1]}${changed[2]}`), el('span', { class: 'add' }, `+   ${changed[1]}${changed[3]}`)];
  const more = /^\s+(\w+: )([+-])/.exec(text);
  if (more) return [el('span', { class: more[2] === '+' ? 'add' : 'cut-line' }, `${more[2]}   ${text.trim()}`)];
  const kind = text.startsWith('+') ? 'add' : text.startsWith('-') ? 'cut-line' : text.startsWith('~') ? 'hunk' : '';
  return [el('span', { class: kind }, kind ? text : `  ${text}`)];
}
