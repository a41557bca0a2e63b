// @ts-check
// Reading a plan as the server writes it: its steps in rows, what each waits for, what can be referred to. Pure.
import { paths, written } from './schema.js';

/** @typedef {Record<string, any>} Step  as in a file: id, tool, args, dependsOn, … */
/** @typedef {{name: string, number: string, depth: number, step: Step, inside: any}} Placed  a step and where it stands */

/** Every step, those of a plan inside a step after it. @param {any} plan @param {string} [outer] @param {string} [before] @param {number} [depth] @returns {Placed[]} */
export function placed(plan, outer = '', before = '', depth = 0) {
  /** @type {Placed[]} */
  const found = [];
  (plan?.steps ?? []).forEach((/** @type {Step} */ step, /** @type {number} */ at) => {
    const number = `${before}${at + 1}`;
    const name = outer + step.id;
    found.push({ name, number, depth, step, inside: plan });
    if (step.plan && typeof step.plan === 'object' && depth < 4) found.push(...placed(step.plan, `${name}/`, `${number}.`, depth + 1));
  });
  return found;
}

/** A value in a few words. @param {any} value @param {number} [most] */
export function brief(value, most = 60) {
  const text = typeof value === 'string' ? value : JSON.stringify(value) ?? '';
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
}

/** The arguments of a step in a line. @param {Step} step */
export const argsLine = (step) =>
  Object.entries(step.args ?? {}).map(([name, value]) => `${name}: ${brief(value, 44)}`).join('  ·  ');

/** What is wrong, after the argument that it is about. @param {any} problem */
export const problemWords = ({ place, message }) => (place?.[0] === 'args' && place[1] ? `${written(place.slice(1))}: ${message}` : message);

/** What a step is called for people. @param {Step} step */
export const titleOf = (step) => step.description || step.id;

/** True if a step is left out. @param {Step} step */
export const leftOut = (step) => step.when === 'false';

/** Where one is below the other, what was chosen comes into sight. @param {HTMLElement} step */
export const look = (step) => matchMedia('(max-width: 56.25em)').matches && step.parentElement?.scrollIntoView();

/** Seconds in words. @param {number | null | undefined} seconds */
export function seconds(seconds) {
  if (seconds === null || seconds === undefined) return '';
  if (seconds < 0.001) return '< 1 ms';
  if (seconds < 1) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 60) return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes} min ${Math.round(seconds % 60)} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** For each step those that it waits for, from the edges of the graph. @param {any} graph @returns {Map<string, Set<string>>} */
export function needsOf(graph) {
  /** @type {Map<string, Set<string>>} */
  const needs = new Map((graph?.nodes ?? []).map((/** @type {any} */ node) => [node.id, new Set()]));
  for (const edge of graph?.edges ?? []) needs.get(edge.to)?.add(edge.from);
  return needs;
}

/** Why a step may not stand before another ("" is the end). @param {any} view @param {string} name @param {string} before */
export function whyNot(view, name, before) {
  if (name.includes('/')) return '';
  const ids = view.plan.steps.map((/** @type {Step} */ step) => step.id).filter((/** @type {string} */ id) => id !== name);
  const at = before ? ids.indexOf(before) : ids.length;
  const needs = needsOf(view.graph);
  const late = ids.slice(at).filter((/** @type {string} */ id) => needs.get(name)?.has(id));
  if (late.length) return `“${name}” cannot come before ${listed(late)}: it waits for ${late.length > 1 ? 'them' : 'it'}.`;
  const early = ids.slice(0, at).filter((/** @type {string} */ id) => needs.get(id)?.has(name));
  if (early.length) return `“${name}” cannot come after ${listed(early)}: ${early.length > 1 ? 'they wait' : 'it waits'} for “${name}”.`;
  return '';
}

/** @param {string[]} names */
const listed = (names) => names.slice(0, 3).map((name) => `“${name}”`).join(', ') + (names.length > 3 ? ` and ${names.length - 3} more` : '');

/** Everything that waits for a step, by way of others too. @param {any} graph @param {string} name */
export function after(graph, name) {
  /** @type {Map<string, string[]>} */
  const followers = new Map();
  for (const edge of graph?.edges ?? []) followers.set(edge.from, [...(followers.get(edge.from) ?? []), edge.to]);
  const found = new Set();
  const ahead = [name];
  while (ahead.length) {
    for (const next of followers.get(ahead.pop() ?? '') ?? []) {
      if (!found.has(next)) {
        found.add(next);
        ahead.push(next);
      }
    }
  }
  return found;
}

/**
 * What a step may refer to: results of steps that do not wait for it, the plan's inputs, and the item.
 * @param {Placed} here @param {any} graph @param {Map<string, any>} tools
 * @returns {import('./form.js').Offered[]}
 */
export function references(here, graph, tools) {
  const later = here.depth ? new Set() : after(graph, here.step.id);
  /** @type {import('./form.js').Offered[]} */
  const found = [];
  if (here.step.forEach) found.push({ reference: '$item', note: 'the item of this round', group: 'item' });
  for (const [name, input] of Object.entries(here.inside?.inputs ?? {})) {
    found.push({ reference: `$input.${name}`, note: /** @type {any} */ (input).description || 'an input of the plan', group: 'input' });
  }
  for (const step of here.inside?.steps ?? []) {
    if (step.id === here.step.id || later.has(step.id)) continue;
    const output = tools.get(step.tool)?.output ?? {};
    const schema = step.forEach ? { type: 'array', items: output } : output;
    for (const { path, note } of paths(schema, output).slice(0, 60)) {
      found.push({ reference: `$${step.id}${path}`, note: path ? note : titleOf(step), group: step.id });
    }
  }
  return found;
}

/** The problems of one step, by the place in its arguments as it is written. @param {any[]} problems @param {string} name */
export function problemPlaces(problems, name) {
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const problem of problems) {
    if (problem.step !== name || problem.place?.[0] !== 'args') continue;
    const key = problem.place.slice(1).map((/** @type {any} */ part) => (typeof part === 'number' ? `[${part}]` : `.${part}`)).join('').replace(/^\./, '');
    if (!found.has(key)) found.set(key, problem.message);
  }
  return found;
}

/** An edit of a step as an edit of the whole plan, where the step is in a plan inside a step. @param {string} name @param {Record<string, any>} edit @returns {Record<string, any>} */
export function editOf(name, edit) {
  const parts = name.split('/');
  return parts.slice(0, -1).reduceRight((inner, outer) => ({ edit: 'editInside', step: outer, inner }), edit);
}
