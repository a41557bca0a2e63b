// @ts-check
// The API's reference, drawn from its own OpenAPI document: works offline, and cannot be out of date.
import { get, link } from '../api.js';
import { el, fill, part, style } from '../dom.js';
import { searchBox } from '../elements/lists.js';
import { emptyState } from '../elements/status.js';
import '../elements/viewer.js';
import { example, inline, prose, schemaView, shapeId, shapeLink } from './schema.js';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** @typedef {{method: string, path: string, tag: string, operation: any, id: string}} Operation */
/** @typedef {{text: string, view: HTMLElement, line: HTMLElement}} Entry */
/** @typedef {{section: HTMLElement, listed: HTMLElement, entries: Entry[]}} Group */

/** @param {import('../types').Page} page */
export default async function docs(page) {
  page.title('API');
  const [api] = await Promise.all([get('/openapi.json', { signal: page.signal }), style('docs/docs.css')]);
  /** @type {Operation[]} */
  const all = Object.entries(api.paths ?? {}).flatMap(([path, item]) => METHODS.filter((method) => item[method]).map((method) => ({ method, path, operation: item[method], tag: item[method].tags?.[0] ?? 'Other', id: `${method}${path}`.replace(/[^A-Za-z0-9]+/g, '-') })));
  const shapes = Object.keys(api.components?.schemas ?? {}).sort((one, other) => one.localeCompare(other, 'en'));
  /** Everything there is, each with the text that it is found by and its line in the contents. @type {Group[]} */
  const groups = [...new Set(all.map(({ tag }) => tag))].map((tag) => group(tag, all.filter((each) => each.tag === tag).map((each) => operationEntry(each, api))));
  if (shapes.length) groups.push(group('Shapes', shapes.map((name) => shapeEntry(name, api)), 'What is sent and given, by name: plans and their parts, each kind of edit, what can be said to a run, and what each event says.'));
  const nothing = emptyState({ icon: 'search', title: 'Nothing is like that', text: 'Try a part of a path, such as “runs”.' });
  const body = el('div', { class: 'stack loose grow' }, groups.map(({ section }) => section), nothing);
  const contents = el('nav', { class: 'contents', 'aria-label': 'Operations' }, groups.map(({ listed }) => listed));

  /** What is not looked for is hidden; what is open stays so. @param {string} text */
  function search(text) {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    for (const { section, listed, entries } of groups) {
      for (const each of entries) each.view.hidden = each.line.hidden = !words.every((word) => each.text.includes(word));
      section.hidden = listed.hidden = entries.every(({ view }) => view.hidden);
    }
    nothing.hidden = groups.some(({ section }) => !section.hidden);
  }
  search('');
  const box = searchBox({ label: 'Search the API', search });
  body.addEventListener('click', (event) => {
    const to = /** @type {HTMLElement} */ (event.target).closest('a[href^="#"]')?.getAttribute('href')?.slice(1);
    if (!to || !document.getElementById(to)?.hidden) return;
    /** @type {HTMLInputElement} */ (box.querySelector('input')).value = ''; // it leads to what was not looked for
    search('');
  });
  page.main.append(
    el('header', { class: 'page-head' }, el('div', null, el('h1', null, 'API'), prose(api.info?.description || 'Everything that these pages do, a program can do too.')), el('div', { class: 'actions' }, el('a', { class: 'button', href: link('/api/openapi.json'), download: 'gameplan-openapi.json' }, 'OpenAPI document'))),
    el('div', { class: 'row' }, box),
    el('details', { class: 'card', open: true }, el('summary', null, el('strong', null, 'In Python')), part('gp-text', { text: python, numbered: false, label: 'Example in Python' })),
    el('details', { class: 'card' }, el('summary', null, el('strong', null, 'With HTTP alone')), part('gp-text', { text: http(`${location.origin}${link('/api')}`), numbered: false, label: 'Example with HTTP alone' })),
    el('div', { class: 'reference' }, contents, body),
  );
}

const python = `from gameplan.client import Client

with Client.here() as studio:  # the studio that runs on this machine
    plan = studio.plan_from_template("collect-todos")
    run = studio.start(plan)
    for event in studio.follow(run.id):  # until it ends
        print(event.type)`;

/** @param {string} address */
const http = (address) => `import json

import httpx

with httpx.Client(base_url="${address}") as studio:
    studio.post("/session", json={"token": "…"})  # out of the printed address; the cookie is kept
    plan = studio.post("/plans", json={"template": "collect-todos"}).json()
    run = studio.post(f"/plans/{plan['id']}/runs", json={}, headers={"If-Match": plan["etag"]}).json()["id"]
    with studio.stream("GET", f"/runs/{run}/events?after=0", timeout=None) as events:
        for line in events.iter_lines():
            told = json.loads(line[6:]) if line.startswith("data: ") else {}
            if told.get("type") == "run.approval_asked":
                for item in studio.get(f"/runs/{run}").json()["inbox"]:
                    said = {"step": item["step"], "boundTo": item["boundTo"]}
                    studio.post(f"/runs/{run}/intents", json={"kind": "approve", "payload": said})
            elif told.get("type") == "run.ended":
                break
    print(studio.get(f"/runs/{run}").json()["summary"])`;

