// @ts-check
// How the steps of a plan under review look in the list and in the graph. Pure.
import { asked } from './inspector.js';
import { argsLine, leftOut, placed, problemWords, seconds, titleOf } from './steps.js';

/** @param {import('./store.js').PlanStore} store @returns {import('./list.js').Row[]} */
export function reviewRows(store) {
  const problems = byStep(store.view.problems);
  return placed(store.view.plan).map(({ name, number, depth, step }) => {
    const wrong = problems.get(name) ?? [];
    const foreseen = store.foreseen.get(name);
    const frozen = store.frozen.get(name.split('/')[0]);
    const asks = asked(foreseen?.asks) || (step.approval ? 'the plan asks for it' : '');
    /** @type {import('./list.js').Badge[]} */
    const badges = [];
    if (wrong.length) badges.push({ text: wrong.length > 1 ? `${wrong.length} problems` : 'problem', tone: 'bad' });
    if (foreseen?.refused && !leftOut(step)) badges.push({ text: 'would be refused', tone: 'bad', title: foreseen.refused });
    if (asks && !leftOut(step)) badges.push({ text: 'asks first', tone: 'wait', title: asks });
    if (step.forEach) badges.push({ text: 'for each' });
    if (step.when && !leftOut(step)) badges.push({ text: 'if', title: step.when });
    if (step.critical) badges.push({ text: 'critical' });
    if (step.plan) badges.push({ text: typeof step.plan === 'string' ? `plan ${step.plan}` : 'plan' });
    const time = step.estimatedDuration ?? store.view.estimates?.[step.tool];
    return {
      name, number, depth, badges, tool: step.tool,
      title: titleOf(step),
      sub: argsLine(step),
      state: frozen ?? (leftOut(step) ? 'skip' : 'plan'),
      problem: wrong[0] ? problemWords(wrong[0]) : '',
      time: time ? seconds(time) : '',
      fixed: Boolean(frozen),
    };
  });
}

/** @param {import('./list.js').Row[]} rows @returns {Map<string, import('./graph.js').Look>} */
export function looks(rows) {
  const top = (/** @type {import('./list.js').Row} */ row) => row.name.split('/')[0]; // it stands for what is inside it, too
  const asking = new Set(rows.filter((row) => row.badges.some((badge) => badge.tone === 'wait')).map(top));
  const wrong = new Set(rows.filter((row) => row.problem).map(top));
  return new Map(rows.filter((row) => !row.depth).map((row) => {
    const [problem, asks] = [wrong.has(row.name), asking.has(row.name)];
    const state = problem ? 'problem' : row.state === 'plan' && asks ? 'asks' : row.state;
    return [row.name, { title: row.title, sub: row.tool, state, mark: problem ? '!' : asks ? '?' : '', percent: row.percent }];
  }));
}

/** @param {any[]} problems @returns {Map<string, any[]>} */
function byStep(problems) {
  /** @type {Map<string, any[]>} */
  const found = new Map();
  for (const problem of problems) {
    const name = problem.step ?? '';
    found.set(name, [...(found.get(name) ?? []), problem]);
  }
  return found;
}
