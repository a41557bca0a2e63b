// @ts-check
// One session, event by event: what happened, how things stood at that moment, what agents were told and did.
import { get, link, segment } from '../api.js';
import { debounced, el, fill, part, style } from '../dom.js';
import { counted, searchBox } from '../elements/lists.js';
import { badge, emptyState, note } from '../elements/status.js';
import { tabs } from '../elements/tabs.js';
import { clock } from '../elements/time.js';
import '../elements/viewer.js';
import { icon } from '../icons.js';
import { follow } from '../stream.js';
import { timeline } from './timeline.js';

/** @typedef {import('../types').Recorded} Recorded */

const AT_ONCE = 500; // events in one answer
const MOST = 20_000; // events in the list

/** @param {import('../types').Page} page */
export default async function session(page) {
  const path = `/sessions/${segment(page.params.id)}`;
  /** @type {[import('../types').SessionCard, void]} */
  const [card] = await Promise.all([get(path, { signal: page.signal }), style('session/session.css')]);
  page.title(card.title || card.id);
  /** @type {Record<string, string>} */
  const asked = page.query.get('private') ? { private: 'true' } : {};
  if (card.private && !asked.private) {
    const all = el('a', { class: 'button', href: link(`${path}?private=1`) }, 'Show it all the same');
    page.main.append(head(card), emptyState({ icon: 'shield', title: 'You play this game', text: card.private, actions: all }));
    return;
  }
  /** @type {Recorded[]} */
  const firstEvents = await get(`${path}/events`, { query: { after: 0, limit: AT_ONCE, ...asked }, signal: page.signal });
  const detail = el('div', { class: 'stack detail' });
  const line = timeline({ show: (event) => show(event) });
  const place = el('input', { type: 'range', min: 1, value: 1, 'aria-label': 'Event', oninput: () => line.choose(Number(place.value)) });
  const where = el('output', { class: 'small num muted' });
  const count = el('span', { class: 'small faint num' });

  /** @param {Recorded[]} events */
  function add(events) {
    line.add(events);
    const last = line.last();
    place.max = String(last || 1);
    fill(count, line.shown() < line.total() ? `${line.shown()} of ${counted(line.total(), 'event')}` : counted(line.total(), 'event'));
  }

  const loadState = debounced(async (/** @type {number} */ seq, /** @type {HTMLElement} */ into) => {
    try {
      /** @type {import('../types').StateView} */
      const state = await get(`${path}/state`, { query: { at: seq, ...asked }, signal: page.signal });
      if (line.chosen()?.seq === seq) fill(into, stateView(state));
    } catch (error) {
      if (!page.signal.aborted) fill(into, note('bad', error instanceof Error ? error.message : String(error)));
    }
  }, 120);

  let tab = 'event';
  /** @param {Recorded} event */
  function show(event) {
    place.value = String(event.seq);
    fill(where, `${event.seq} of ${line.last()}`);
    page.setQuery({ at: String(event.seq) });
    const state = el('div', { class: 'stack' }, el('p', { class: 'faint small' }, 'Folding…'));
    fill(
      detail,
      el('div', { class: 'stack tight' }, el('h2', { class: 'mono' }, event.type), el('p', { class: 'small muted num' }, `Event ${event.seq}, ${clock(event.at)}`)),
      tabs(
        [
          { name: 'event', title: 'What happened', draw: () => part('gp-json', { value: event.payload, label: 'Payload', depth: 3 }) },
          { name: 'state', title: 'How things stood', draw: () => (loadState(event.seq, state), state) },
        ],
        { label: 'Event', chosen: tab, onchange: (name) => (tab = name) },
      ),
    );
  }

  const recorded = el(
    'div',
    { class: 'record' },
    el('div', { class: 'stack' }, el('div', { class: 'row' }, searchBox({ label: 'Filter events', search: (text) => (line.filter(text), add([])) }), count), line.element),
    el('div', { class: 'stack' }, el('div', { class: 'row' }, el('button', { class: 'button icon small', type: 'button', 'aria-label': 'Event before', onclick: () => line.move(-1) }, icon('left')), place, el('button', { class: 'button icon small', type: 'button', 'aria-label': 'Next event', onclick: () => line.move(1) }, icon('right')), where), detail),
  );

  page.main.append(
    head(card),
    ...(card.damaged ? [note('bad', card.damaged)] : []),
    tabs(
      [
        { name: 'events', title: 'Events', draw: () => recorded },
        { name: 'agents', title: 'Agents', draw: () => agents(path, asked, page.signal) },
      ],
      { label: 'Session', chosen: page.query.get('tab') ?? 'events', onchange: (name) => page.setQuery({ tab: name }) },
    ),
  );

  let events = firstEvents;
  add(events);
  const wanted = Number(page.query.get('at')) || line.last();
  line.choose(wanted);
  page.shortcut('j', 'Next event', () => line.move(1));
  page.shortcut('k', 'Event before', () => line.move(-1));
  while (events.length === AT_ONCE && line.total() < MOST) {
    events = await get(`${path}/events`, { query: { after: line.last(), limit: AT_ONCE, ...asked }, signal: page.signal });
    add(events);
  }
  if (line.chosen()?.seq !== wanted) line.choose(wanted);
  setTimeout(line.reveal); // once the page is there
  follow(`${path}/stream${asked.private ? '?private=true' : ''}`, {
    after: line.last(),
    signal: page.signal,
    event: ({ data, id }) => {
      if (id === undefined) return;
      const atEnd = line.chosen()?.seq === line.last();
      add([data]);
      if (atEnd) line.choose(data.seq);
      else if (line.chosen()) fill(where, `${line.chosen()?.seq} of ${line.last()}`);
    },
  });
}

