// @ts-check
// What is said in passing: that something was done, or went wrong.
import { el } from '../dom.js';
import { icon } from '../icons.js';

/**
 * Says something in passing; read out by screen readers.
 * @param {string} text @param {'ok' | 'bad' | ''} [kind]
 */
export function toast(text, kind = '') {
  const place = [...document.querySelectorAll('dialog[open]')].pop() ?? document.body; // behind a dialog nothing is reached
  const toasts = place.querySelector(':scope > .toasts') ?? place.appendChild(el('div', { class: 'toasts', role: 'status' }));
  const close = () => it.remove();
  const it = el('div', { class: `toast ${kind}` }, icon(kind === 'bad' ? 'warning' : kind === 'ok' ? 'check' : 'info'), el('span', { class: 'grow' }, text), el('button', { class: 'button ghost icon small', type: 'button', 'aria-label': 'Dismiss', onclick: close }, icon('close', 14)));
  toasts.append(it);
  setTimeout(close, kind === 'bad' ? 12_000 : 6_000);
}

/**
 * Runs what a button does: the button is busy meanwhile, and what goes wrong is said.
 * @template T
 * @param {HTMLButtonElement | null} button @param {() => Promise<T>} act
 * @returns {Promise<T | undefined>}
 */
export async function busy(button, act) {
  if (button?.getAttribute('aria-busy') === 'true') return undefined;
  button?.setAttribute('aria-busy', 'true');
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) toast(error instanceof Error ? error.message : String(error), 'bad');
    return undefined;
  } finally {
    button?.removeAttribute('aria-busy');
  }
}
