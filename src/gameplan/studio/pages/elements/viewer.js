// @ts-check
// Values as they are best read: text, a difference, a tree of JSON, a table, an effect. All of it is set as text.
import { link, segment } from '../api.js';
import { el, style } from '../dom.js';
import { icon } from '../icons.js';

await style('elements/viewer.css');

const LINES = 400; // drawn at first; the rest on demand
const ENTRIES = 100;

/** A button that copies. @param {() => string} text */
export function copyButton(text) {
  const button = el('button', { class: 'button ghost icon small', type: 'button', 'aria-label': 'Copy', title: 'Copy' }, icon('copy', 14));
  button.addEventListener('click', async () => {
    await navigator.clipboard?.writeText(text());
    button.replaceChildren(icon('check', 14));
    setTimeout(() => button.replaceChildren(icon('copy', 14)), 1200);
  });
  return button;
}

/** @param {string} text */
const linesOf = (text) => text.replace(/\r?\n$/, '').split(/\r?\n/);

/**
 * A scrolling pane of lines, the rest of a long text on demand.
 * @template T
 * @param {T[]} lines @param {(line: T) => HTMLElement} draw @param {string} kind @param {string} label
 */
function pane(lines, draw, kind, label) {
  const body = el('div', { class: `lines ${kind}` });
  const box = el('div', { class: 'pane', tabindex: 0, role: 'group', 'aria-label': label }, body);
  let shown = 0;
  const more = el('button', { class: 'button small', type: 'button', onclick: () => next(5000) });
  /** @param {number} count */
  function next(count) {
    body.append(...lines.slice(shown, shown + count).map(draw));
    shown = Math.min(lines.length, shown + count);
    more.remove();
    if (shown < lines.length) {
      more.textContent = `Show more of ${lines.length.toLocaleString('en')} lines`;
      box.append(more);
    }
  }
  next(LINES);
  return box;
}

/** Text with line numbers. Properties: text, label, numbered, wraps. */
class TextView extends HTMLElement {
  text = '';
  label = 'Text';
  numbered = true;
  wraps = false;
  connectedCallback() {
    const lines = linesOf(this.text);
    this.replaceChildren(pane(lines, (line) => el('span', null, line), `${this.numbered ? 'numbered' : ''} ${this.wraps ? 'wraps' : ''}`, this.label));
  }
}

/** A unified diff. Properties: text, label. */
class DiffView extends HTMLElement {
  text = '';
  label = 'What would change';
  connectedCallback() {
    const draw = (/** @type {DiffLine} */ { kind, text, at, added, taken }) =>
      el('span', { class: kind, 'data-at': at }, text, added !== undefined && [' ', el('b', { class: 'plus' }, `+${added}`), ' ', el('b', { class: 'minus' }, `−${taken}`)]);
    this.replaceChildren(pane(diffLines(this.text), draw, 'diff', this.label));
  }
}

/** @typedef {{kind: '' | 'add' | 'cut-line' | 'hunk' | 'file' | 'said' | 'risk', text: string, at?: number, added?: number, taken?: number}} DiffLine */

const HEAD = /^\+\+\+ (.*?)(?: \(([\d,]+) lines? added, ([\d,]+) lines? taken away\))?$/;
const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;
const WHOLE = /^@@ (from line (\d+).*) @@$/; // two texts that are not compared line by line

/**
 * The lines of a unified diff: what each is, and its number in the file. The lines of a hunk are counted, so that text
 * of a file which looks like the head of another stays text.
 * @param {string} text
 */
export function diffLines(text) {
  /** @type {DiffLine[]} */
  const rows = [];
  const lines = linesOf(text);
  let [old, now] = [0, 0]; // the numbers of the next lines
  let [takes, gives] = [0, 0]; // how many lines the hunk still has of the old text, and of the new
  lines.forEach((line, place) => {
    const sign = line[0] ?? ' ';
    const [hunk, whole] = [HUNK.exec(line), WHOLE.exec(line)];
    if (sign === '+' && gives) {
      gives -= 1;
      rows.push({ kind: 'add', text: line, at: now++ });
    } else if (sign === '-' && takes) {
      takes -= 1;
      rows.push({ kind: 'cut-line', text: line, at: old++ });
    } else if (sign === ' ' && takes && takes < Infinity) {
      takes -= 1;
      gives -= 1;
      old += 1;
      rows.push({ kind: '', text: line, at: now++ });
    } else if (hunk) {
      [old, takes, now, gives] = [Number(hunk[1]), Number(hunk[2] ?? 1), Number(hunk[3]), Number(hunk[4] ?? 1)];
      if (rows.at(-1)?.kind !== 'file' || now > 1) rows.push({ kind: 'hunk', text: '⋯' });
    } else if (whole) {
      [old, now, takes, gives] = [Number(whole[2]), Number(whole[2]), Infinity, Infinity];
      rows.push({ kind: 'hunk', text: whole[1] });
    } else {
      [takes, gives] = [0, 0];
      if (line.startsWith('--- ') && lines[place + 1]?.startsWith('+++ ')) return; // the next line says it again
      const [, name = '', added, taken] = (lines[place - 1]?.startsWith('--- ') && HEAD.exec(line)) || [];
      if (name) rows.push({ kind: 'file', text: name, ...(added ? { added: number(added), taken: number(taken) } : {}) });
      else rows.push({ kind: line.startsWith('HIGH RISK') ? 'risk' : 'said', text: line });
    }
  });
  return rows;
}

/** @param {string} text  such as "1,200" */
const number = (text) => Number(text.replace(/,/g, ''));

