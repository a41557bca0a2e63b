// @ts-check
// A run as it goes: progress, what it asks, what each step gave, and all that can be said to it.
import { intend, link, post, segment } from '../api.js';
import { el, fill, keepFocus, style, unpressed } from '../dom.js';
import { busy, confirm, toast } from '../elements/dialog.js';
import { badge, note, progress } from '../elements/status.js';
import { duration } from '../elements/time.js';
import { icon } from '../icons.js';
import '../review/graph.js';
import '../review/list.js';
import { look } from '../review/steps.js';
import { when } from '../review/when.js';
import { placedOnce, runLooks, runRows } from './rows.js';
import { mayBeRetried } from './step.js';
import { RunStore } from './store.js';
import { summaryCard, undo } from './summary.js';

/** @param {import('../types').Page} page */
export default async function run(page) {
  const it = new Run(page);
  await Promise.all([it.store.start(), style('review/steps.css'), style('run/run.css')]);
  it.start();
}

class Run {
  /** @param {import('../types').Page} page */
  constructor(page) {
    this.page = page;
    this.store = new RunStore(page.params.id, page.signal);
    /** The step that is shown; "" is the summary. */
    this.selected = page.query.get('step') ?? '';
    /** Nobody has chosen a step: what happens is shown. */
    this.follows = !this.selected;
    /** What the chosen step asked was answered in it: when the run ends, the step makes room for the summary. */
    this.answered = false;
    /** The step was chosen when it asked nothing: it is looked at, whatever an answer that is on its way says. */
    this.looked = false;
    this.list = /** @type {import('../review/list.js').StepList} */ (document.createElement('step-list'));
    this.graph = /** @type {import('../review/graph.js').PlanGraph} */ (document.createElement('plan-graph'));
    this.step = /** @type {import('./step.js').RunStep} */ (document.createElement('run-step'));
    this.end = el('div', { class: 'run-end', hidden: true });
    this.panes = el('div', { class: 'panes' });
    this.drawnEnd = '';
    this.drawnHead = '';
    this.drawnBar = '';
    this.drawnNotes = '';
    this.head = el('header', { class: 'page-head' });
    this.bar = el('div', { class: 'run-bar' });
    this.notes = el('div', { class: 'stack tight', 'aria-live': 'polite' });
  }

  start() {
    const { main } = this.page;
    main.classList.add('full');
    this.summaryButton = el('button', { type: 'button', class: 'button small ghost', onclick: () => this.select('') }, 'Summary');
    fill(this.panes,
      el('section', { class: 'pane-list', 'aria-label': 'Steps' }, el('div', { class: 'row pane-bar' }, el('h2', null, 'Steps'), el('span', { class: 'grow' }), this.summaryButton), this.list),
      el('section', { class: 'pane-graph', 'aria-label': 'Graph' }, this.graph),
      el('section', { class: 'pane-step', 'aria-label': 'The step' }, this.step, this.end));
    fill(main, this.head, this.bar, this.notes, this.panes);
    main.addEventListener('step-select', (event) => this.select(/** @type {CustomEvent} */ (event).detail.name));
    main.addEventListener('step-answered', () => (this.answered = !this.follows && !this.looked));
    main.addEventListener('step-act', (event) => {
      const { act, name } = /** @type {CustomEvent} */ (event).detail;
      if (act === 'skip') void this.act('skip', name);
      if (act === 'look') look(this.step);
      if (act === 'open') /** @type {HTMLElement | null} */ (this.step.querySelector('button, input, textarea'))?.focus();
    });
    const draw = () => this.draw();
    this.store.addEventListener('change', () => unpressed(draw));
    this.store.addEventListener('logged', (event) => {
      const { name, line } = /** @type {CustomEvent} */ (event).detail;
      if (name === this.selected) this.step.line(line);
    });
    const clock = setInterval(() => this.drawBar(), 1000);
    this.page.signal.addEventListener('abort', () => clearInterval(clock));
    this.page.shortcut('w', 'To what waits for you', () => this.toWaiting());
    this.page.shortcut('p', 'Pause, or go on', () => void this.act(this.store.view.paused ? 'unpause' : 'pause'));
    this.page.shortcut('r', 'Retry the step that failed', () => this.retry());
    this.draw();
  }

  /** The chosen step, if it failed; else the first that did is chosen. */
  retry() {
    const { view } = this.store;
    const known = new Set(placedOnce(view.plan).map(({ name }) => name));
    const failed = Object.keys(view.steps).filter((name) => known.has(name.replace(/\[\d+\]/g, '')) && mayBeRetried(view.steps[name]));
    if (!failed.length || view.status === 'cancelled') return toast('There is nothing to retry.');
    if (failed.includes(this.selected)) return void this.act('retry', this.selected);
    this.select(failed[0]);
  }

