// @ts-check
// A run as it goes: the view that the server gave, kept fresh with each event. What an event says exactly is drawn in
// here; for what changes more than one step, the view is read anew.
import { get, request, segment } from '../api.js';
import { house } from '../frame.js';
import { follow } from '../stream.js';

const OVER = new Set(['completed', 'failed', 'skipped', 'blocked']);
const LINES = 2_000; // log lines that are kept for a step

/** A step of the run that changes as it goes. @typedef {{name: string, status: string, reason: string, attempts: number, durationMs: number, effects: string[], text: string, hasValue: boolean, percent?: number | null, note?: string, items?: {done: number, total: number} | null}} Stands */

/** Tells "change" at most once for each picture that is drawn. */
export class RunStore extends EventTarget {
  /** @param {string} id @param {AbortSignal} signal */
  constructor(id, signal) {
    super();
    this.id = id;
    this.path = `/runs/${segment(id)}`;
    this.signal = signal;
    /** @type {any} */
    this.view = null;
    /** @type {Map<string, any>} */
    this.tools = new Map();
    /** Lines as they came, by step. @type {Map<string, string[]>} */
    this.logs = new Map();
    this.seq = 0;
    this.lost = false;
    /** How often the stream was opened anew. */
    this.openings = 0;
    this.asked = 0;
    this.timer = 0;
    this.said = '';
  }

  async start() {
    const [, tools] = await Promise.all([this.load(), get('/tools')]);
    this.tools = new Map(tools.map((/** @type {any} */ tool) => [tool.name, tool]));
    follow(`${this.path}/events`, {
      after: this.seq,
      signal: this.signal,
      event: ({ type, data, id }) => this.take(type, data?.payload ?? data ?? {}, id),
      open: (again) => {
        this.lost = false;
        if (again) {
          this.logs.clear(); // what was said meanwhile is not among them
          this.openings += 1;
          this.soon();
        }
        this.tell();
      },
      lost: () => {
        this.lost = true;
        this.tell();
      },
    });
    // Who carries the run out does not stand in its record.
    house.addEventListener('changed', (event) => {
      const { session, status, waiting } = /** @type {CustomEvent} */ (event).detail;
      const said = `${status} ${waiting}`;
      if (session !== this.id || (said === this.said && !(this.over && this.view.writing))) return;
      this.said = said;
      this.soon();
    }, { signal: this.signal });
    house.addEventListener('anew', () => this.soon(), { signal: this.signal });
  }

  /** Reads the view anew in a moment, however often it is wished for until then. */
  soon() {
    this.timer ||= window.setTimeout(() => {
      this.timer = 0;
      if (!this.signal.aborted) void this.load().catch(() => {});
    }, 80);
  }

  async load() {
    const { data } = await request('GET', this.path, { signal: this.signal });
    if (this.view && data.seq < this.seq) return this.soon(); // events have come that it does not know yet
    const before = this.view?.steps ?? {};
    for (const [name, step] of Object.entries(data.steps)) {
      if (step.status !== 'running') continue;
      if (step.attempts > (before[name]?.attempts || step.attempts)) this.logs.delete(name); // each attempt has lines of its own
      step.percent ??= before[name]?.percent;
      step.note = before[name]?.note; // the view has none
    }
    this.view = data;
    this.seq = data.seq;
    this.tell();
  }

  tell() {
    this.asked ||= requestAnimationFrame(() => {
      this.asked = 0;
      if (!this.signal.aborted) this.dispatchEvent(new Event('change'));
    });
  }

  /** @param {string} name @returns {Stands} */
  step(name) {
    return (this.view.steps[name] ??= { name, status: 'pending', reason: '', attempts: 0, durationMs: 0, effects: [], text: '', hasValue: false });
  }

  /** @param {string} type @param {any} payload @param {number | undefined} id */
  take(type, payload, id) {
    if (id !== undefined) {
      if (id <= this.seq) return;
      this.seq = id;
    }
    switch (type) {
      case 'run.step_began':
        this.logs.delete(payload.step);
        this.change(payload.step, { status: 'running', attempts: payload.attempt ?? 1, percent: null, reason: '' });
        break;
      case 'run.step_ended':
        this.change(payload.step, {
          status: payload.status, reason: payload.reason ?? '', attempts: payload.attempts ?? 0, text: payload.text ?? '', percent: null,
          durationMs: payload.durationMs ?? payload.duration_ms ?? 0, effects: payload.effects ?? [], hasValue: payload.value !== null && payload.value !== undefined,
        });
        this.count();
        if (this.view.inbox.some((/** @type {any} */ item) => item.step === payload.step)) this.soon();
        break;
      case 'tool.progress':
        this.change(stepOf(payload), { percent: payload.percent, note: payload.note ?? '' });
        break;
      case 'tool.logged': {
        const name = stepOf(payload);
        const lines = this.logs.get(name) ?? [];
        lines.push(payload.line ?? '');
        if (lines.length > LINES) lines.splice(0, lines.length - LINES);
        this.logs.set(name, lines);
        this.dispatchEvent(new CustomEvent('logged', { detail: { name, line: payload.line ?? '' } }));
        break;
      }
      case 'run.paused':
        this.view.paused = true;
        this.soon();
        break;
      case 'run.resumed':
        this.view.paused = false;
        this.soon();
        break;
      default:
        if (type.startsWith('run.') || type.startsWith('inbox.') || type.startsWith('session.') || type.startsWith('undo.')) this.soon();
        else return;
    }
    this.tell();
  }

  /** @param {string} name @param {Partial<Stands>} change */
  change(name, change) {
    if (name) this.view.steps[name] = { ...this.step(name), ...change };
  }

  count() {
    const steps = this.view.plan.steps;
    this.view.done = steps.filter((/** @type {any} */ step) => OVER.has(this.view.steps[step.id]?.status)).length;
    this.view.total = steps.length;
  }

  /** True if nothing more happens by itself, and nobody is asked. */
  get over() {
    return ['completed', 'failed', 'cancelled'].includes(this.view.status);
  }
}

/** The step that a notice is about: its call is called after the run and the step. @param {any} payload */
function stepOf(payload) {
  if (payload.step) return payload.step;
  const call = String(payload.callId ?? payload.call_id ?? '');
  return call.slice(call.indexOf('/') + 1);
}
