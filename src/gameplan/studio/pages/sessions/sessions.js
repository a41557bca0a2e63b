// @ts-check
// Every session of the record: runs, plans, drafting, agents.
import { get, link, segment } from '../api.js';
import { debounced, el, fill } from '../dom.js';
import { choices, counted, rows, searchBox } from '../elements/lists.js';
import { badge, emptyState } from '../elements/status.js';
import { time } from '../elements/time.js';
import { house } from '../frame.js';

/** @param {import('../types').Page} page */
export default async function sessions(page) {
  page.title('Sessions');
  let [q, kind] = [page.query.get('q') ?? '', page.query.get('kind') ?? ''];
  const list = el('ul', { class: 'list' });
  const below = el('div');

  async function load() {
    /** @type {import('../types').SessionCard[]} */
    const found = await get('/sessions', { query: { q, kind }, signal: page.signal });
    rows(list, found, row);
    list.hidden = !found.length;
    fill(below, !found.length && nothing());
  }
  function nothing() {
    if (q || kind) return emptyState({ icon: 'search', title: 'No session is like that', text: 'Try fewer words, or all kinds.', actions: el('button', { class: 'button', type: 'button', onclick: () => page.go('/sessions') }, 'Show all sessions') });
    return emptyState({ icon: 'sessions', title: 'The record is empty', text: 'Whatever happens is written down here as events: each step of a run, each edit of a plan, each word an agent was told. Start something, and watch it event by event.', actions: el('a', { class: 'button primary', href: link('/templates') }, 'Choose a template') });
  }
  const again = debounced(() => void load().catch(() => {}), 200);
  const set = () => {
    page.setQuery({ q, kind });
    again();
  };
  await load();
  page.main.append(
    el('header', { class: 'page-head' }, el('div', null, el('h1', null, 'Sessions'), el('p', null, 'The record: everything that happened, event by event, and how things stood at each.'))),
    el(
      'div',
      { class: 'row flow wide' },
      searchBox({ label: 'Search sessions', value: q, search: (text) => ((q = text), set()) }),
      choices({ label: 'Kind', chosen: kind, each: [['', 'All'], ['run', 'Runs'], ['plan', 'Plans'], ['agent', 'Agents']], choose: (value) => ((kind = value), set()) }),
    ),
    list,
    below,
  );
  house.addEventListener('changed', again, { signal: page.signal });
  house.addEventListener('anew', again, { signal: page.signal });
}

/** @param {import('../types').SessionCard} session */
function row(session) {
  return el(
    'a',
    { class: 'entry', href: link(`/sessions/${segment(session.id)}`) },
    el('span', { class: 'cut entry-title' }, session.title || session.id),
    session.damaged ? badge('failed', { text: 'damaged' }) : session.writing ? badge('running', { text: 'being written' }) : el('span'),
    el('span', { class: 'row small muted entry-more' }, el('span', { class: 'chip' }, session.kind || 'session'), el('span', { class: 'num' }, counted(session.events, 'event')), el('code', { class: 'cut faint tiny' }, session.id)),
    el('span', { class: 'small faint num entry-when' }, time(session.updatedAt)),
  );
}
