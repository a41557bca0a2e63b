// @ts-check
// Making elements. Text is always text: nothing that comes from data is ever read as HTML.

/** @typedef {import('./types').Child} Child */

const SVG = 'http://www.w3.org/2000/svg';
const UNSEEN = /(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu; // the two that stay join letters and emoji

/** The codes of what is in a text and cannot be seen. @param {string} text */
export const unseen = (text) => [...new Set(text.replace(/\r\n/g, '\n').match(UNSEEN))].map(seen).join(' ');

/**
 * Text as it may be shown: what cannot be seen, or turns the order of letters around, is shown by its code. Whatever
 * becomes text of a page goes through here.
 * @param {unknown} text
 */
export const seen = (text) =>
  String(text).replace(/\r\n/g, '\n').replace(UNSEEN, (each) => {
    const code = /** @type {number} */ (each.codePointAt(0)).toString(16);
    return code.length > 4 ? `\\U${code.padStart(8, '0')}` : code.length > 2 ? `\\u${code.padStart(4, '0')}` : `\\x${code.padStart(2, '0')}`;
  });

/**
 * An element with attributes and children. `onclick: f` listens, `class` and `aria-…` are attributes, `true` sets an
 * attribute, `null` and `false` leave it out, `style: {'--x': 1}` sets properties (inline style texts are forbidden).
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any> | null} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(tag, attributes, ...children) {
  return /** @type {any} */ (furnish(document.createElement(tag), attributes, children));
}

/**
 * The same for SVG.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any> | null} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, attributes, ...children) {
  return /** @type {any} */ (furnish(document.createElementNS(SVG, tag), attributes, children));
}

/**
 * A custom element of ours with its properties set: `part('gp-diff', {text})`.
 * @param {string} tag
 * @param {Record<string, any>} properties
 * @returns {HTMLElement}
 */
export function part(tag, properties = {}) {
  return Object.assign(document.createElement(tag), properties);
}

/**
 * @param {Element} element
 * @param {Record<string, any> | null | undefined} attributes
 * @param {Child[]} children
 */
function furnish(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'style') for (const [key, each] of Object.entries(value)) /** @type {any} */ (element).style.setProperty(key, String(each));
    else if (name === 'value' && 'value' in element) /** @type {any} */ (element).value = value;
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  append(element, children);
  return element;
}

/**
 * @param {Element | DocumentFragment} parent
 * @param {Child[]} children
 */
function append(parent, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    if (Array.isArray(child)) append(parent, child);
    else parent.append(child instanceof Node ? child : seen(child));
  }
}

/**
 * Replaces what an element holds.
 * @template {Element} E
 * @param {E} element
 * @param {...Child} children
 * @returns {E}
 */
export function fill(element, ...children) {
  element.replaceChildren();
  append(element, children);
  return element;
}

/**
 * Keeps a list of elements in step with a list of values: elements of values that stay are kept (with focus and
 * scroll), those of values that went are removed.
 * @template T
 * @param {Element} parent
 * @param {T[]} values
 * @param {(value: T) => string} key
 * @param {(value: T, before: Element | null) => Element} draw  gets the element that stood for the key before, if any
 */
export function keyed(parent, values, key, draw) {
  const before = new Map([...parent.children].map((child) => [/** @type {any} */ (child).gpKey, child]));
  let place = parent.firstElementChild;
  for (const value of values) {
    const name = key(value);
    const old = before.get(name) ?? null;
    const element = draw(value, old);
    before.delete(name);
    /** @type {any} */ (element).gpKey = name;
    const inPlace = old !== null && old === place;
    if (old && old !== element) old.replaceWith(element);
    if (inPlace) place = element.nextElementSibling;
    else parent.insertBefore(element, place);
  }
  for (const gone of before.values()) gone.remove();
}

let count = 0;
/** An id that is used once in the page: for `label for`, `aria-describedby`. */
export const unique = (name = 'x') => `gp-${name}-${++count}`;

/**
 * Calls `f` a little after the last of several calls.
 * @template {any[]} A
 * @param {(...args: A) => void} f
 * @param {number} wait  milliseconds
 */
export function debounced(f, wait) {
  let timer = 0;
  return (/** @type {A} */ ...args) => {
    clearTimeout(timer);
    timer = window.setTimeout(() => f(...args), wait);
  };
}

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

/** A page's own style sheet, before it is drawn. @param {string} path  such as "review/review.css" */
export function style(path) {
  const href = new URL(path, import.meta.url).href;
  if ([...document.styleSheets].some((sheet) => sheet.href === href)) return Promise.resolve();
  return new Promise((done) => {
    const sheet = el('link', { rel: 'stylesheet', href, onload: () => done(undefined), onerror: () => done(undefined) });
    document.head.append(sheet);
  });
}

/** What is to be done when the pointer is let go; null: it is not pressed. @type {Set<() => void> | null} */
let late = null;
let timer = 0;
/** @param {number} wait */
const letGo = (wait) => {
  clearTimeout(timer);
  timer = window.setTimeout(() => {
    const all = late;
    late = null;
    all?.forEach((f) => f());
  }, wait);
};
addEventListener('pointerdown', ({ button, target }) => {
  if (button || !(target instanceof Element) || target.closest('select')) return; // which keeps its pointerup to itself
  late ??= new Set();
  letGo(5000);
}, true);
for (const kind of ['pointerup', 'pointercancel']) addEventListener(kind, () => letGo(0), true);

/** Draws now, or when the pointer is let go: what is pressed must still be there for its click. @param {() => void} draw */
export const unpressed = (draw) => void (late ? late.add(draw) : draw());
