// @ts-check
/**
 * The steps as a list. Only the rows in sight are elements, so a thousand scroll like ten. Rows are dragged with the
 * pointer or moved with Alt+arrows; where a row may not go, the list says why and leaves it where it was.
 */

import { seen } from '../dom.js';

/** @typedef {{text: string, tone?: string, title?: string}} Badge */
/**
 * @typedef {object} Row  one step as the list shows it
 * @property {string} name
 * @property {string} number
 * @property {number} depth
 * @property {string} title
 * @property {string} sub
 * @property {string} tool
 * @property {string} state  a status, or "skip"
 * @property {string} problem
 * @property {Badge[]} badges
 * @property {string} time
 * @property {number} [percent]
 * @property {boolean} fixed  it may not be moved
 * @property {boolean} [chain]  it is on the longest chain of steps
 */

export const HEIGHT = 4 * parseFloat(getComputedStyle(document.documentElement).fontSize); // 4rem, as in steps.css
export const KINDS = /** @type {const} */ (['pointermove', 'pointerup', 'pointercancel']); // what follows a pointerdown
/** @type {Record<string, string>} */
const SAID = { plan: '', skip: 'left out', completed: 'done', waiting: 'waits' };
const BEYOND = 6; // rows that are there above and below what is seen

let lists = 0;

/** @param {string} kind @param {string} className @param {string} [text] */
function piece(kind, className, text) {
  const element = document.createElement(kind);
  element.className = className;
  if (text !== undefined) element.textContent = seen(text);
  return element;
}

export class StepList extends HTMLElement {
  constructor() {
    super();
    /** @type {Row[]} */
    this.rows = [];
    this.selected = '';
    /** @type {Map<string, {element: HTMLElement, drawn: string}>} */
    this.shown = new Map();
    this.asked = 0;
    this.idPrefix = `step-${++lists}`;
    /** Why a step may not stand before another ("" is the end); nothing if it may. @type {(name: string, before: string) => string} */
    this.whyNot = () => '';
    this.movable = false;
  }

  connectedCallback() {
    if (this.body) return;
    this.tabIndex = 0;
    this.setAttribute('role', 'listbox');
    if (!this.hasAttribute('aria-label')) this.setAttribute('aria-label', 'Steps');
    this.body = piece('div', 'rows');
    this.body.setAttribute('role', 'presentation');
    this.line = piece('div', 'drop');
    this.line.hidden = true;
    this.line.setAttribute('role', 'presentation');
    this.append(this.body);
    this.body.append(this.line);
    this.addEventListener('scroll', () => this.later(), { passive: true });
    this.addEventListener('pointerdown', (event) => this.grabbed(event));
    this.addEventListener('click', (event) => this.clicked(event));
    this.addEventListener('pointerenter', () => this.movable && import('./drag.js'));
    this.addEventListener('keydown', (event) => this.pressed(event));
    this.seen = new ResizeObserver(() => this.later());
    this.seen.observe(this);
  }

  /** @param {Row[]} rows @param {string} selected */
  show(rows, selected) {
    const moved = selected !== this.selected;
    this.rows = rows;
    this.selected = selected;
    this.classList.toggle('is-movable', this.movable);
    this.style.setProperty('--rows', String(rows.length));
    if (this.body) this.body.style.height = `${rows.length * HEIGHT}px`;
    if (moved) this.reveal();
    this.draw();
  }

  reveal() {
    const at = this.rows.findIndex((row) => row.name === this.selected);
    if (at < 0) return;
    const [top, bottom] = [at * HEIGHT, (at + 1) * HEIGHT];
    if (top < this.scrollTop) this.scrollTop = top;
    else if (bottom > this.scrollTop + this.clientHeight) this.scrollTop = bottom - this.clientHeight;
  }

  later() {
    this.asked ||= requestAnimationFrame(() => {
      this.asked = 0;
      this.draw();
    });
  }

  draw() {
    if (!this.body) return;
    const first = Math.max(0, Math.floor(this.scrollTop / HEIGHT) - BEYOND);
    const last = Math.min(this.rows.length, Math.ceil((this.scrollTop + (this.clientHeight || 800)) / HEIGHT) + BEYOND);
    const kept = new Set();
    for (let at = first; at < last; at++) {
      const row = this.rows[at];
      kept.add(row.name);
      const chosen = row.name === this.selected;
      const drawn = `${at} ${chosen} ${this.rows.length} ${JSON.stringify(row)}`;
      const was = this.shown.get(row.name);
      if (was?.drawn === drawn) continue;
      const element = was?.element ?? this.body.appendChild(piece('div', 'step-row'));
      this.fill(element, row, at, chosen);
      this.shown.set(row.name, { element, drawn });
    }
    for (const [name, { element }] of this.shown) {
      if (!kept.has(name)) {
        element.remove();
        this.shown.delete(name);
      }
    }
    const chosen = this.shown.get(this.selected);
    if (chosen) this.setAttribute('aria-activedescendant', chosen.element.id);
    else this.removeAttribute('aria-activedescendant')
  }