/** What it is, and the way to the page that it has of its own. @param {import('../types').SessionCard} card */
function head(card) {
  const home = card.kind === 'run' ? `/runs/${segment(card.id)}` : card.kind === 'plan' ? `/plans/${segment(card.id)}` : '';
  return el(
    'header',
    { class: 'page-head' },
    el('div', { class: 'stack tight' }, el('div', { class: 'row' }, el('span', { class: 'chip' }, card.kind || 'session'), card.writing && badge('running', { text: 'being written' })), el('h1', { class: 'cuts' }, card.title || card.id), el('code', { class: 'faint tiny wrap' }, card.id)),
    home && el('div', { class: 'actions' }, el('a', { class: 'button', href: link(home) }, card.kind === 'run' ? 'Open the run' : 'Open the plan', icon('right'))),
  );
}

/** How a session stood: a run or an agent's plan as its steps, everything else slice by slice. @param {import('../types').StateView} state */
function stateView(state) {
  const slices = /** @type {[string, any[]][]} */ (Object.entries(state.slices ?? {}));
  const { run, plan } = state;
  return [
    run && el('div', { class: 'stack' }, el('div', { class: 'row flow' }, badge(run.status), el('span', { class: 'small muted num' }, `${run.done} of ${counted(run.total, 'step')}`)), el('ul', { class: 'stood' }, Object.values(run.steps).map((step) => el('li', null, badge(step.status, { bare: true }), el('span', { class: 'cut' }, step.name), el('span', { class: 'small muted cut' }, step.reason || step.text))))),
    plan && section('Plan', plan),
    slices.map(([name, values]) => (name === 'planning.plan' ? values.map(agentsPlan) : section(name, values.length === 1 ? values[0] : values))),
    !run && !plan && !slices.length && el('p', { class: 'muted' }, 'Nothing is folded from these events alone.'),
  ];
}

/** @param {string} name @param {any} value */
const section = (name, value) => el('div', { class: 'stack tight' }, el('h3', { class: 'label' }, name), part('gp-json', { value, label: name, depth: 2 }));

/** @type {Record<string, string>} */
const signs = { active: 'running', in_progress: 'running', done: 'completed', abandoned: 'cancelled' };

/** The list that an agent keeps for itself. @param {{objective: string, status: string, steps: {title: string, status: string, details: string | null, notes: string[]}[]}} plan */
const agentsPlan = ({ objective, status, steps }) =>
  el('div', { class: 'stack' }, el('div', { class: 'row' }, kept(status), el('strong', { class: 'wrap' }, objective)), el('ul', { class: 'stood titles' }, steps.map((step) => el('li', null, kept(step.status, true), el('span', { class: 'stack tight' }, el('span', { class: 'wrap' }, step.title), [step.details, ...step.notes].map((text) => text && el('span', { class: 'small muted keep' }, text)))))));

/** @param {string} status @param {boolean} [bare] */
const kept = (status, bare) => badge(signs[status] ?? status, { text: status.replace('_', ' '), bare });

/** The turns of agents, drawn when they are first looked at. @param {string} path @param {Record<string, string>} asked @param {AbortSignal} signal */
function agents(path, asked, signal) {
  const box = el('div', { class: 'stack' }, el('p', { class: 'faint' }, 'Reading…'));
  Promise.all([get(`${path}/turns`, { query: asked, signal }), import('./turns.js')]).then(
    ([turns, { turnsView }]) => fill(box, turnsView(turns)),
    (error) => signal.aborted || fill(box, note('bad', error.message)),
  );
  return box;
}