/** JSON as a tree. Properties: value, label, depth (levels that are open). */
class JsonView extends HTMLElement {
  /** @type {any} */
  value = null;
  label = 'JSON';
  depth = 2;
  connectedCallback() {
    this.replaceChildren(el('div', { class: 'pane', tabindex: 0, role: 'group', 'aria-label': this.label }, el('div', { class: 'tree' }, tree(null, this.value, this.depth))));
  }
}

/** @param {string | null} key @param {any} value @param {number} depth @returns {HTMLElement} */
function tree(key, value, depth) {
  const name = key === null ? null : [el('span', { class: 'key' }, key), ': '];
  if (value === null || typeof value !== 'object') {
    const kind = typeof value === 'string' ? 'string' : typeof value === 'number' ? 'number' : 'word';
    return el('div', { class: 'leaf' }, name, el('span', { class: kind }, typeof value === 'string' ? JSON.stringify(value) : String(value)));
  }
  const entries = Object.entries(value);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  if (!entries.length) return el('div', { class: 'leaf' }, name, open + close);
  const inside = el('div', { class: 'in' });
  let shown = 0;
  const next = () => {
    inside.append(...entries.slice(shown, shown + ENTRIES).map(([each, one]) => tree(each, one, depth - 1)));
    shown += ENTRIES;
    if (shown < entries.length) {
      const more = el('button', { class: 'button small', type: 'button', onclick: () => (more.remove(), next()) }, `Show more of ${entries.length}`);
      inside.append(more);
    }
  };
  const details = el('details', null, el('summary', null, name, el('span', { class: 'faint' }, Array.isArray(value) ? `[${entries.length}]` : `{${entries.length}}`)), inside);
  details.addEventListener('toggle', () => details.open && !shown && next());
  if (depth > 0) {
    details.open = true;
    next();
  }
  return details;
}

/** A list of objects as a table. Properties: rows, label. */
class TableView extends HTMLElement {
  /** @type {Record<string, any>[]} */
  rows = [];
  label = 'Table';
  connectedCallback() {
    const columns = [...new Set(this.rows.slice(0, 200).flatMap((row) => Object.keys(row)))].slice(0, 40);
    const cell = (/** @type {any} */ value) => (value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value));
    const body = el('tbody');
    let shown = 0;
    const more = el('button', { class: 'button small', type: 'button', onclick: () => next() });
    const next = () => {
      body.append(...this.rows.slice(shown, shown + LINES).map((row) => el('tr', null, columns.map((name) => el('td', { class: typeof row[name] === 'number' ? 'num' : 'wrap' }, cell(row[name]))))));
      shown += LINES;
      more.textContent = `Show more of ${this.rows.length} rows`;
      more.hidden = shown >= this.rows.length;
    };
    next();
    this.replaceChildren(el('div', { class: 'pane', tabindex: 0, role: 'group', 'aria-label': this.label }, el('table', null, el('thead', null, el('tr', null, columns.map((name) => el('th', { scope: 'col' }, name)))), body), more));
  }
}

for (const [name, kind] of Object.entries({ 'gp-text': TextView, 'gp-diff': DiffView, 'gp-json': JsonView, 'gp-table': TableView })) customElements.define(name, kind);

/** @param {any} text */
export const isDiff = (text) => typeof text === 'string' && /^(--- |\+\+\+ |@@ |diff )/m.test(text);
/** @param {any} value */
const isRows = (value) => Array.isArray(value) && value.length > 0 && value.every((row) => row && typeof row === 'object' && !Array.isArray(row));
/** @param {any} value */
const isImage = (value) => typeof value === 'string' && /^data:image\/(png|jpeg|gif|webp);base64,/.test(value);

/** The path of a picture in the workspace that a value is, or names. @param {any} value */
function picturePath(value) {
  const path = typeof value === 'string' ? value : value?.path;
  return typeof path === 'string' && path.length < 500 && /^[^\n]+\.(png|jpe?g|gif|webp)$/i.test(path) ? path : '';
}

/** A picture of the workspace; it goes away if there is none. @param {string} path */
function workspacePicture(path) {
  const img = el('img', { src: link(`/api/workspace/image?path=${segment(path)}`), alt: path, loading: 'lazy', style: { 'max-width': '100%' } });
  img.addEventListener('error', () => img.remove());
  return img;
}

/**
 * What a step does to the world. Takes "writes notes.txt" as well as {verb, target}.
 * @param {string | {verb: string, target: string}} effect
 */
export function effectChip(effect) {
  const text = typeof effect === 'string' ? effect : `${effect.verb} ${effect.target ?? ''}`.trim();
  const verb = text.split(/\s/)[0].toLowerCase();
  const kind = ['write', 'destroy', 'send', 'execute'].find((each) => verb.replace('overwrite', 'destroy').startsWith(each)) ?? '';
  return el('span', { class: `chip wrap ${kind}` }, text);
}

/**
 * The view that suits a value.
 * @param {any} value @param {string} [label]
 * @returns {HTMLElement}
 */
export function viewer(value, label = 'Value') {
  const make = (/** @type {string} */ tag, /** @type {object} */ properties) => Object.assign(document.createElement(tag), { label, ...properties });
  if (isImage(value)) return el('img', { src: value, alt: label, style: { 'max-width': '100%' } });
  const path = picturePath(value);
  if (path) return el('div', { class: 'stack' }, workspacePicture(path), typeof value === 'string' ? make('gp-text', { text: value }) : make('gp-json', { value }));
  if (isDiff(value)) return make('gp-diff', { text: value });
  if (typeof value === 'string') return make('gp-text', { text: value, wraps: !value.includes('\n'), numbered: value.includes('\n') });
  if (isRows(value)) return make('gp-table', { rows: value });
  return make('gp-json', { value });
}
