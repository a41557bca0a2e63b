// @ts-check
// Every plan under review, and the ways to make one.
import { get, link, post, segment } from '../api.js';
import { debounced, el, fill } from '../dom.js';
import { busy, openDialog } from '../elements/dialog.js';
import { planRow, rows, searchBox } from '../elements/lists.js';
import { emptyState, note } from '../elements/status.js';
import { house } from '../frame.js';
import { icon } from '../icons.js';

const SAMPLE = `request: Say hello in a file.
steps:
  - id: hello
    tool: write_file
    args: {path: hello.txt, content: "Hello.\\n"}
`;

/** @param {import('../types').Page} page */
export default async function plans(page) {
  page.title('Plans');
  let q = page.query.get('q') ?? '';
  const list = el('ul', { class: 'list' });
  const below = el('div');

  async function load() {
    /** @type {import('../types').PlanCard[]} */
    const found = await get('/plans', { query: { q }, signal: page.signal });
    rows(list, found, planRow);
    list.hidden = !found.length;
    fill(below, !found.length && (q ? emptyState({ icon: 'search', title: 'No plan is like that', text: 'Try fewer words.' }) : emptyState({ icon: 'plans', title: 'No plan yet', text: 'A plan is a list of steps that you read, change and check before anything happens. A template is the quickest way to one.', actions: [el('a', { class: 'button primary', href: link('/templates') }, 'Choose a template'), el('button', { class: 'button', type: 'button', onclick: write }, 'Write one')] })));
  }
  const write = () => writePlan(page);
  await load();
  page.main.append(
    el(
      'header',
      { class: 'page-head' },
      el('div', null, el('h1', null, 'Plans'), el('p', null, 'What you are working on. Nothing of it has run until you start it.')),
      el('div', { class: 'actions' }, el('button', { class: 'button', type: 'button', onclick: write }, icon('edit'), 'Write or paste'), el('a', { class: 'button primary', href: link('/templates') }, icon('plus'), 'From a template')),
    ),
    el('div', { class: 'row' }, searchBox({ label: 'Search plans', value: q, search: (text) => ((q = text), page.setQuery({ q }), again()) })),
    list,
    below,
  );
  const again = debounced(() => void load().catch(() => {}), 150);
  house.addEventListener('changed', again, { signal: page.signal });
  house.addEventListener('anew', again, { signal: page.signal });
}

/** A plan as text, in YAML or JSON. @param {import('../types').Page} page */
function writePlan(page) {
  const text = el('textarea', { class: 'input code', rows: 14, spellcheck: 'false', 'aria-label': 'Plan in YAML or JSON', value: SAMPLE });
  const trouble = el('div', { role: 'alert' });
  const make = el('button', { class: 'button primary', type: 'button' }, 'Make the plan');
  make.addEventListener('click', () =>
    busy(make, async () => {
      try {
        const plan = await post('/plans', { text: text.value }, { signal: page.signal });
        dialog.close();
        page.go(`/plans/${segment(plan.id)}`);
      } catch (error) {
        fill(trouble, note('bad', el('span', { class: 'keep' }, error instanceof Error ? error.message : String(error))));
      }
    }),
  );
  const dialog = openDialog({ title: 'Write or paste a plan', kind: 'wide', body: [el('p', { class: 'muted' }, 'YAML or JSON. It may have problems: you mend them in the review.'), text, trouble], foot: [el('button', { class: 'button', type: 'button', onclick: () => dialog.close() }, 'Cancel'), make], signal: page.signal });
  text.focus();
}
