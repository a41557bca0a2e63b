// @ts-check
// One step of a run: how it stands, what it asks, what it gave, what it said.
import { get, segment } from '../api.js';
import { el, fill, keyed, part } from '../dom.js';
import { badge, note } from '../elements/status.js';
import { tabs } from '../elements/tabs.js';
import { duration } from '../elements/time.js';
import { copyButton, effectChip, viewer } from '../elements/viewer.js';
import { icon } from '../icons.js';
import { askedCard, otherArguments } from './asked.js';
import { beside, filesView } from './files.js';

/** @typedef {import('./store.js').RunStore} RunStore */

export class RunStep extends HTMLElement {
  constructor() {
    super();
    this.name = '';
    this.drawn = '';
    this.drawnHead = '';
    this.asks = el('div', { class: 'stack' });
    this.head = el('header', { class: 'stack tight' });
    this.body = el('div', { class: 'stack loose' });
    /** @type {HTMLElement | null} */
    this.log = null;
    this.asked = 0;
  }

  connectedCallback() {
    if (!this.childElementCount) this.append(this.head, this.asks, this.body);
  }

  /** @param {RunStore} store @param {import('../review/steps.js').Placed | undefined} here @param {string} name @param {(act: string, more?: Record<string, any>) => Promise<void>} act */
  show(store, here, name, act) {
    this.store = store;
    const { view } = store;
    const stands = view.steps[name] ?? { status: 'pending' };
    if (name !== this.name) this.scrollTop = 0;
    this.name = name;
    this.drawHead(stands, here, act);
    const items = view.inbox.filter((/** @type {any} */ item) => item.step === name || item.step.startsWith(`${name}/`) || item.step.startsWith(`${name}[`));
    const answered = () => {
      this.dispatchEvent(new Event('step-answered', { bubbles: true }));
      store.soon();
    };
    keyed(this.asks, items, (item) => `${item.step}/${item.boundTo}/${item.noted ?? ''}/${item.kind}`, (item, before) => before ?? askedCard(item, { tool: store.tools.get(item.tool), answered }));
    const drawn = JSON.stringify([name, stands.status, stands.attempts, view.plan.version, store.openings]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    void this.load(stands, here, act);
  }

  /** @param {any} stands @param {import('../review/steps.js').Placed | undefined} here @param {(act: string) => Promise<void>} act */
  drawHead(stands, here, act) {
    const view = this.store?.view;
    const facts = [
      stands.durationMs ? duration(stands.durationMs) : '',
      stands.attempts > 1 ? `${stands.attempts} attempts` : '',
      stands.items ? `${stands.items.done} of ${stands.items.total} items` : '',
      stands.percent != null && stands.status === 'running' ? `${Math.round(stands.percent)} % ${stands.note ?? ''}` : '',
    ].filter(Boolean);
    const drawn = JSON.stringify([this.name, stands.status, stands.reason, facts, this.store?.over, view?.writing, here?.step.description]);
    if (drawn === this.drawnHead) return;
    this.drawnHead = drawn;
    const open = ['pending', 'ready', 'waiting'].includes(stands.status) && !this.store?.over;
    fill(this.head,
      el('div', { class: 'row flow' }, el('h2', { class: 'mono' }, this.name), here ? el('span', { class: 'chip mono' }, here.step.tool) : null, badge(stands.status),
        el('span', { class: 'row push' },
        open ? el('button', { type: 'button', class: 'button small ghost', onclick: () => void act('skip') }, 'Skip it') : null,
        open && here ? el('button', { type: 'button', class: 'button small ghost', onclick: () => void act('edit') }, 'Edit it') : null,
        here && this.again(stands) ? el('button', { type: 'button', class: 'button small', title: 'Key: r', onclick: () => void act('retry') }, icon('retry'), stands.status === 'failed' ? 'Retry' : 'Ask again') : null)),
      here?.step.description ? el('p', { class: 'lead' }, here.step.description) : null,
      facts.length ? el('p', { class: 'faint small num' }, facts.join(' · ')) : null,
      stands.reason && stands.status !== 'waiting' ? note(stands.status === 'failed' || stands.status === 'blocked' ? 'bad' : '', stands.reason) : null);
  }

  /** True if the step can be tried, or asked for, once more. @param {any} stands */
  again(stands) {
    return this.store?.view.status !== 'cancelled' && mayBeRetried(stands);
  }

  /** @param {any} stands @param {import('../review/steps.js').Placed | undefined} here @param {(act: string, more?: Record<string, any>) => Promise<void>} act */
  async load(stands, here, act) {
    const store = /** @type {RunStore} */ (this.store);
    const turn = ++this.asked;
    const before = store.logs.get(this.name)?.length ?? 0;
    let told = { value: null, args: null, logs: /** @type {string[]} */ ([]), detail: null, effects: /** @type {string[]} */ ([]), preview: '', hasValue: false, text: '' };
    if (stands.status !== 'pending') told = { ...told, ...(await get(`${store.path}/steps/${segment(this.name)}`, { signal: store.signal }).catch(() => ({}))) };
    const files = told.effects.some((effect) => !beside([effect]).length) ? await get(`${store.path}/changes`, { query: { step: this.name }, signal: store.signal }).catch(() => []) : [];
    if (turn !== this.asked || store.signal.aborted) return;
    const waiting = stands.status === 'waiting';
    const args = told.args ?? here?.step.args;
    const live = store.logs.get(this.name) ?? [];
    const lines = told.logs.length ? joined(told.logs, stands.status === 'running' ? live.slice(before) : []) : live;
    if (stands.status === 'running') store.logs.set(this.name, lines);
    this.log = el('div', { class: 'pane lines', role: 'log', tabindex: 0, 'aria-label': 'Log' }, lines.map((line) => el('span', null, line)));
    this.logged = el('section', { class: 'section', hidden: !lines.length }, el('h3', null, 'Log'), this.log);
    const tool = store.tools.get(here?.step.tool ?? '');
    const whole = here?.step.forEach && !/\]$/.test(this.name); // its arguments are another's for each item
    fill(this.body,
      here && this.again(stands) && tool && args && !whole ? otherArguments(tool, args, { title: 'Retry with other arguments', hint: 'What you give here is taken as it is.', use: 'Retry with these' }, (given) => act('retry', { args: given })) : null,
      told.effects.length ? el('section', { class: 'section' }, el('h3', null, 'What it did'),
        el('div', { class: 'row flow' }, (files.length ? beside(told.effects) : told.effects).map(effectChip)),
        files.length ? filesView(files, { read: async (path) => files.find((/** @type {any} */ each) => each.path === path) }) : null) : null,
      told.hasValue ? el('section', { class: 'section' }, el('header', null, el('h3', null, 'Result'), copyButton(() => (typeof told.value === 'string' ? told.value : JSON.stringify(told.value, null, 2)))), result(told.value, store.tools.get(here?.step.tool ?? '')?.primary)) : told.text && stands.status === 'completed' ? el('section', { class: 'section' }, el('h3', null, 'Result'), part('gp-text', { text: told.text, wraps: true, numbered: false })) : null,
      this.logged,
      told.detail ? el('details', { class: 'more' }, el('summary', null, 'What went wrong, in detail'), part('gp-text', { text: typeof told.detail === 'string' ? told.detail : JSON.stringify(told.detail, null, 2), label: 'Detail' })) : null,
      args && Object.keys(args).length && !waiting ? el('section', { class: 'section' }, el('h3', null, told.args ? 'Arguments, as they were' : 'Arguments'), part('gp-json', { value: args, label: 'Arguments' })) : null,
      stands.status === 'pending' ? el('p', { class: 'muted small' }, 'It has not begun: it waits for the steps before it.') : null);
    this.log.scrollTop = this.log.scrollHeight;
  }

