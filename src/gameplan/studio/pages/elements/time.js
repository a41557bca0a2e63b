// @ts-check
// Times as people say them. <gp-time> keeps itself fresh; the exact time is its title.

const steps = /** @type {[number, Intl.RelativeTimeFormatUnit][]} */ ([[60, 'second'], [60, 'minute'], [24, 'hour'], [7, 'day'], [4.35, 'week'], [12, 'month'], [Infinity, 'year']]);
const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

/** A time of the API: microseconds since 1970, as the record has it, or ISO 8601. @param {number | string | null | undefined} at */
export function moment(at) {
  if (!at) return null;
  const date = new Date(typeof at === 'number' ? at / 1000 : at);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** "14:03:22". @param {number | string | null | undefined} at */
export function clock(at) {
  return moment(at)?.toLocaleTimeString(undefined, { hour12: false }) ?? '';
}

/** "3 minutes ago". @param {Date} date */
export function ago(date) {
  let amount = (date.getTime() - Date.now()) / 1000;
  if (Math.abs(amount) < 10) return 'just now';
  for (const [size, unit] of steps) {
    if (Math.abs(amount) < size) return words.format(Math.round(amount), unit);
    amount /= size;
  }
  return '';
}

/** "1.2 s", "3 min 20 s". @param {number | null | undefined} ms */
export function duration(ms) {
  if (ms === null || ms === undefined) return '';
  if (ms < 0.5) return '< 1 ms';
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
}

class Time extends HTMLElement {
  /** @type {Date | null} */
  when = null;
  /** @param {number | string | null | undefined} value */
  set at(value) {
    this.when = moment(value);
    this.draw();
  }
  connectedCallback() {
    this.timer = setInterval(() => this.draw(), 15_000);
  }
  disconnectedCallback() {
    clearInterval(this.timer);
  }
  draw() {
    const text = this.when ? ago(this.when) : '';
    if (this.textContent !== text) this.textContent = text;
    if (this.when) this.title = exact.format(this.when);
  }
}
customElements.define('gp-time', Time);

/** @param {number | string | null | undefined} at */
export function time(at) {
  const element = /** @type {Time} */ (document.createElement('gp-time'));
  element.at = at;
  return element;
}