/** @param {string} title @param {Entry[]} entries @param {string} [about] @returns {Group} */
function group(title, entries, about) {
  const section = el('section', { class: 'stack' }, el('h2', { class: 'tag' }, title), about && el('p', { class: 'muted' }, about), entries.map(({ view }) => view));
  const listed = el('div', { class: 'stack tight' }, el('h2', { class: 'label' }, title), entries.map(({ line }) => line));
  return { section, listed, entries };
}

/** @param {Operation} each @param {any} api @returns {Entry} */
function operationEntry(each, api) {
  const { method, path, operation, id } = each;
  const line = el('a', { href: `#${id}`, class: 'row' }, el('span', { class: `verb ${method}` }, method), el('span', { class: 'cut mono tiny' }, path.replace(/^.*?\/api/, '') || path));
  return { text: `${method} ${path} ${operation.summary ?? ''} ${operation.description ?? ''}`.toLowerCase(), view: operationView(each, api), line };
}

/** @param {string} name @param {any} api @returns {Entry} */
function shapeEntry(name, api) {
  const line = el('a', { href: `#${shapeId(name)}`, class: 'cut mono tiny' }, name);
  return { text: `${name} ${api.components.schemas[name].description ?? ''}`.toLowerCase(), view: shapeView(name, api), line };
}

/** @param {Operation} each @param {any} api */
function operationView({ method, path, operation, id }, api) {
  const taken = operation.requestBody?.content?.['application/json'];
  /** @type {[string, any][]} */
  const answers = Object.entries(operation.responses ?? {});
  return el(
    'article',
    { class: 'card stack operation', id, tabindex: -1, 'aria-label': `${method.toUpperCase()} ${path}` },
    el('h3', { class: 'row flow' }, el('span', { class: `verb ${method}` }, method), el('code', { class: 'wrap' }, path)),
    operation.summary && el('p', null, operation.summary),
    operation.description && operation.description !== operation.summary && el('div', { class: 'muted small stack' }, prose(operation.description)),
    operation.parameters?.length > 0 && el('div', null, el('table', null, el('caption', { class: 'label' }, 'Parameters'), el('tbody', null, operation.parameters.map((/** @type {any} */ one) => el('tr', null, el('th', { scope: 'row' }, el('code', null, one.name), one.required && el('span', { class: 'faint' }, ' *')), el('td', { class: 'faint' }, one.in), el('td', { class: 'wrap' }, one.description || one.schema?.description || one.schema?.type || '')))))),
    taken && folded('It takes', taken, api),
    answers.map(([status, answer]) => {
      const refused = answer.content?.['application/problem+json'];
      const given = answer.content?.['application/json'] ?? refused ?? answer.content?.['text/event-stream'];
      const codes = Object.keys(refused?.examples ?? {}).map((code) => `\`${code}\``);
      const title = `${status} ${answer.description === 'Successful Response' ? (status === '204' ? 'Done; there is no body.' : 'It gives') : (answer.description ?? '')} ${codes.join(', ')}`.trim();
      return given?.schema && Object.keys(given.schema).length ? folded(title, given, api) : el('p', { class: 'small muted' }, inline(title));
    }),
  );
}

/** @param {string} name @param {any} api */
function shapeView(name, api) {
  const schema = api.components.schemas[name];
  const shown = schema.examples?.[0];
  return el('article', { class: 'card stack shape', id: shapeId(name), tabindex: -1, 'aria-label': name }, el('h3', null, el('code', null, name)), schemaView(schema, api), shown && folded('Example', { example: shown }, api));
}

/** What is taken or given: an example, and the schema. Drawn when it is opened. @param {string} title @param {any} content @param {any} api */
function folded(title, content, api) {
  const inside = el('div', { class: 'stack' });
  const details = el('details', null, el('summary', { class: 'small' }, inline(title)), inside);
  details.addEventListener('toggle', () => {
    if (!details.open || inside.childElementCount) return;
    const problem = content.schema?.$ref?.endsWith('/ProblemDetail');
    /** @type {[string, any][]} */
    const named = Object.entries(content.examples ?? {}).map(([name, each]) => [name, /** @type {any} */ (each).value]);
    const given = named.length ? named : [['', content.example ?? example(content.schema, api)]];
    const shown = given.filter(([, value]) => value !== undefined).map(([name, value]) => el('div', { class: 'stack tight' }, name && el('h4', problem ? { class: 'small' } : { class: 'label' }, problem ? el('code', null, name) : name), part('gp-text', { text: typeof value === 'string' ? value : JSON.stringify(value, null, 2), numbered: false, label: `Example: ${name || title}` })));
    const events = content['x-events'] ?? [];
    fill(inside, problem ? el('p', { class: 'small' }, 'A ', shapeLink('ProblemDetail'), ', as') : content.schema && schemaView(content.schema, api), events.length > 0 && el('p', { class: 'small' }, 'Among them: ', events.map((/** @type {string} */ name, /** @type {number} */ at) => [at ? ', ' : '', shapeLink(name)])), shown);
  });
  return details;
}
