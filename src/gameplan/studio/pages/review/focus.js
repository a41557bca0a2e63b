// @ts-check

/** Remembers who has the focus, and where in it; call what comes back when everything is drawn anew. @param {HTMLElement} root */
export function keepFocus(root) {
  const now = document.activeElement;
  if (!(now instanceof HTMLElement) || !root.contains(now) || now.dataset.key === undefined) return () => {};
  const { key } = now.dataset;
  const [from, to] = now instanceof HTMLTextAreaElement || (now instanceof HTMLInputElement && now.type === 'text') ? [now.selectionStart, now.selectionEnd] : [null, null];
  return () => {
    const next = /** @type {HTMLElement[]} */ ([...root.querySelectorAll('[data-key]')]).find((each) => each.dataset.key === key);
    next?.focus({ preventScroll: true });
    if (from !== null && (next instanceof HTMLTextAreaElement || next instanceof HTMLInputElement)) next.setSelectionRange(from, to);
  };
}
