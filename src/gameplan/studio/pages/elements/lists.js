// @ts-check
// Runs and plans as rows of a list, and the search above them.
import { link, segment } from '../api.js';
import { debounced, el, fill, keyed } from '../dom.js';
import { icon } from '../icons.js';
import { badge, progress } from './status.js';
import { time } from './time.js';

/** A plural. @param {number} count @param {string} thing */
export const counted = (count, thing) => `${count.toLocaleString('en')} ${thing}${count === 1 ? '' : 's'}`;

/** The name of a template as a title: "Csv folder to json" would not do. @param {string} name */
export const titled = (name) =>
  name
    .replace(/-/g, ' ')
    .replace(/\b(csv|json|yaml|html|pdf|url|api|id|zip)\b/gi, (word) => word.toUpperCase())
    .replace(/\btodos\b/gi, 'TODOs')
    .replace(/^./, (letter) => letter.toUpperCase());

/** Dollars, with as many places as it takes to see something. @param {number | null | undefined} cost */
export const money = (cost) => (cost ? `$${cost < 0.01 ? cost.toFixed(4) : cost.toFixed(2)}` : '');

/** @param {import('../types').RunCard} run */
export function runRow(run) {
  const over = run.ended && run.ended !== 'waiting';
  const done = over ? run.completed : run.done; // of one that is over, what came to a good end
  return el(
    'a',
    { class: 'entry', href: link(`/runs/${segment(run.id)}`) },
    el('span', { class: 'cut entry-title' }, run.title || 'Untitled run'),
    badge(run.status),
    el('span', { class: 'row small muted entry-more' }, progress(done, run.total, { status: run.status }), el('span', { class: 'num' }, `${done} of ${run.total}`), run.cost ? el('span', { class: 'num' }, money(run.cost)) : null),
    el('span', { class: 'small faint num entry-when' }, time(run.updatedAt)),
  );
}

/** @param {import('../types').PlanCard} plan */
export function planRow(plan) {
  const state = plan.drafting ? badge('running', { text: 'being drafted' }) : plan.problems ? badge('problem', { text: counted(plan.problems, 'problem') }) : badge('ready', { text: 'ready to run' });
  return el(
    'a',
    { class: 'entry', href: link(`/plans/${segment(plan.id)}`) },
    el('span', { class: 'cut entry-title' }, plan.title || 'Untitled plan'),
    state,
    el('span', { class: 'small muted entry-more' }, `${counted(plan.steps, 'step')} · version ${plan.version}${plan.runs ? ` · ${counted(plan.runs, 'run')}` : ''}`),
    el('span', { class: 'small faint num entry-when' }, time(plan.updatedAt)),
  );
}

/**
 * Brings a list up to date, row by row; a row that says the same stays the same element.
 * @template {{id: string}} T
 * @param {HTMLElement} list @param {T[]} values @param {(value: T) => HTMLElement} draw
 */
export function rows(list, values, draw) {
  keyed(list, values, (value) => value.id, (value, before) => {
    const said = JSON.stringify(value);
    if (before && /** @type {any} */ (before).gpSaid === said) return before;
    const focused = before?.contains(document.activeElement);
    const row = /** @type {HTMLElement} */ (before) ?? el('li');
    fill(row, draw(value));
    /** @type {any} */ (row).gpSaid = said;
    if (focused) /** @type {HTMLElement | null} */ (row.querySelector('a'))?.focus();
    return row;
  });
}

/**
 * A search box.
 * @param {{label: string, value?: string, search: (text: string) => void}} options
 */
export function searchBox({ label, value = '', search }) {
  const later = debounced(search, 200);
  const input = el('input', { class: 'input', type: 'search', value, placeholder: label, 'aria-label': label, autocomplete: 'off', oninput: () => later(input.value.trim()) });
  return el('div', { class: 'search', role: 'search' }, icon('search'), input);
}

/**
 * A few choices of which one holds, as buttons.
 * @param {{label: string, each: [value: string, text: string][], chosen: string, choose: (value: string) => void}} options
 */
export function choices({ label, each, chosen, choose }) {
  const buttons = each.map(([value, text]) =>
    el('button', { class: 'button small', type: 'button', 'aria-pressed': String(value === chosen), 'data-value': value, onclick: () => pick(value) }, text),
  );
  /** @param {string} value */
  function pick(value) {
    for (const button of buttons) button.setAttribute('aria-pressed', String(button.dataset.value === value));
    choose(value);
  }
  return el('div', { class: 'choices', role: 'group', 'aria-label': label }, buttons);
}
