// @ts-check
// What came of a run, and how to take it back.
import { get, post, Problem } from '../api.js';
import { el } from '../dom.js';
import { busy, openDialog, toast } from '../elements/dialog.js';
import { note } from '../elements/status.js';
import { counted } from '../elements/lists.js';
import { duration } from '../elements/time.js';
import { effectChip } from '../elements/viewer.js';
import { icon } from '../icons.js';
import { beside, filesView } from './files.js';

/** @typedef {import('./store.js').RunStore} RunStore */

/** @param {RunStore} store @param {(name: string) => void} select @param {(name: string, button: HTMLButtonElement) => void} retry */
export function summaryCard(store, select, retry) {
  const { view } = store;
  const { summary } = view;
  /** @type {import('../types').FileChange[]} */
  const files = view.changes;
  const name = (/** @type {string} */ each) => el('button', { type: 'button', class: 'step-link', onclick: () => select(each) }, each);
  const read = async (/** @type {string} */ path) => (await get(`${store.path}/changes`, { query: { path }, signal: store.signal })).find((/** @type {any} */ each) => each.path === path);
  const did = files.length ? el('section', { class: 'section' }, el('h3', null, `${counted(files.length, files.some(({ kind }) => kind === 'directory') ? 'path' : 'file')} ${summary ? 'changed' : 'changed so far'}`), filesView(files, { read, step: name })) : null;
  if (!summary) return did ?? el('div', { class: 'nothing' }, el('p', null, 'Choose a step to see what it did.'));
  const out = Object.keys(summary.skipped ?? {}).length;
  const words = { completed: out ? `It is done, but for ${counted(out, 'step')} left out.` : 'It is done.', failed: 'It failed.', cancelled: 'It was cancelled.', waiting: 'It waits for you.' }[/** @type {string} */ (summary.status)] ?? summary.status;
  const again = (/** @type {string} */ step) => el('button', { type: 'button', class: 'button small', 'aria-label': `Retry ${step}`, onclick: (/** @type {MouseEvent} */ event) => retry(step, /** @type {HTMLButtonElement} */ (event.currentTarget)) }, icon('retry'), 'Retry');
  const reasons = (/** @type {string} */ title, /** @type {Record<string, string>} */ each, retries = false) =>
    Object.keys(each ?? {}).length ? el('section', { class: 'section' }, el('h3', null, title), el('ul', { class: 'stack tight small' }, Object.entries(each).slice(0, 50).map(([step, why]) => el('li', { class: 'row wide' }, el('span', { class: 'grow' }, name(step), ' ', el('span', { class: 'muted' }, why)), retries ? again(step) : null)))) : null;
  const more = beside(summary.effects);
  const cost = Number(view.cost ?? 0);
  const tokens = Number(view.tokens ?? 0).toLocaleString('en');
  return el('div', { class: 'stack loose summary' },
    el('h2', null, 'Summary'),
    note(summary.status === 'completed' ? 'ok' : summary.status === 'waiting' ? 'wait' : 'bad', words, summary.reason ? ` ${summary.reason}` : ''),
    view.undone ? note('', 'It was undone: the files are as they were before.') : null,
    reasons('Failed', summary.failed, summary.status !== 'cancelled'), reasons('Blocked', summary.blocked), reasons('Skipped', summary.skipped),
    did ?? el('p', { class: 'muted' }, 'It changed no file.'),
    more.length ? el('section', { class: 'section' }, el('h3', null, 'What it did besides'), el('div', { class: 'row flow' }, more.slice(0, 100).map(effectChip))) : null,
    el('dl', { class: 'facts' },
      el('dt', null, 'Steps'), el('dd', null, `${summary.completed?.length ?? 0} of ${view.total} completed`),
      el('dt', null, 'Took'), el('dd', { class: 'num' }, duration(summary.durationMs)),
      el('dt', null, 'Longest chain'), el('dd', null, el('span', { class: 'num' }, duration(summary.criticalPathMs)), ' ', chain(summary.criticalPath ?? [], name)),
      el('dt', null, 'Cost'), el('dd', null, cost ? `$${cost.toFixed(4)} for ${tokens} tokens` : view.tokens ? `${tokens} tokens; what they cost is not known` : 'nothing: no model was used')));
}

/** @param {string[]} path @param {(name: string) => Node} name */
function chain(path, name) {
  const shown = path.length > 8 ? [...path.slice(0, 4), '…', ...path.slice(-3)] : path;
  return el('span', { class: 'chain small' }, shown.map((each, at) => [at ? ' → ' : '', each === '…' ? '…' : name(each)]));
}

/** Puts the files back as they were; where a person has changed one since, asks. @param {RunStore} store @param {HTMLButtonElement | null} button @param {string[]} [force] */
export function undo(store, button, force = []) {
  return busy(button, async () => {
    try {
      const report = await post(`${store.path}/undo`, { force });
      const kept = report.kept?.length ? ` ${report.kept.length} left as they are.` : '';
      toast(`${report.text || `Put back ${count(report.restored)}, removed ${count(report.removed)}.`}${kept}`, 'ok');
      await store.load();
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 409) throw error;
      conflicts(store, error);
    }
  });
}

/** @param {any} each */
const count = (each) => `${each?.length ?? 0} ${each?.length === 1 ? 'file' : 'files'}`;

/** @param {RunStore} store @param {Problem} problem */
function conflicts(store, problem) {
  const told = problem.body.current?.conflicts ?? [];
  /** @type {{one: {path: string, reason: string}, box: HTMLInputElement}[]} */
  const boxes = told.map((/** @type {any} */ one) => ({ one, box: el('input', { type: 'checkbox', value: one.path }) }));
  const go = el('button', { type: 'button', class: 'button danger', onclick: () => {
    dialog.close();
    void undo(store, null, boxes.filter(({ box }) => box.checked).map(({ box }) => box.value));
  } }, 'Put these back');
  const dialog = openDialog({
    title: 'Somebody has changed files since',
    body: [
      el('p', { class: 'muted' }, boxes.length ? 'Nothing was put back. These files are not as the run left them; choose those to put back all the same, and lose what was changed since.' : problem.message),
      boxes.map(({ one, box }) => el('label', { class: 'check' }, box, el('span', null, el('code', null, one.path), ' ', el('span', { class: 'hint' }, one.reason)))),
    ],
    foot: [el('button', { type: 'button', class: 'button', onclick: () => dialog.close() }, 'Leave everything'), boxes.length ? go : null],
  });
}
