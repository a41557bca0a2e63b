// @ts-check
// The review of a plan: its steps as a list and as a graph, one of them in full, and all that can be done about it.
// It names all modules that are needed at once, so that the browser asks for them at once.
import { get, link, post, segment } from '../api.js';
import { el, fill, keepFocus, keyed, style, unpressed } from '../dom.js';
import { badge, note } from '../elements/status.js';
import { busy, toast } from '../elements/toast.js';
import { icon } from '../icons.js';
import './form.js';
import './graph.js';
import { problemNote } from './inspector.js';
import './list.js';
import { looks, reviewRows } from './rows.js';
import './schema.js';
import { leftOut, look, placed, seconds, whyNot } from './steps.js';
import { PlanStore } from './store.js';

/** @typedef {import('../types').Page} Page */

// For the help; who has the focus takes them.
const KEYS = [['Ctrl+Z', 'Undo the last edit'], ['Ctrl+Shift+Z', 'Redo it'], ['Alt+↑ Alt+↓', 'In the list: move the step'], ['Space', 'In the list: leave the step out, or put it back in'], ['Delete', 'In the list: delete the step'], ['Enter', 'In the list: to the form of the step'], ['+ - 0', 'In the graph: zoom, show all']];

/** @param {Page} page */
export default async function review(page) {
  const it = new Review(page);
  await Promise.all([it.load(), style('review/steps.css')]);
  it.start();
}

