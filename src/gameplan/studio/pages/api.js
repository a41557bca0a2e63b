// @ts-check
// The one door to the API. Every button of every page goes through here.

/** The path that the studio is served under: "" or "/somewhere". */
export const prefix = (() => {
  const path = new URL(import.meta.url).pathname;
  return path.slice(0, path.lastIndexOf('/assets/'));
})();

/** The address of one of our files, such as "review/review.css". @param {string} path */
export const asset = (path) => new URL(path, import.meta.url).href;

/** The address of a page, for `href`: link('/runs/7'). @param {string} path */
export const link = (path) => prefix + path;

/** What the server said no with (problem+json), or that it cannot be reached (status 0, code "offline"). */
export class Problem extends Error {
  /** @param {number} status @param {any} body */
  constructor(status, body) {
    super(body.detail || body.title || `The studio answered ${status}.`);
    this.name = 'Problem';
    this.status = status;
    /** @type {string} */
    this.code = body.code ?? '';
    /** @type {string} */
    this.title = body.title ?? '';
    /** Problems of a plan, where that is what is wrong. @type {any[]} */
    this.problems = body.problems ?? [];
    /** All that came, with the fields that one kind of problem has. @type {any} */
    this.body = body;
  }
}

/** Tells the frame: "signedOut", "offline", "online". */
export const connection = new EventTarget();

/** @param {string} name */
const tell = (name) => connection.dispatchEvent(new Event(name));

/**
 * @typedef {object} Options
 * @property {any} [body]                  sent as JSON
 * @property {string} [etag]               sent as If-Match, as it came: `"17"`
 * @property {Record<string, any>} [query] empty values are left out, each of a list is sent
 * @property {AbortSignal} [signal]
 */

/**
 * Asks the API, and gives the answer with its status and ETag. Raises a Problem for every answer that is not 2xx.
 * @param {string} method
 * @param {string} path  below /api: "/runs/7"
 * @param {Options} [options]
 * @returns {Promise<{data: any, status: number, etag: string}>}
 */
export async function request(method, path, { body, etag, query, signal } = {}) {
  const address = new URL(`${prefix}/api${path}`, location.origin);
  for (const [key, value] of Object.entries(query ?? {})) {
    for (const each of [value].flat()) if (each !== undefined && each !== null && each !== '') address.searchParams.append(key, String(each));
  }
  /** @type {Record<string, string>} */
  const headers = { Accept: 'application/json' };
  if (etag) headers['If-Match'] = etag;
  if (body !== undefined || method === 'POST' || method === 'PUT') headers['Content-Type'] = 'application/json';
  const sent = headers['Content-Type'] ? JSON.stringify(body ?? {}) : undefined;
  let answer;
  try {
    answer = await fetch(address, { method, headers, body: sent, signal, credentials: 'same-origin', cache: 'no-store' });
  } catch (error) {
    if (signal?.aborted) throw error;
    tell('offline');
    throw new Problem(0, { code: 'offline', title: 'No connection', detail: 'The studio does not answer. Is it still running?' });
  }
  tell('online');
  const text = await answer.text(); // an answer that is cut off is no answer: it raises
  const data = read(text, answer.ok);
  if (answer.ok) return { data, status: answer.status, etag: answer.headers.get('ETag') ?? data?.etag ?? '' };
  if (answer.status === 401 && path !== '/session') tell('signedOut');
  throw new Problem(answer.status, data);
}

/** What an answer says; a refusal may come from a proxy, and say it in words of its own. @param {string} text @param {boolean} ok */
function read(text, ok) {
  if (!text) return ok ? null : {};
  try {
    return JSON.parse(text);
  } catch (error) {
    if (ok) throw error;
    return { detail: text.slice(0, 300) };
  }
}

/** @param {string} path @param {Options} [options] @returns {Promise<any>} */
export const get = async (path, options) => (await request('GET', path, options)).data;
/** @param {string} path @param {any} [body] @param {Options} [options] @returns {Promise<any>} */
export const post = async (path, body, options) => (await request('POST', path, { ...options, body: body ?? {} })).data;
/** @param {string} path @param {any} body @param {Options} [options] @returns {Promise<any>} */
export const put = async (path, body, options) => (await request('PUT', path, { ...options, body })).data;
/** @param {string} path @param {Options} [options] @returns {Promise<any>} */
export const remove = async (path, options) => (await request('DELETE', path, options)).data;

/** Part of a path: an id or a name, whatever is in it. @param {string} text */
export const segment = (text) => encodeURIComponent(text);

/**
 * Asks something of whoever carries a run out: approve, deny, answer, pause, … Says what became of it.
 * @param {string} run
 * @param {string} kind
 * @param {Record<string, any>} [payload]
 * @returns {Promise<'taken' | 'noted'>}  noted: nobody carries the run out now; it is read at the next resume
 */
export async function intend(run, kind, payload = {}) {
  const { status } = await request('POST', `/runs/${segment(run)}/intents`, { body: { kind, payload } });
  return status === 202 ? 'noted' : 'taken';
}
