// @ts-check
// Keys. One key, or two after each other ("g r"); never while somebody types; can be turned off in the help (elements/keys.js).

/** Every key that works here; those without an act are somebody else's, and only told of. @type {{keys: string, what: string, act: (() => void) | null}[]} */
export const all = [];
let before = '';
let timer = 0;

/** @param {string} keys @param {string} what @param {(() => void) | null} act @param {AbortSignal} [signal] */
export function shortcut(keys, what, act, signal) {
  const one = { keys, what, act };
  all.push(one);
  signal?.addEventListener('abort', () => all.splice(all.indexOf(one), 1));
}

/** Somebody has turned them off. */
export const off = () => localStorage.getItem('gameplan.keys') === 'off';

addEventListener('keydown', (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.isComposing) return;
  if (target.closest?.('input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true], dialog[open]')) return;
  if (off() && event.key !== '?') return;
  const keys = before ? `${before} ${event.key}` : event.key;
  before = '';
  clearTimeout(timer);
  const found = all.findLast((each) => each.act && each.keys === keys);
  if (found?.act) {
    event.preventDefault();
    found.act();
  } else if (all.some((each) => each.keys.startsWith(`${keys} `))) {
    before = keys;
    timer = window.setTimeout(() => (before = ''), 1200);
  }
});
