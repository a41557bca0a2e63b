// @ts-check
// How things stand, in words and signs: badges, progress, remarks.
import { el } from '../dom.js';
import { icon, statusIcon } from '../icons.js';

/** @type {Record<string, string>} */
const words = { waiting: 'waits for you', completed: 'done' };

/**
 * A status with its sign. `words` replaces the text.
 * @param {string} status @param {{text?: string, bare?: boolean}} [options]
 */
export function badge(status, { text, bare = false } = {}) {
  return el('span', { class: `badge ${status}${bare ? ' bare' : ''}` }, statusIcon(status), text ?? words[status] ?? status);
}

/**
 * A bar that says how much is done.
 * @param {number} done @param {number} total @param {{status?: string, label?: string}} [options]
 */
export function progress(done, total, { status = '', label = 'steps done' } = {}) {
  const share = total ? Math.round((100 * done) / total) : 0;
  return el(
    'span',
    { class: `progress ${status}`, role: 'progressbar', 'aria-valuemin': 0, 'aria-valuemax': total || 1, 'aria-valuenow': done, 'aria-label': `${done} of ${total} ${label}` },
    el('span', { style: { '--share': share } }),
  );
}

/**
 * Why there is nothing here, and the one thing to do about it.
 * @param {{icon?: string, title: string, text?: string, actions?: import('../dom.js').Child}} options
 */
export function emptyState({ icon: name = 'plans', title, text, actions }) {
  return el('div', { class: 'empty' }, icon(name, 28), el('p', { class: 'empty-title' }, title), text && el('p', null, text), actions && el('div', { class: 'actions' }, actions));
}

/**
 * A remark in a box. @param {'wait' | 'bad' | 'ok' | ''} kind @param {...import('../dom.js').Child} children
 */
export function note(kind, ...children) {
  const sign = { wait: 'warning', bad: 'warning', ok: 'check', '': 'info' }[kind];
  return el('div', { class: `note ${kind}` }, icon(sign), el('div', { class: 'grow' }, children));
}