  /** @param {string} name */
  select(name) {
    this.selected = name;
    this.follows = false;
    this.answered = false;
    this.looked = this.store.view.steps[name]?.status !== 'waiting';
    this.page.setQuery({ step: name || null });
    this.draw();
  }

  toWaiting() {
    const item = this.store.view.inbox[0];
    if (!item) return toast('Nothing waits for you here.');
    this.select(item.step.split(/[/[]/)[0]);
    /** @type {HTMLElement | null} */ (this.step.querySelector('.asked :is(select, input, textarea, button)'))?.focus();
  }

  // -- showing

  draw() {
    const { view } = this.store;
    if (this.answered && this.store.over) return this.select('');
    if (this.follows) this.selected = this.happening();
    const rows = runRows(view, this.selected);
    this.list.show(rows, this.selected);
    const looks = runLooks(rows);
    const top = this.selected.split(/[/[]/)[0];
    if (this.graph.graph !== view.graph || this.graph.selected !== top) {
      // The same picture read anew is not another one.
      const same = JSON.stringify(this.graph.graph) === JSON.stringify(view.graph);
      this.graph.show(same ? this.graph.graph : view.graph, looks, top);
      if (same) view.graph = this.graph.graph;
    } else this.graph.restyle(looks);
    this.panes.classList.toggle('is-told', this.follows || !this.selected); // on a phone it stands above the list
    this.summaryButton?.setAttribute('aria-pressed', String(!this.selected));
    this.step.hidden = !this.selected;
    this.end.hidden = Boolean(this.selected);
    if (this.selected) {
      const here = placedOnce(view.plan).find((each) => each.name === this.selected.replace(/\[\d+\]/g, ''));
      this.step.show(this.store, here, this.selected, (act, more) => this.act(act, this.selected, null, more));
    } else this.drawEnd();
    const waits = view.inbox.length;
    this.page.title(`${waits ? 'Waits for you: ' : view.paused ? 'Paused: ' : ''}${view.title}`);
    this.drawHead();
    this.drawBar();
    this.drawNotes();
  }

  /** The step to look at while nobody chooses one: what waits, else what runs, else at the end the summary. */
  happening() {
    const { view } = this.store;
    if (view.inbox.length) return view.inbox[0].step.split(/[/[]/)[0];
    if (this.store.over) return '';
    const steps = view.plan.steps.map((/** @type {any} */ step) => view.steps[step.id]).filter(Boolean);
    const running = steps.find((/** @type {any} */ step) => step.status === 'running');
    return running?.name ?? (this.selected || (view.plan.steps[0]?.id ?? ''));
  }

  drawEnd() {
    const { view } = this.store;
    const drawn = JSON.stringify([view.summary, view.undone, view.cost, view.changes]);
    if (drawn === this.drawnEnd) return;
    this.drawnEnd = drawn;
    fill(this.end, summaryCard(this.store, (name) => this.select(name), (name, button) => void this.act('retry', name, button)));
  }

  drawHead() {
    const { view } = this.store;
    const { over } = this.store;
    const status = view.paused && !over ? 'paused' : view.status;
    const drawn = JSON.stringify([view.title, status, view.writing, view.here, view.canResume, view.canUndo, view.undone, view.inbox.length, view.planId]);
    if (drawn === this.drawnHead) return;
    this.drawnHead = drawn;
    const focus = keepFocus(this.head);
    const button = (/** @type {string} */ key, /** @type {string} */ label, /** @type {string} */ sign, /** @type {string} */ kind = '') =>
      el('button', { type: 'button', class: `button ${kind}`, 'data-key': key, onclick: (/** @type {MouseEvent} */ event) => void this.act(key, '', /** @type {HTMLButtonElement} */ (event.currentTarget)) }, icon(sign), label);
    const goes = view.writing && !over;
    fill(this.head,
      el('div', null, el('h1', { tabindex: -1, class: this.head.querySelector('h1')?.className ?? 'cuts' }, view.title),
        el('p', { class: 'faces' }, badge(status), view.undone ? badge('cancelled', { text: 'undone' }) : null, view.reason && over ? el('span', { class: 'muted small' }, view.reason) : null,
          view.planId ? el('a', { class: 'small', href: link(`/plans/${segment(view.planId)}`) }, 'the plan') : null,
          el('a', { class: 'small', href: link(`/sessions/${segment(view.id)}`) }, 'the record'))),
      el('div', { class: 'actions' },
        goes ? (view.paused ? button('unpause', 'Go on', 'runs', 'primary') : button('pause', 'Pause', 'pause')) : null,
        over ? null : button('edit', 'Edit the rest', 'edit'),
        over ? null : button('cancel', 'Cancel', 'stop', 'danger'),
        !view.writing && view.canResume ? button('resume', 'Resume', 'runs', 'primary') : null,
        over ? button('again', 'Run again …', 'retry') : null,
        view.canUndo && !view.undone ? button('undo', 'Undo what it did', 'undo', 'danger') : null));
    focus();
  }

  drawBar() {
    const { view } = this.store;
    const { over } = this.store;
    const began = view.startedAt ? Date.parse(when(view.startedAt)) : 0;
    const ended = view.endedAt ? Date.parse(when(view.endedAt)) : 0;
    const took = began ? (ended && (over || !view.writing) ? ended : Date.now()) - began : 0;
    const status = view.paused && !over ? 'waiting' : view.status;
    const path = view.criticalPath ?? [];
    const cost = Number(view.cost ?? 0);
    const running = Object.values(view.steps).filter((/** @type {any} */ step) => step.status === 'running').length;
    const done = over ? view.plan.steps.filter((/** @type {any} */ step) => view.steps[step.id]?.status === 'completed').length : view.done;
    const facts = [`${done} of ${view.total} steps${over ? ' completed' : ''}`, running ? `${running} running` : '', took > 0 ? duration(took) : '', path.length ? `longest chain: ${path.length} ${path.length === 1 ? 'step' : 'steps'}` : '', cost ? `$${cost.toFixed(4)}` : ''].filter(Boolean);
    const drawn = `${done} ${status} ${facts.join()}`;
    if (drawn === this.drawnBar) return;
    this.drawnBar = drawn;
    fill(this.bar, progress(done, view.total, { status }), el('p', { class: 'small muted num' }, facts.join(' · ')));
  }

  drawNotes() {
    const { view, lost, over } = this.store;
    const left = !view.writing && !over && view.canResume;
    const noted = (view.noted ?? []).filter((/** @type {any} */ each) => each.verdict === 'noted');
    const here = view.inbox.length && view.inbox.every((/** @type {any} */ item) => item.step.split(/[/[]/)[0] === this.selected);
    const drawn = JSON.stringify([lost, left, here, view.inbox.map((/** @type {any} */ item) => item.step), noted.length, view.paused, view.status]);
    if (drawn === this.drawnNotes) return;
    this.drawnNotes = drawn;
    const waits = [...new Set(view.inbox.map((/** @type {any} */ item) => item.step.split(/[/[]/)[0]))];
    fill(this.notes,
      lost ? note('bad', 'The studio does not answer. This page goes on by itself as soon as it does.') : null,
      left && !lost ? note('wait', view.status === 'waiting' ? 'Nobody carries this run out now. Answer what it asks, then resume it.' : 'Nobody carries this run out: whoever did has ended. Nothing is lost; resume it and it goes on where it was.', ' ', noted.length ? `${noted.length === 1 ? 'One answer is' : `${noted.length} answers are`} noted.` : '') : null,
      waits.length && !here ? note('wait', el('strong', null, 'Waits for you: '), waits.slice(0, 12).map((/** @type {any} */ name) => [el('button', { type: 'button', class: 'step-link', onclick: () => this.select(name) }, name), ' ']), waits.length > 12 ? `and ${waits.length - 12} more` : null) : null,
      view.paused && !over ? note('', 'Paused: what has begun goes on to its end, nothing more begins.') : null);
  }

  // -- doing

  /** @param {string} act @param {string} [name] @param {HTMLButtonElement | null} [button] @param {Record<string, any>} [more] */
  async act(act, name = '', button = null, more = {}) {
    const { store } = this;
    const say = (/** @type {Record<string, any>} */ payload = {}) => busy(button, async () => {
      if ((await intend(store.id, act, payload)) === 'noted') toast('Noted. It is taken as soon as the run goes on.', 'ok');
      store.soon();
    });
    switch (act) {
      case 'pause':
      case 'unpause':
        return say();
      case 'skip':
      case 'retry':
        return say({ step: name, ...more });
      case 'cancel':
        if (await confirm({ title: 'Cancel this run?', text: 'What has begun is ended, what has not begun is skipped. What was done stays, and can be undone.', yes: 'Cancel the run', danger: true })) await say({});
        return;
      case 'resume':
        return busy(button, async () => {
          await post(`${store.path}/resume`, {});
          await store.load();
        });
      case 'undo':
        if (await confirm({ title: 'Undo what this run did?', text: `Files are put back as they were before it, byte for byte${store.view.changes?.length ? `:\n${store.view.changes.slice(0, 20).map((/** @type {any} */ each) => each.path).join('\n')}` : '.'}`, yes: 'Undo', danger: true })) await undo(store, button);
        return;
      case 'edit':
        return busy(button, async () => {
          const draft = await post('/plans', { plan: store.view.plan });
          this.page.go(`/plans/${segment(draft.id)}?run=${segment(store.id)}${name ? `&step=${segment(name)}` : ''}`);
        });
      case 'again':
        return busy(button, async () => {
          const draft = await post('/plans', { plan: store.view.plan });
          this.page.go(`/plans/${segment(draft.id)}${name ? `?step=${segment(name)}` : ''}`);
        });
    }
  }
}
