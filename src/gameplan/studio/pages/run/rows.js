// @ts-check
// How the steps of a run look in the list and in the graph. Pure.
import { duration } from '../elements/time.js';
import { argsLine, placed, titleOf } from '../review/steps.js';

/** @typedef {import('../review/list.js').Row} Row */
/** @typedef {import('../review/steps.js').Placed} Placed */

/** What a plan says of its steps is read once for each version of it. @type {WeakMap<object, Placed[]>} */
const read = new WeakMap();

/** @param {any} plan @returns {Placed[]} */
export function placedOnce(plan) {
  let found = read.get(plan);
  if (!found) read.set(plan, (found = placed(plan)));
  return found;
}

/** @type {WeakMap<object, string>} */
const lines = new WeakMap();

/** @param {any} step */
function lineOf(step) {
  let line = lines.get(step);
  if (line === undefined) lines.set(step, (line = argsLine(step)));
  return line;
}

/** The rows of a run. What is inside a step (items, calls, a plan) is shown when the step is chosen. @param {any} view @param {string} selected @returns {Row[]} */
export function runRows(view, selected) {
  const open = selected.split(/[/[]/)[0];
  const critical = new Set(view.criticalPath ?? []);
  /** @type {Row[]} */
  const rows = [];
  const inner = open ? Object.keys(view.steps).filter((name) => name !== open && (name.startsWith(`${open}/`) || name.startsWith(`${open}[`))) : [];
  const known = new Set(inner.map((name) => name.replace(/\[\d+\]/g, ''))); // what has begun; with items, in each of them
  for (const { name, number, depth, step } of placedOnce(view.plan)) {
    if (depth && !name.startsWith(`${open}/`)) continue;
    if (depth && known.has(name)) continue;
    rows.push(row(view, name, number, depth, step, critical));
    if (name !== open) continue;
    inner.sort(inOrder(view.plan)).forEach((each) => {
      const own = placedOnce(view.plan).find((one) => one.name === each.replace(/\[\d+\]/g, ''));
      const item = /^(.*)\[(\d+)\]$/.exec(each.slice(open.length).replace(/^\//, ''));
      const place = item ? String(Number(item[2]) + 1) : own?.number ?? '';
      const step = own && !item ? own.step : { id: item ? `${item[1]} item ${place}`.trim() : each.slice(open.length + 1), tool: own?.step.tool ?? '', args: {} };
      rows.push(row(view, each, place, each.slice(open.length).split(/[/[]/).length - 1, step, critical));
    });
  }
  return rows;
}

/** Items by their number, steps as the plan has them, calls by their names. @param {any} plan @returns {(one: string, other: string) => number} */
function inOrder(plan) {
  const places = new Map(placedOnce(plan).map(({ name }, at) => [name, at]));
  const way = (/** @type {string} */ name) => {
    let outer = '';
    return (name.match(/\[\d+\]|[^/[\]]+/g) ?? []).map((part) => {
      if (part.startsWith('[')) return Number(part.slice(1, -1));
      outer += `${outer && '/'}${part}`;
      return places.get(outer) ?? places.size;
    });
  };
  return (one, other) => {
    const [here, there] = [way(one), way(other)];
    const at = here.findIndex((each, place) => each !== there[place]);
    return at < 0 || there[at] === undefined ? here.length - there.length || one.localeCompare(other, 'en', { numeric: true }) : here[at] - there[at];
  };
}

/** @param {any} view @param {string} name @param {string} number @param {number} depth @param {any} step @param {Set<string>} critical @returns {Row} */
function row(view, name, number, depth, step, critical) {
  const stands = view.steps[name] ?? { status: 'pending' };
  /** @type {import('../review/list.js').Badge[]} */
  const badges = [];
  if (stands.items) badges.push({ text: `${stands.items.done}/${stands.items.total}`, tone: 'live', title: 'items' });
  if (stands.attempts > 1) badges.push({ text: `attempt ${stands.attempts}` });
  const failed = stands.status === 'failed' || stands.status === 'blocked';
  return {
    name, number, depth, badges, tool: step.tool,
    title: titleOf(step),
    sub: stands.status === 'completed' && stands.text ? stands.text.split('\n')[0].slice(0, 200) : lineOf(step),
    state: stands.status,
    problem: failed ? stands.reason : '',
    time: stands.durationMs ? duration(stands.durationMs) : '',
    percent: stands.status === 'running' && stands.percent != null ? stands.percent : undefined,
    fixed: true,
    chain: critical.has(name) && !depth,
  };
}

/** @param {Row[]} rows @returns {Map<string, import('../review/graph.js').Look>} */
export function runLooks(rows) {
  return new Map(rows.filter((each) => !each.depth).map((each) => [each.name, { title: each.title, sub: each.state === 'completed' && each.time ? `${each.tool} · ${each.time}` : each.tool, state: each.state, mark: each.state === 'waiting' ? '?' : '', percent: each.percent }]));
}
