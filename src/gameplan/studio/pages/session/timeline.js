// @ts-check
// The events of a session as a list that is walked with the arrow keys.
import { el, unique } from '../dom.js';
import { clock } from '../elements/time.js';

/** @typedef {import('../types').Recorded} Recorded */

/** What an event is about, in a few words of its payload. @param {any} payload */
export function gist(payload) {
  if (payload === null || typeof payload !== 'object') return String(payload ?? '');
  const telling = ['step', 'name', 'tool', 'title', 'question', 'request', 'status', 'reason', 'why', 'text', 'agent', 'kind', 'action', 'problem'];
  const found = telling.filter((key) => typeof payload[key] === 'string' && payload[key]).slice(0, 3);
  const words = found.map((key) => payload[key]);
  if (Array.isArray(payload.changes)) words.push(...payload.changes.map((/** @type {any} */ each) => each?.path ?? ''));
  if (!words.length) words.push(...Object.keys(payload).filter((key) => !key.endsWith('_id')).slice(0, 4).map((key) => (typeof payload[key] === 'object' ? key : payload[key] === '' ? '' : `${key} ${payload[key]}`)));
  return words.filter(Boolean).join(' · ').slice(0, 160);
}

/** The colour of an event: by how it ended, else by the room that it belongs to. @param {Recorded} event */
function tone({ type, payload }) {
  const status = payload?.status ?? '';
  if (/fail|refus|denied|blocked/.test(`${type} ${status}`)) return 'bad';
  if (/ask|wait|propos|approv/.test(type)) return 'wait';
  if (/end|complet|done/.test(type)) return 'ok';
  return /^(agent|turn|model|pipeline)/.test(type) ? 'live' : '';
}

/** @param {{show: (event: Recorded) => void}} options */
export function timeline({ show }) {
  const key = unique('event');
  /** @type {Recorded[]} */
  const all = [];
  /** @type {Map<number, HTMLElement>} */
  const drawn = new Map();
  let words = '';
  let visible = 0;
  /** @type {Recorded | null} */
  let chosen = null;
  const element = el('ul', { class: 'timeline', role: 'listbox', tabindex: 0, 'aria-label': 'Events' });

  const fits = (/** @type {Recorded} */ event) => !words || words.split(/\s+/).every((word) => `${event.type} ${JSON.stringify(event.payload)}`.toLowerCase().includes(word));

  /** @param {Recorded} event */
  function draw(event) {
    const row = el('li', { role: 'option', id: `${key}-${event.seq}`, 'aria-selected': 'false', class: tone(event) }, el('span', { class: 'num small faint' }, event.seq), el('span', { class: 'stack tight' }, el('span', { class: 'cut mono' }, event.type), el('span', { class: 'cut small muted' }, gist(event.payload))), el('span', { class: 'num tiny faint' }, clock(event.at)));
    row.addEventListener('click', () => choose(event.seq));
    drawn.set(event.seq, row);
    return row;
  }

  /** @param {Recorded[]} events */
  function add(events) {
    const fresh = events.filter((event) => event.seq > (all.at(-1)?.seq ?? 0));
    all.push(...fresh);
    const fitting = fresh.filter(fits);
    visible += fitting.length;
    element.append(...fitting.map(draw));
  }

  /** The event of that number, or the nearest that is shown before it. @param {number} seq */
  function choose(seq) {
    const event = all.findLast((each) => each.seq <= seq && drawn.has(each.seq)) ?? all.find((each) => drawn.has(each.seq));
    if (!event) return;
    if (chosen) drawn.get(chosen.seq)?.setAttribute('aria-selected', 'false');
    chosen = event;
    const row = drawn.get(event.seq);
    row?.setAttribute('aria-selected', 'true');
    element.setAttribute('aria-activedescendant', `${key}-${event.seq}`);
    reveal();
    show(event);
  }

  /** Scrolls the list, and nothing around it, to the chosen event. */
  function reveal() {
    const row = chosen && drawn.get(chosen.seq);
    if (!row || !element.isConnected) return;
    const [list, box] = [element.getBoundingClientRect(), row.getBoundingClientRect()];
    if (box.top < list.top) element.scrollTop -= list.top - box.top;
    else if (box.bottom > list.bottom) element.scrollTop += box.bottom - list.bottom;
  }

  /** @param {number} by */
  function move(by) {
    const shown = all.filter((each) => drawn.has(each.seq));
    const now = chosen ? shown.indexOf(chosen) : -1;
    const to = shown[Math.max(0, Math.min(shown.length - 1, now + by))];
    if (to) choose(to.seq);
  }

  element.addEventListener('keydown', (event) => {
    const by = { ArrowDown: 1, ArrowUp: -1, PageDown: 12, PageUp: -12, Home: -Infinity, End: Infinity }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    move(by);
  });

  return {
    element,
    add,
    choose,
    move,
    reveal,
    chosen: () => chosen,
    last: () => all.at(-1)?.seq ?? 0,
    total: () => all.length,
    shown: () => visible,
    /** @param {string} text */
    filter: (text) => {
      words = text.toLowerCase();
      drawn.clear();
      const fitting = all.filter(fits);
      visible = fitting.length;
      element.replaceChildren(...fitting.map(draw));
      if (chosen) choose(chosen.seq);
    },
  };
}