export class Review {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.store = new PlanStore(page.params.id, page.signal);
    this.selected = page.query.get('step') ?? '';
    /** The run whose remaining steps are edited here, if that is what this is. @type {any} */
    this.run = null;
    /** What the plan is told when it starts. @type {Record<string, any> | null} */
    this.inputs = null;
    this.list = /** @type {import('./list.js').StepList} */ (document.createElement('step-list'));
    this.graph = /** @type {import('./graph.js').PlanGraph} */ (document.createElement('plan-graph'));
    this.inspector = /** @type {import('./inspector.js').StepInspector} */ (document.createElement('step-inspector'));
    this.drawnHead = '';
    this.drawnMenu = '';
    this.drawnNotes = '';
    this.at = 0;
    this.about = el('div');
    this.actions = el('div', { class: 'actions' });
    this.head = el('header', { class: 'page-head' }, this.about, this.actions);
    this.notes = el('div', { class: 'stack tight', 'aria-live': 'polite' });
    this.panes = el('div', { class: 'panes' });
  }

  async load() {
    const run = this.page.query.get('run');
    await Promise.all([this.store.start(), run ? this.bind(run) : null]);
  }

  start() {
    this.list.movable = true;
    this.list.whyNot = (name, before) => whyNot(this.store.view, name, before);
    this.selected ||= this.store.view.plan?.steps[0]?.id ?? '';
    const bar = el('div', { class: 'row pane-bar' }, el('h2', null, 'Steps'), el('span', { class: 'grow' }), el('button', { type: 'button', class: 'button small', onclick: () => this.act({ act: 'add', name: this.selected }) }, icon('plus', 14), 'Add a step'));
    this.page.main.classList.add('full');
    fill(this.panes,
      el('section', { class: 'pane-list', 'aria-label': 'Steps' }, bar, this.list),
      el('section', { class: 'pane-graph', 'aria-label': 'Graph' }, this.graph),
      el('section', { class: 'pane-step', 'aria-label': 'The step' }, this.inspector));
    fill(this.page.main, this.head, this.notes, this.panes);
    const body = this.page.main;
    body.addEventListener('step-select', (event) => this.select(/** @type {CustomEvent} */ (event).detail.name));
    body.addEventListener('step-act', (event) => void this.act(/** @type {CustomEvent} */ (event).detail));
    document.addEventListener('keydown', (event) => this.keys(event), { signal: this.page.signal });
    const draw = () => this.draw();
    this.store.addEventListener('change', () => unpressed(draw));
    for (const [keys, what] of KEYS) this.page.shortcut(keys, what, null);
    this.draw();
  }

  /** Edits what has not run of a run. @param {string} id */
  async bind(id) {
    this.run = await get(`/runs/${segment(id)}`);
    for (const [name, step] of Object.entries(this.run.steps)) {
      if (!['pending', 'ready', 'waiting'].includes(/** @type {any} */ (step).status)) this.store.frozen.set(name, /** @type {any} */ (step).status);
    }
  }

  /** @param {KeyboardEvent} event */
  keys(event) {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z' || this.inspector.dirty() || document.querySelector('dialog[open]')) return;
    event.preventDefault();
    void this.step(event.shiftKey ? 'redo' : 'undo');
  }

  // -- showing

  draw() {
    const { view } = this.store;
    if (!view) return;
    this.page.title(view.title || 'A plan');
    this.panes.hidden = !view.plan;
    const rows = reviewRows(this.store);
    if (rows.length && !rows.some((row) => row.name === this.selected)) this.selected = rows[Math.min(this.at, rows.length - 1)].name;
    this.at = Math.max(0, rows.findIndex((row) => row.name === this.selected));
    this.list.show(rows, this.selected);
    this.graph.show(view.graph, looks(rows), this.selected.split('/')[0]);
    if (view.plan) this.inspector.show(this.store, this.selected);
    this.drawHead(rows);
    this.drawNotes();
  }

  /** @param {import('./list.js').Row[]} rows */
  drawHead(rows) {
    const { view } = this.store;
    const drawn = JSON.stringify([view.etag, view.drafting, this.store.busy, this.store.foreseen.size, view.runs]);
    if (drawn === this.drawnHead) return;
    this.drawnHead = drawn;
    const focus = keepFocus(this.head);
    const steps = view.plan?.steps ?? [];
    const asks = rows.filter((row) => row.badges.some((each) => each.tone === 'wait')).length;
    const time = view.plan?.estimatedDuration ?? view.estimatedDuration;
    const facts = !view.plan ? [] : [
      `version ${view.version}`,
      `${steps.length} ${steps.length === 1 ? 'step' : 'steps'}`,
      asks ? `${asks} ${asks === 1 ? 'asks' : 'ask'} first` : view.problems.length || view.closed || !steps.length ? '' : this.store.foreseen.size ? 'nothing asks' : 'looking ahead', // it needs the same room
      time ? `about ${seconds(time)}` : '',
      steps.some((/** @type {any} */ step) => ['agent', 'extract'].includes(step.tool)) ? 'uses a model' : 'costs nothing',
    ].filter(Boolean);
    const button = (/** @type {string} */ key, /** @type {string} */ label, /** @type {string} */ sign, /** @type {(button: HTMLButtonElement) => unknown} */ act, /** @type {{kind?: string, off?: boolean, bare?: boolean}} */ { kind = '', off = false, bare = false } = {}) =>
      el('button', { type: 'button', class: `button ${kind}${bare ? ' icon' : ''}`, 'data-key': key, disabled: off, title: bare ? label : null, 'aria-label': bare ? label : null, onclick: (/** @type {MouseEvent} */ event) => act(/** @type {HTMLButtonElement} */ (event.currentTarget)) }, icon(sign), bare ? null : label);
    const menu = JSON.stringify([this.run?.id, steps.length > 0]);
    /** @type {Record<string, (before: Element | null) => Element>} */
    const actions = {
      undo: () => button('undo', 'Undo (Ctrl+Z)', 'undo', () => this.step('undo'), { off: !view.canUndo, bare: true, kind: 'ghost' }),
      redo: () => button('redo', 'Redo (Ctrl+Shift+Z)', 'redo', () => this.step('redo'), { off: !view.canRedo, bare: true, kind: 'ghost' }),
      versions: () => button('versions', 'Versions', 'clock', async () => (await this.dialogs()).versions(this), { kind: 'ghost' }),
      regenerate: () => button('regenerate', 'Regenerate', 'retry', async () => (await this.dialogs()).regenerate(this, ''), { kind: 'ghost', off: view.drafting }),
      // A menu stays where it is: one that is open closes when it leaves the page, even for a moment.
      menu: (before) => before && menu === this.drawnMenu ? before : el('div', null,
        el('button', { type: 'button', class: 'button ghost', 'data-key': 'more', popovertarget: 'gp-more' }, icon('dots'), 'More'),
        el('div', { id: 'gp-more', popover: 'auto', class: 'menu-items', onclick: (/** @type {MouseEvent} */ event) => /** @type {HTMLElement} */ (event.currentTarget).hidePopover() },
          button('text', 'As text', 'file', async () => (await this.dialogs()).asText(this), { kind: 'ghost' }),
          this.run ? null : button('template', 'Save as a template', 'templates', async () => (await this.dialogs()).template(this), { kind: 'ghost', off: !steps.length }),
          button('cancel', this.run ? 'Back to the run' : 'Discard', 'close', async () => (await this.dialogs()).cancel(this), { kind: 'ghost' }))),
      start: () => this.run
        ? button('start', 'Apply to the run', 'check', (each) => busy(each, async () => (await this.dialogs()).apply(this)), { kind: 'primary', off: view.problems.length > 0 })
        : button('start', 'Start …', 'runs', async () => (await this.dialogs()).start(this), { kind: 'primary', off: !steps.length || view.drafting || view.closed }),
    };
    fill(this.about,
      el('h1', { tabindex: -1, class: this.about.firstElementChild?.className ?? 'cuts' }, view.request || view.title || 'A plan'),
      el('p', { class: 'small faces' }, view.problems.length ? badge('problem', { text: view.problems.length === 1 ? '1 problem' : `${view.problems.length} problems` }) : view.closed ? badge('cancelled', { text: 'discarded' }) : view.drafting ? badge('running', { text: 'being drafted' }) : badge(view.plan ? 'completed' : 'pending', { text: view.plan ? 'ready to run' : 'no plan yet' }), el('span', { class: 'muted' }, facts.join(' · ')),
        view.runs?.length ? el('a', { href: link(`/runs/${segment(view.runs[view.runs.length - 1])}`), 'data-key': 'run' }, view.runs.length === 1 ? 'its run' : `its newest of ${view.runs.length} runs`) : null));
    keyed(this.actions, Object.keys(actions).filter((name) => name !== 'regenerate' || view.planner), (name) => name, (name, before) => actions[name](before));
    this.drawnMenu = menu;
    focus();
  }

  drawNotes() {
    const { view, conflict } = this.store;
    const whole = view.problems.filter((/** @type {any} */ problem) => !problem.step);
    const drawn = JSON.stringify([view.drafting, view.closed, this.store.spoken, view.trouble, whole, conflict?.edits, conflict?.changes, this.run?.id]);
    if (drawn === this.drawnNotes) return;
    this.drawnNotes = drawn;
    fill(this.notes,
      this.run ? note('', `You are editing what has not run of “${this.run.title}”. Nothing changes in the run until you apply it.`) : null,
      view.drafting ? note('', 'The plan is being drafted. It appears here as soon as it is there. ', el('button', { type: 'button', class: 'button small', onclick: (/** @type {MouseEvent} */ event) => busy(/** @type {any} */ (event.currentTarget), () => this.store.stopDrafting()) }, 'Stop'),
        this.store.spoken ? el('p', { class: 'mono tiny faint keep spoken' }, this.store.spoken) : null) : null,
      view.closed ? note('', 'This plan was discarded: it cannot be changed any more. ', el('button', { type: 'button', class: 'button small', onclick: () => this.act({ act: 'again' }) }, 'Make a new one of it')) : null,
      view.drafting && !view.plan ? el('div', { class: 'skeleton' }) : null,
      view.trouble ? note('bad', view.trouble) : null,
      whole.map((/** @type {any} */ problem) => problemNote(problem, () => this.act({ act: 'repair', problem }))));
    if (!conflict) return;
    void this.dialogs().then(({ conflictNote }) => {
      if (conflict === this.store.conflict && !this.notes.querySelector('.conflict')) this.notes.append(conflictNote(this, conflict));
    });
  }

  // -- doing

  /** What is needed for a moment is loaded then; it is about the plan with the edits that are on their way. */
  async dialogs() {
    await this.store.queue;
    return import('./dialogs.js');
  }

  /** @param {string} name */
  select(name) {
    this.selected = name;
    this.page.setQuery({ step: name });
    this.draw();
  }

  /** @param {'undo' | 'redo'} way */
  step(way) {
    if (way === 'undo' ? !this.store.view.canUndo : !this.store.view.canRedo) return;
    return busy(null, () => this.store[way]());
  }

  /** @param {Record<string, any>} asked */
  async act(asked) {
    const { act, name } = asked;
    const here = placed(this.store.view.plan).find((each) => each.name === name);
    const send = (/** @type {Record<string, any>} */ edit) => busy(null, () => this.store.edit(name, [edit]));
    switch (act) {
      case 'open':
        return /** @type {HTMLElement | null} */ (this.inspector.querySelector('input, textarea, select'))?.focus();
      case 'look':
        return look(this.inspector);
      case 'edit':
        return busy(null, () => this.store.edit(name, asked.edits, asked.etag)).then((made) => made === undefined && this.redraw());
      case 'move':
        return send({ edit: 'moveStep', step: here?.step.id, before: asked.before.split('/').pop() });
      case 'refused':
        return toast(asked.why, 'bad');
      case 'up':
      case 'down':
        return this.list.nudge(this.list.rows.findIndex((row) => row.name === name), act === 'up' ? -1 : 1);
      case 'skip':
        return here && this.skip(here);
      case 'remove':
        return send({ edit: 'removeStep', step: here?.step.id, rewire: true });
      case 'repair':
        return busy(null, () => this.store.repair(asked.problem));
      case 'again':
        return busy(null, async () => this.page.go(`/plans/${segment((await post('/plans', { plan: this.store.view.plan })).id)}`));
      case 'add':
        return (await this.dialogs()).addStep(this, name);
      case 'regenerate':
        return (await this.dialogs()).regenerate(this, name);
    }
  }

  /** An edit was refused: what is shown is what holds. */
  redraw() {
    this.inspector.drawn = '';
    if (document.activeElement instanceof HTMLElement && this.inspector.contains(document.activeElement)) document.activeElement.blur();
    this.draw();
  }

  /** @param {import('./steps.js').Placed} here */
  skip({ name, step }) {
    const { conditions } = this.inspector;
    if (!leftOut(step)) conditions.set(name, step.when ?? '');
    const edit = leftOut(step) ? { edit: 'setCondition', step: step.id, when: conditions.get(name) ?? '' } : { edit: 'skipStep', step: step.id };
    return busy(null, () => this.store.edit(name, [edit]));
  }
}
