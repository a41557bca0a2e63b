// @ts-check
// Dialogs and confirmations.
import { el, unique } from '../dom.js';
import { icon } from '../icons.js';

export { busy, toast } from './toast.js';

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
  // A second click that came before the first dialog was there opens no second one.
  for (const other of document.querySelectorAll('dialog')) if (other.querySelector('h2')?.textContent === title) other.close();
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
    const key = before instanceof HTMLElement && !before.isConnected ? before.dataset.key : undefined; // it was drawn anew meanwhile
    const opener = key ? document.querySelector(`[data-key="${CSS.escape(key)}"]`) : before;
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
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
        el('button', { class: 'button', type: 'button', onclick: () => done(false) }, 'Not now'),
        el('button', { class: `button ${danger ? 'danger' : 'primary'}`, type: 'button', autofocus: true, onclick: () => done(true) }, yes),
      ],
      closed: () => decide(answer),
    });
  });
}
