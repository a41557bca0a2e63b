// @ts-check
// Every run: what it is, how it stands, how far it is.
import { get, link } from '../api.js';
import { debounced, el, fill } from '../dom.js';
import { choices, rows, runRow, searchBox } from '../elements/lists.js';
import { emptyState } from '../elements/status.js';
import { house } from '../frame.js';

/** @param {import('../types').Page} page */
export default async function runs(page) {
  page.title('Runs');
  let [q, status] = [page.query.get('q') ?? '', page.query.get('status') ?? ''];
  const list = el('ul', { class: 'list' });
  const below = el('div');
  const more = el('button', { class: 'button', type: 'button', hidden: true, onclick: () => ((limit += 100), load()) }, 'Show more');
  let limit = 50;

  async function load() {
    /** @type {import('../types').RunCard[]} */
    const found = await get('/runs', { query: { q, status, limit }, signal: page.signal });
    rows(list, found, runRow);
    list.hidden = !found.length;
    more.hidden = found.length < limit;
    fill(below, !found.length && nothing());
  }
  function nothing() {
    if (q || status) return emptyState({ icon: 'search', title: 'No run is like that', text: 'Try fewer words, or another status.', actions: el('button', { class: 'button', type: 'button', onclick: () => page.go('/runs') }, 'Show all runs') });
    return emptyState({ icon: 'runs', title: 'Nothing has run yet', text: 'A run is a plan being carried out. Take a template, tell it what it needs, look at the plan, and start it.', actions: el('a', { class: 'button primary', href: link('/templates') }, 'Choose a template') });
  }
  const again = debounced(() => void load().catch(() => {}), 150);
  const set = () => {
    page.setQuery({ q, status });
    again();
  };
  await load();
  page.main.append(
    el('header', { class: 'page-head' }, el('div', null, el('h1', null, 'Runs'), el('p', null, 'Plans that are being carried out, and those that were.'))),
    el(
      'div',
      { class: 'row flow wide' },
      searchBox({ label: 'Search runs', value: q, search: (text) => ((q = text), set()) }),
      choices({ label: 'Status', chosen: status, each: [['', 'All'], ['running', 'Running'], ['waiting', 'Waiting'], ['completed', 'Done'], ['failed', 'Failed'], ['cancelled', 'Cancelled']], choose: (value) => ((status = value), set()) }),
    ),
    list,
    below,
    more,
  );
  house.addEventListener('changed', again, { signal: page.signal });
  house.addEventListener('anew', again, { signal: page.signal });
}
