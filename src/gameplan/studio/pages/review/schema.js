// @ts-check
// Reading a JSON schema as far as a form needs it.

/** @typedef {Record<string, any>} Schema */
/** @typedef {(string | number)[]} Place */
/** @typedef {{kind: 'text' | 'lines' | 'number' | 'integer' | 'boolean' | 'choice' | 'list' | 'fields' | 'any', schema: Schema}} Reading */

/** A schema with its local $ref followed, and "this or null" read as this. @param {Schema} schema @param {Schema} root @returns {Schema} */
export function resolved(schema, root) {
  let now = schema ?? {};
  for (let hops = 0; hops < 8; hops++) {
    if (typeof now.$ref === 'string' && now.$ref.startsWith('#/')) {
      const found = now.$ref.slice(2).split('/').reduce((/** @type {any} */ at, /** @type {string} */ key) => at?.[key], root);
      now = { ...(found ?? {}), ...Object.fromEntries(Object.entries(now).filter(([key]) => key !== '$ref')) };
      continue;
    }
    const either = now.anyOf ?? now.oneOf;
    const real = Array.isArray(either) ? either.filter((/** @type {Schema} */ each) => each.type !== 'null') : [];
    if (real.length !== 1) return now;
    const { anyOf: _a, oneOf: _b, ...rest } = now;
    now = { ...real[0], ...rest };
  }
  return now;
}

/** What kind of field a schema asks for. @param {Schema} schema @param {Schema} root @param {unknown} value @returns {Reading} */
export function read(schema, root, value) {
  const own = resolved(schema, root);
  if (Array.isArray(own.enum)) return { kind: 'choice', schema: own };
  switch (own.type) {
    case 'boolean':
    case 'number':
    case 'integer':
      return { kind: own.type, schema: own };
    case 'string': {
      const long = own.maxLength === undefined || own.maxLength > 4000 || (typeof value === 'string' && value.includes('\n'));
      return { kind: long ? 'lines' : 'text', schema: own };
    }
    case 'array':
      return { kind: 'list', schema: own };
    case 'object':
      return { kind: own.properties ? 'fields' : 'any', schema: own };
    default:
      return { kind: 'any', schema: own };
  }
}

/** True for a text that is a reference as a whole. @param {unknown} value */
export const isReference = (value) => typeof value === 'string' && /^\$[A-Za-z_]/.test(value);

/** What a field begins with when it is added. @param {Schema} schema @param {Schema} root @returns {any} */
export function blank(schema, root) {
  const { kind, schema: own } = read(schema, root, undefined);
  if (own.default !== undefined && own.default !== null) return own.default;
  switch (kind) {
    case 'boolean':
      return false;
    case 'number':
    case 'integer':
      return own.minimum ?? 0;
    case 'choice':
      return own.enum[0];
    case 'list':
      return [];
    case 'fields':
      return Object.fromEntries((own.required ?? []).map((/** @type {string} */ name) => [name, blank(own.properties[name], root)]));
    case 'any':
      return own.type === 'object' ? {} : '';
    default:
      return '';
  }
}

/** A place as it is written: args.path[0]. @param {Place} place */
export const written = (place) =>
  place.map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`)).join('').replace(/^\./, '');

/** The fields that a result has: "", ".content", ".files[0].name". @param {Schema} schema @param {Schema} root @param {string} [at] @param {number} [depth] @returns {{path: string, note: string}[]} */
export function paths(schema, root, at = '', depth = 0) {
  const own = resolved(schema, root);
  const found = [{ path: at, note: String(own.description ?? own.type ?? '') }];
  if (depth >= 3) return found;
  for (const [name, inner] of Object.entries(own.properties ?? {})) {
    const key = /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
    found.push(...paths(/** @type {Schema} */ (inner), root, at + key, depth + 1));
  }
  if (own.type === 'array' && own.items) found.push(...paths(own.items, root, `${at}[0]`, depth + 1));
  return found;
}
