// @ts-check
// A plan under review: the newest view of it, the edits that go out, and what others change meanwhile.
import { get, Problem, post, remove, request, segment } from '../api.js';
import { debounced } from '../dom.js';
import { follow } from '../stream.js';
import { editOf, placed } from './steps.js';

const MANY = 40; // names that an address has room for; beyond, all tools are read

/** @typedef {{edits: Record<string, any>[], detail: string, changes: string[], edit: (etag: string) => Promise<any>}} Conflict */

/** Tells "change" when something is new; `view` is the PlanView of the API. */
export class PlanStore extends EventTarget {
  /** @param {string} id @param {AbortSignal} signal */
  constructor(id, signal) {
    super();
    this.path = `/plans/${segment(id)}`;
    this.signal = signal;
    /** @type {any} */
    this.view = null;
    /** By their names; null: there is none of that name. What is not here has not been read yet. @type {Map<string, any>} */
    this.tools = new Map();
    /** The names of those that have been asked for. @type {Set<string>} */
    this.toolsAsked = new Set();
    /** What each step would do, by its name. @type {Map<string, any>} */
    this.foreseen = new Map();
    /** An edit that somebody else was quicker than. @type {Conflict | null} */
    this.conflict = null;
    /** Steps that may not be changed, with their status: they have run. @type {Map<string, string>} */
    this.frozen = new Map();
    this.busy = false;
    /** What the planner says while it drafts. */
    this.spoken = '';
    /** From the ETag that an edit of mine began with to the one that it made. @type {Map<string, string>} */
    this.mine = new Map();
    /** @type {Promise<any>} */
    this.queue = Promise.resolve();
    this.foresee = debounced(() => void this.loadForeseen(), 250);
    this.refresh = debounced(() => void this.load().catch(() => {}), 60);
  }

  async start() {
    await this.load();
    follow(`${this.path}/events`, {
      after: number(this.view.etag),
      signal: this.signal,
      event: ({ type, data, id }) => {
        if (id === undefined) this.heard(type, data?.payload ?? data ?? {});
        else if (id > number(this.view.etag)) this.refresh();
      },
      open: (again) => again && this.refresh(),
    });
  }

  /** @param {string} type @param {any} payload */
  heard(type, payload) {
    if (type !== 'agent.speaks') return;
    this.spoken = `${this.spoken}${payload.text ?? ''}`.slice(-600);
    this.tell();
  }

  /** Ends the drafting. What there was before stays. */
  async stopDrafting() {
    await remove(`${this.path}/drafting`);
    await this.load();
  }

  async load() {
    this.take((await request('GET', this.path, { signal: this.signal })).data);
  }

  async loadForeseen() {
    if (this.signal.aborted || this.view?.drafting) return;
    try {
      const each = await get(`${this.path}/foreseen`, { signal: this.signal });
      this.foreseen = new Map(each.map((/** @type {any} */ one) => [one.step, one]));
      this.tell();
    } catch (error) {
      if (!(error instanceof Problem) && !this.signal.aborted) throw error;
    }
  }

  /** @param {any} view */
  take(view) {
    if (this.view && number(view.etag) < number(this.view.etag)) return;
    if (!view.drafting) this.spoken = '';
    this.view = view;
    this.foresee();
    this.tell();
    void this.loadTools(placed(view.plan).map(({ step }) => step.tool));
  }

  /** Reads what tools take and give: those that are new among these names. @param {string[]} names */
  async loadTools(names) {
    const fresh = [...new Set(names)].filter((name) => !this.toolsAsked.has(name));
    if (!fresh.length) return;
    for (const name of fresh) this.toolsAsked.add(name);
    try {
      const found = await get('/tools', { query: { name: fresh.length > MANY ? [] : fresh }, signal: this.signal });
      for (const name of fresh) this.tools.set(name, null);
      for (const tool of found) this.tools.set(tool.name, tool);
      this.tell();
    } catch (error) {
      for (const name of fresh) this.toolsAsked.delete(name);
      if (!(error instanceof Problem) && !this.signal.aborted) throw error;
    }
  }

  /** Every tool that there is. @returns {Promise<any[]>} */
  async allTools() {
    const all = await get('/tools', { signal: this.signal });
    for (const tool of all) this.tools.set(tool.name, tool);
    return all;
  }

  tell() {
    this.dispatchEvent(new Event('change'));
  }

  /** Edits of one step, made to the plan that was seen with this ETag. @param {string} name @param {Record<string, any>[]} edits @param {string} [etag] */
  edit(name, edits, etag) {
    return this.send(edits.map((edit) => editOf(name, edit)), etag);
  }

  /** @param {Record<string, any>[]} edits @param {string} [etag] */
  send(edits, etag) {
    return this.change((now) => post(`${this.path}/edits`, { edits }, { etag: now }), etag, edits);
  }

  undo() {
    return this.change((etag) => post(`${this.path}/undo`, {}, { etag }));
  }

  redo() {
    return this.change((etag) => post(`${this.path}/redo`, {}, { etag }));
  }

  /** @param {any} problem */
  repair(problem) {
    const wanted = JSON.stringify(problem);
    const index = this.view.problems.findIndex((/** @type {any} */ each) => JSON.stringify(each) === wanted);
    if (index < 0) return Promise.resolve(true); // it is gone already
    return this.change((etag) => post(`${this.path}/repairs`, { problem: index }, { etag }));
  }

  /** @param {{from?: string, remark?: string}} wanted */
  regenerate(wanted) {
    return this.change((etag) => post(`${this.path}/regenerate`, wanted, { etag }));
  }

  close() {
    return remove(this.path, { etag: this.view.etag });
  }

  /**
   * Makes a change, one after the other. What was begun before an edit of mine goes on top of it; what somebody else
   * has changed meanwhile makes a conflict, which is for the person to decide.
   * @param {(etag: string) => Promise<any>} make @param {string} [etag] @param {Record<string, any>[]} [edits]
   */
  change(make, etag = this.view.etag, edits = []) {
    const turn = this.queue.then(async () => {
      let now = etag;
      while (this.mine.has(now)) now = /** @type {string} */ (this.mine.get(now));
      this.busy = true;
      this.tell();
      try {
        const view = await make(now);
        if (view.etag !== now) this.mine.set(now, view.etag);
        this.conflict = null;
        this.busy = false;
        this.take(view);
        return true;
      } catch (error) {
        this.busy = false;
        if (error instanceof Problem && error.status === 412) {
          await this.load();
          const changes = error.body.current?.changes ?? [];
          this.conflict = { edits, detail: error.message, changes, edit: make };
          this.tell();
          return false;
        }
        this.tell();
        throw error;
      }
    });
    this.queue = turn.catch(() => {});
    return turn;
  }

  /** Makes my edit to the plan as it is now. */
  async onTop() {
    const mine = this.conflict;
    this.conflict = null;
    if (mine) await this.change(mine.edit, this.view.etag, mine.edits);
  }

  dropMine() {
    this.conflict = null;
    this.tell();
  }
}

/** The number in an ETag. @param {string} etag */
export const number = (etag) => Number(String(etag).replace(/\D/g, ''));
