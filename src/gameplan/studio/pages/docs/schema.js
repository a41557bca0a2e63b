// @ts-check
// JSON schemas, as a person reads them: a table of fields, and an example made from the types.
import { el } from '../dom.js';

/** Text with `code` in backticks. @param {string} text */
export const inline = (text) => text.split('`').map((piece, place) => (place % 2 ? el('code', null, piece) : piece.replace(/\s*\n\s*/g, ' ')));

/** Text of a docstring: paragraphs of that, and lists. @param {string} text */
export const prose = (text) => text.split(/\n\s*\n/).map((paragraph) => (paragraph.startsWith('- ') ? el('ul', null, paragraph.slice(2).split(/\n- /).map((each) => el('li', null, inline(each)))) : el('p', null, inline(paragraph))));

/** @param {any} schema @param {any} api */
export function resolved(schema, api) {
  for (let hops = 0; schema?.$ref && hops < 5; hops++) schema = schema.$ref.replace(/^#\//, '').split('/').reduce((/** @type {any} */ at, /** @type {string} */ key) => at?.[key], api);
  return schema ?? {};
}

/** Where a shape is shown. @param {string} name */
export const shapeId = (name) => `shape-${name}`;

/** Leads to a shape. @param {string} name */
export const shapeLink = (name) => el('a', { href: `#${shapeId(name)}` }, name);

/** The type in a few words, which lead on: "list of RunCard", "text | null". @param {any} schema @returns {import('../dom.js').Child} */
export function typeName(schema) {
  if (schema?.$ref) return shapeLink(schema.$ref.split('/').pop());
  if (schema?.enum) return schema.enum.map((/** @type {any} */ each) => JSON.stringify(each)).join(' | ');
  if (schema?.const !== undefined) return JSON.stringify(schema.const);
  const many = schema?.anyOf ?? schema?.oneOf;
  if (many) return many.map((/** @type {any} */ each, /** @type {number} */ at) => [at ? ' | ' : '', typeName(each)]);
  if (schema?.type === 'array') return ['list of ', typeName(schema.items)];
  if (schema?.type === 'object' && schema.additionalProperties) return ['object of ', typeName(schema.additionalProperties)];
  return schema?.type ?? 'anything';
}

/** The fields of a shape, those of an object in a field below it. @param {any} shape @param {string} [before] @returns {{name: string, of: any, needed: boolean}[]} */
function fieldsOf(shape, before = '') {
  return Object.entries(shape.properties ?? {}).flatMap(([name, of]) => [{ name: before + name, of, needed: shape.required?.includes(name) ?? false }, ...fieldsOf(of, `${before}${name}.`)]);
}

/** @param {any} schema @param {any} api @returns {HTMLElement} */
export function schemaView(schema, api) {
  const inner = schema?.type === 'array' ? resolved(schema.items, api) : resolved(schema, api);
  const properties = fieldsOf(inner);
  if (!properties.length) return el('div', { class: 'small muted stack tight' }, inner.description && prose(inner.description), el('p', null, inner.oneOf ? ['One of ', typeName(inner)] : inner.properties ? 'It has no fields.' : typeName(schema)));
  return el(
    'table',
    null,
    el('caption', { class: 'small muted' }, schema.type === 'array' ? ['A list of ', typeName(schema.items), '. '] : '', inline(inner.description ?? '')),
    el('tbody', null, properties.map(({ name, of, needed }) => el('tr', null, el('th', { scope: 'row' }, el('code', null, name), needed && el('span', { class: 'faint' }, ' *')), el('td', null, el('code', null, typeName(of))), el('td', { class: 'wrap muted' }, inline(of.description ?? ''))))),
  );
}

/** A value of the type. @param {any} schema @param {any} api @param {number} [depth] @returns {any} */
export function example(schema, api, depth = 0) {
  const it = resolved(schema, api);
  if (it.examples?.length) return it.examples[0];
  if (it.example !== undefined) return it.example;
  if (it.default !== undefined && it.default !== null) return it.default;
  if (it.enum) return it.enum[0];
  if (it.const !== undefined) return it.const;
  const many = it.anyOf ?? it.oneOf;
  if (many) return example(many.find((/** @type {any} */ each) => each.type !== 'null') ?? many[0], api, depth);
  if (depth > 4) return null;
  if (it.type === 'array') return [example(it.items, api, depth + 1)];
  if (it.properties) return Object.fromEntries(Object.entries(it.properties).map(([name, one]) => [name, example(one, api, depth + 1)]));
  return { string: 'text', integer: 1, number: 1.5, boolean: true, object: {}, null: null }[/** @type {string} */ (it.type)] ?? null;
}
