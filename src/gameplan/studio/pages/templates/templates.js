// @ts-check
// Plans that are ready to be used once they are told a few things.
import { Problem, get, post, segment } from '../api.js';
import { el, fill, style, unique } from '../dom.js';
import { busy, openDialog } from '../elements/dialog.js';
import { fieldsFor } from '../elements/form.js';
import { counted, searchBox, titled } from '../elements/lists.js';
import { emptyState, note } from '../elements/status.js';
import { icon } from '../icons.js';

/** @typedef {import('../types').Template} Template */

/** @param {import('../types').Page} page */
export default async function templates(page) {
  page.title('Templates');
  /** @type {[Template[], void]} */
  const [all] = await Promise.all([get('/templates', { signal: page.signal }), style('templates/templates.css')]);
  let q = page.query.get('q') ?? '';
  const cards = el('ul', { class: 'cards' });
  const below = el('div');
  const draw = () => {
    const words = q.toLowerCase().split(/\s+/).filter(Boolean);
    const found = all.filter(({ name, description }) => words.every((word) => `${name} ${description}`.toLowerCase().includes(word)));
    fill(cards, found.map((template) => el('li', null, card(page, template))));
    fill(below, !found.length && emptyState({ icon: 'search', title: 'No template is like that', text: 'Try another word. You can also save any plan of yours as a template, from its review.' }));
  };
  draw();
  page.main.append(
    el('header', { class: 'page-head' }, el('div', null, el('h1', null, 'Templates'), el('p', null, 'Choose one and tell it what it needs. You get a plan to look at; nothing runs yet.'))),
    el('div', { class: 'row' }, searchBox({ label: 'Search templates', value: q, search: (text) => ((q = text), page.setQuery({ q }), draw()) })),
    cards,
    below,
  );
  const wanted = all.find(({ name }) => name === page.query.get('use'));
  if (wanted) void use(page, wanted);
}

/** @param {import('../types').Page} page @param {Template} template */
function card(page, template) {
  const own = template.source && !/built|ship|gameplan/i.test(template.source);
  return el(
    'button',
    { class: 'card link template', type: 'button', 'aria-haspopup': 'dialog', onclick: () => use(page, template) },
    el('span', { class: 'row wide' }, el('strong', { class: 'wrap' }, titled(template.name)), own && el('span', { class: 'chip' }, 'yours')),
    el('span', { class: 'muted small keep' }, template.description),
    el('span', { class: 'faint tiny foot' }, `${counted(template.steps, 'step')} · asks for ${Object.keys(template.inputs).slice(0, 4).join(', ') || 'nothing'}`),
  );
}

/** A template in detail: its steps, and the form that makes a plan of it. @param {import('../types').Page} page @param {Template} template */
async function use(page, template) {
  page.setQuery({ use: template.name });
  const fields = fieldsFor(template.inputs, {}, { fold: true });
  const trouble = el('div', { role: 'alert' });
  const key = unique('use');
  const make = el('button', { class: 'button primary', type: 'submit', form: key }, 'Make the plan', icon('right'));
  const steps = el('ol');
  const needs = Object.keys(template.inputs).length > 0;
  const form = el('form', { class: 'stack', id: key, novalidate: true }, needs ? fields.element : el('p', { class: 'muted' }, 'It needs to be told nothing.'), trouble);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const inputs = fields.read();
    if (!inputs) return;
    void busy(make, async () => {
      try {
        const plan = await post('/plans', { template: template.name, inputs });
        dialog.close();
        page.go(`/plans/${segment(plan.id)}`);
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        fill(trouble, note('bad', el('span', { class: 'keep' }, error.message), error.problems.map((each) => el('p', { class: 'keep' }, each.message))));
      }
    });
  });
  const dialog = openDialog({
    title: titled(template.name),
    kind: 'wide',
    body: [el('p', { class: 'muted keep' }, template.description), el('div', { class: 'use-template' }, form, el('aside', { class: 'stack', 'aria-label': 'Its steps' }, el('h3', { class: 'label' }, counted(template.steps, 'step')), steps))],
    foot: [el('button', { class: 'button', type: 'button', onclick: () => dialog.close() }, 'Cancel'), make],
    closed: () => page.signal.aborted || page.setQuery({ use: null }),
    signal: page.signal,
  });
  /** @type {HTMLElement | null} */ (form.querySelector('input, textarea, select, button'))?.focus();
  const { plan } = await get(`/templates/${segment(template.name)}`, { signal: page.signal });
  fill(steps, (plan.steps ?? []).map((/** @type {any} */ step) => el('li', null, el('span', null, step.description || step.id), el('code', { class: 'faint tiny' }, step.tool ?? (step.plan ? 'a plan' : '')))));
}
