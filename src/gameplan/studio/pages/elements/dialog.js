// @ts-check
// Dialogs, confirmations and toasts.
import { el, unique } from '../dom.js';
import { icon } from '../icons.js';

/**
 * Opens a dialog. Escape, the cross and a click beside it close it; focus goes back to where it was.
 * @param {object} options
 * @param {string} options.title
 * @param {import('../dom.js').Child} options.body
 * @param {import('../dom.js').Child} [options.foot]  buttons
 * @param {'' | 'wide' | 'drawer'} [options.kind]
 * @param {() => void} [options.closed]
 * @param {AbortSignal} [options.signal]
 * @returns {HTMLDialogElement}
 */
export function openDialog({ title, body, foot, kind = '', closed, signal }) {
  const name = unique('dialog');
  const before = document.activeElement;
  const dialog = el(
    'dialog',
    { class: kind, 'aria-labelledby': name },
    el('div', { class: 'dialog-head' }, el('h2', { id: name }, title), el('button', { class: 'button ghost icon', type: 'button', 'aria-label': 'Close', onclick: () => dialog.close() }, icon('close'))),
    el('div', { class: 'dialog-body' }, body),
    foot && el('div', { class: 'dialog-foot' }, foot),
  );
  dialog.addEventListener('click', (event) => event.target === dialog && beside(dialog, event) && dialog.close());
  dialog.addEventListener('close', () => {
    dialog.remove();
    if (before instanceof HTMLElement && before.isConnected) before.focus();
    closed?.();
  });
  signal?.addEventListener('abort', () => dialog.close());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** @param {HTMLDialogElement} dialog @param {MouseEvent} event */
function beside(dialog, event) {
  const box = dialog.getBoundingClientRect();
  return event.clientX < box.left || event.clientX > box.right || event.clientY < box.top || event.clientY > box.bottom;
}

/**
 * Asks before something that is hard to take back.
 * @param {{title: string, text: string, yes: string, danger?: boolean}} options
 * @returns {Promise<boolean>}
 */
export function confirm({ title, text, yes, danger = false }) {
  return new Promise((decide) => {
    let answer = false;
    const done = (/** @type {boolean} */ value) => ((answer = value), dialog.close());
    const dialog = openDialog({
      title,
      body: el('p', { class: 'keep muted' }, text),
      foot: [
        el('button', { class: 'button', type: 'button', onclick: () => done(false) }, 'Cancel'),
        el('button', { class: `button ${danger ? 'danger' : 'primary'}`, type: 'button', autofocus: true, onclick: () => done(true) }, yes),
      ],
      closed: () => decide(answer),
    });
  });
}

/** @type {HTMLElement | null} */
let toasts = null;

/**
 * Says something in passing; read out by screen readers.
 * @param {string} text @param {'ok' | 'bad' | ''} [kind]
 */
export function toast(text, kind = '') {
  toasts ??= document.body.appendChild(el('div', { class: 'toasts', role: 'status', 'aria-live': 'polite' }));
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
