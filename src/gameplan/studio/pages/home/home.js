// @ts-check
// What waits for me, what runs, a box to ask for something, what I am working on, what was done.
import { Problem, get, link, post, segment } from '../api.js';
import { debounced, el, fill, style, unique } from '../dom.js';
import { busy } from '../elements/dialog.js';
import { planRow, rows, runRow, titled } from '../elements/lists.js';
import { emptyState, note } from '../elements/status.js';
import { house } from '../frame.js';
import { icon } from '../icons.js';
import { inbox, refreshInbox } from '../inbox.js';

/** @typedef {import('../types').Home} Home */

/** @param {import('../types').Page} page */
export default async function home(page) {
  page.title('');
  /** @type {[Home, void]} */
  const [first] = await Promise.all([get('/home', { signal: page.signal }), style('home/home.css')]);
  /** @type {import('../types').Template[]} */
  const templates = first.models.ready ? [] : await get('/templates', { signal: page.signal });
  const asked = el('div');
  const waiting = section('Waits for you', asked);
  const [running, recent, drafts] = [listed(), listed(), listed()];
  const sections = { running: section('Running', running, { href: '/runs', text: 'All runs' }), recent: section('Done lately', recent, { href: '/runs', text: 'All runs' }), drafts: section('Plans in review', drafts, { href: '/plans', text: 'All plans' }) };
  const welcome = el('div');

  /** @param {Home} now */
  const draw = (now) => {
    rows(running, now.running.slice(0, 8), runRow);
    rows(recent, now.recent.slice(0, 6), runRow);
    rows(drafts, now.drafts.slice(0, 6), planRow);
    sections.running.hidden = !now.running.length;
    sections.recent.hidden = !now.recent.length;
    sections.drafts.hidden = !now.drafts.length;
    const nothing = !now.running.length && !now.recent.length && !now.drafts.length;
    fill(welcome, nothing && !inbox.count && begin());
  };
  const count = async () => {
    waiting.hidden = !inbox.count;
    if (!inbox.count || asked.childElementCount) return;
    const { asks } = await import('../elements/ask.js'); // loaded when there is something to ask
    if (!asked.childElementCount) asked.append(asks(page.signal, 5));
  };
  inbox.addEventListener('change', count, { signal: page.signal });
  if (first.waiting.length && !inbox.known) await refreshInbox(); // what waits is there at once, and pushes nothing down
  await count();
  draw(first);
  page.main.append(
    el('header', { class: 'page-head' }, el('div', null, el('h1', null, 'What is to be done?'), el('p', { class: 'small row' }, icon('file', 14), el('span', { class: 'cut', title: first.workspace }, 'Works in ', el('code', null, tail(first.workspace)))))),
    waiting,
    sections.running,
    wish(page, first, templates),
    welcome,
    el('div', { class: 'pair' }, sections.drafts, sections.recent),
  );
  const again = debounced(() => get('/home', { signal: page.signal }).then(draw, () => {}), 150);
  house.addEventListener('changed', again, { signal: page.signal });
  house.addEventListener('anew', again, { signal: page.signal });
}

const listed = () => el('ul', { class: 'list' });

/** @param {string} title @param {HTMLElement} body @param {{href: string, text: string}} [all] */
function section(title, body, all) {
  const id = unique('section');
  return el('section', { class: 'section', 'aria-labelledby': id }, el('header', null, el('h2', { id }, title), all && el('a', { class: 'small', href: link(all.href) }, all.text)), body);
}

/** The end of a long path: that is where it says something. @param {string} path */
const tail = (path) => (path.length > 40 ? `…/${path.split(/[\\/]/).slice(-2).join('/')}` : path);

/** The box to ask with; without a model, the templates. @param {import('../types').Page} page @param {Home} now @param {import('../types').Template[]} templates */
function wish(page, now, templates) {
  if (!now.models.ready) return offer(templates.slice(0, now.recent.length || now.drafts.length || now.running.length ? 3 : 6));
  const box = el('textarea', { class: 'input', rows: 2, 'aria-label': 'What is to be done?', placeholder: 'Set the version to 2.0.0, keep a backup, and note it in the changelog', maxlength: 20000 });
  const trouble = el('div', { role: 'alert' });
  const send = el('button', { class: 'button primary', type: 'submit' }, 'Draft a plan', icon('right'));
  const form = el('form', { class: 'wish card' }, box, el('div', { class: 'row wide flow' }, el('span', { class: 'small faint wrap' }, `${now.models.planner} drafts it; you read it before anything runs.`), el('span', { class: 'actions' }, el('a', { class: 'button ghost', href: link('/templates') }, 'Use a template'), send)), trouble);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (!box.value.trim()) return box.focus();
    void busy(send, async () => {
      try {
        const plan = await post('/plans', { request: box.value.trim() });
        page.go(`/plans/${segment(plan.id)}`);
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        fill(trouble, note('bad', el('span', { class: 'keep' }, error.message)));
      }
    });
  });
  box.addEventListener('keydown', (event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && form.requestSubmit());
  return form;
}

/** @param {import('../types').Template[]} templates */
function offer(templates) {
  const list = el('ul', { class: 'offers' }, templates.map(({ name, description }) => el('li', null, el('a', { href: link(`/templates?use=${segment(name)}`) }, el('strong', null, titled(name)), el('span', { class: 'small muted two-lines' }, description)))));
  return el(
    'div',
    { class: 'card stack' },
    el('p', { class: 'muted' }, 'Begin with a template: it is a plan that needs a few words from you.'),
    list,
    el('div', { class: 'actions' }, el('a', { class: 'button primary', href: link('/templates') }, 'All templates'), el('a', { class: 'button ghost', href: link('/settings') }, 'Ask in your own words: set a model')),
  );
}

function begin() {
  return emptyState({ icon: 'graph', title: 'Nothing has happened yet', text: 'You describe or choose what is to be done. You get a plan, step by step, with what each step would change. You start it; it asks before it overwrites, sends or deletes anything; and you can take it back.' });
}