  /** A line came. @param {string} line */
  line(line) {
    if (!this.log || !this.logged) return;
    const near = this.log.scrollHeight - this.log.scrollTop - this.log.clientHeight < 40;
    this.log.append(el('span', null, line));
    this.logged.hidden = false;
    if (near) this.log.scrollTop = this.log.scrollHeight;
  }
}

/** Lines that were read, and those that came meanwhile: some of them may be among the read ones. @param {string[]} read @param {string[]} came */
function joined(read, came) {
  let both = Math.min(read.length, came.length);
  while (both && read.slice(-both).join('\n') !== came.slice(0, both).join('\n')) both -= 1;
  return [...read, ...came.slice(both)];
}

/** A step that failed, or that a person has denied. @param {any} stands */
export const mayBeRetried = (stands) => stands?.status === 'failed' || (stands?.status === 'skipped' && /^(each of its items was: )?denied: /.test(stands.reason ?? ''));

/** The result as it is best read, and as it is. @param {any} value @param {string} [primary] */
function result(value, primary) {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return viewer(value, 'Result');
  const good = Object.entries(value).filter(([key, each]) => (key === primary && each !== null && each !== '') || (typeof each === 'string' && (each.includes('\n') || each.startsWith('data:image/'))) || (Array.isArray(each) && each.length && each.every((one) => one && typeof one === 'object')));
  if (!good.length) return part('gp-json', { value, label: 'Result' });
  const each = good.slice(0, 4).map(([key, one]) => ({ name: key, title: key, draw: () => viewer(one, key) }));
  return tabs([...each, { name: 'gp-all', title: 'All, as JSON', draw: () => part('gp-json', { value, label: 'Result' }) }], { label: 'Result' });
}

customElements.define('run-step', RunStep);