  /** @param {HTMLElement} element @param {Row} row @param {number} at @param {boolean} chosen */
  fill(element, row, at, chosen) {
    element.id = `${this.idPrefix}-${row.name}`;
    element.className = `step-row is-${row.state}${row.problem ? ' has-problem' : ''}${row.depth ? ' is-inner' : ''}`;
    element.dataset.step = row.name;
    element.dataset.state = row.state;
    element.setAttribute('role', 'option');
    element.setAttribute('aria-selected', String(chosen));
    element.setAttribute('aria-posinset', String(at + 1));
    element.setAttribute('aria-setsize', String(this.rows.length));
    element.style.transform = `translateY(${at * HEIGHT}px)`;
    element.style.setProperty('--depth', String(row.depth));
    const grip = piece('span', 'grip', this.movable && !row.fixed ? '⠿' : '');
    const number = piece('span', row.chain ? 'number chain' : 'number', row.number);
    if (row.chain) number.title = 'On the longest chain of steps: they decide how long it takes';
    const words = piece('span', 'words');
    const top = piece('span', 'top');
    top.append(piece('span', 'title', row.title));
    for (const badge of row.badges) {
      const chip = piece('span', `chip ${badge.tone ?? ''}`, badge.text);
      if (badge.title) chip.title = badge.title;
      top.append(chip);
    }
    const sub = piece('span', 'sub');
    sub.append(piece('code', '', row.tool), seen(row.problem || row.sub));
    words.append(top, sub);
    const side = piece('span', 'stands');
    side.append(piece('span', 'state', SAID[row.state] ?? row.state), piece('span', 'time', row.time));
    element.replaceChildren(grip, number, words, side);
    if (row.percent !== undefined) {
      const bar = piece('span', 'percent');
      bar.style.width = `${row.percent}%`;
      element.append(bar);
    }
  }

  // -- choosing

  /** @param {string} name */
  select(name) {
    this.dispatchEvent(new CustomEvent('step-select', { detail: { name }, bubbles: true }));
  }

  /** @param {string} act @param {Record<string, unknown>} detail */
  tell(act, detail) {
    this.dispatchEvent(new CustomEvent('step-act', { detail: { act, ...detail }, bubbles: true }));
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    if (event.target !== this || event.ctrlKey || event.metaKey) return;
    const at = this.rows.findIndex((row) => row.name === this.selected);
    const page = Math.max(1, Math.floor(this.clientHeight / HEIGHT) - 1);
    /** @type {Record<string, number>} */
    const steps = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: this.rows.length - 1, PageDown: at + page, PageUp: at - page }
    if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      if (this.movable && at >= 0) this.nudge(at, event.key === 'ArrowUp' ? -1 : 1);
    } else if (event.key in steps && !event.altKey) {
      const row = this.rows[Math.max(0, Math.min(this.rows.length - 1, steps[event.key]))];
      if (row) this.select(row.name);
    } else if (event.key === 'Enter') this.tell('open', { name: this.selected });
    else if (event.key === ' ' && at >= 0) this.tell('skip', { name: this.selected });
    else if (event.key === 'Delete' && at >= 0) this.tell('remove', { name: this.selected });
    else return;
    event.preventDefault();
  }

  /** One place up or down, among the steps of the same plan. @param {number} at @param {number} by */
  nudge(at, by) {
    const row = this.rows[at];
    const outer = row.name.slice(0, row.name.lastIndexOf('/') + 1);
    const family = this.rows.filter((other) => other.name.slice(0, other.name.lastIndexOf('/') + 1) === outer);
    const place = family.indexOf(row);
    const target = by < 0 ? place - 1 : place + 2;
    if (place + by < 0 || place + by >= family.length) return;
    this.drop(row.name, family[target]?.name ?? '');
  }

  /** @param {string} name @param {string} before */
  drop(name, before) {
    const why = this.whyNot(name, before);
    if (why) this.tell('refused', { name, why });
    else this.tell('move', { name, before })
  }

  /** The row that an event is about. @param {Event} event */
  rowOf({ target }) {
    const name = target instanceof Element && /** @type {HTMLElement | null} */ (target.closest('.step-row'))?.dataset.step;
    return this.rows.find((row) => row.name === name);
  }

  /** A finger that scrolls clicks nothing, and so chooses nothing. @param {Event} event */
  clicked(event) {
    const row = this.rowOf(event);
    if (!row) return;
    this.select(row.name);
    this.tell('look', { name: row.name });
  }

  // -- dragging

  /** @param {PointerEvent} event */
  grabbed(event) {
    const row = this.rowOf(event);
    const grip = event.target instanceof Element && event.target.closest('.grip');
    if (event.button || !this.movable || !row || row.fixed || row.depth || (event.pointerType !== 'mouse' && !grip)) return;
    void this.drag(row, event.clientY);
  }

  /** What the pointer does until the code for it is there is not lost. @param {Row} row @param {number} startY */
  async drag(row, startY) {
    /** @type {PointerEvent[]} */
    const meanwhile = [];
    const over = new AbortController();
    for (const kind of KINDS) addEventListener(kind, (event) => meanwhile.push(event), { signal: over.signal });
    const { drag } = await import('./drag.js');
    over.abort();
    drag(this, row, startY, meanwhile);
  }
}

customElements.define('step-list', StepList);
