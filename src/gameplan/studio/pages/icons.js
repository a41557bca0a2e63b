// @ts-check
// Our own icons: strokes on a 16 by 16 grid, in the colour of the text beside them. Decorative: words stand beside them.
import { svg } from './dom.js';

/** @type {Record<string, string>} */
const paths = {
  home: 'M2.5 7.5 8 3l5.5 4.5V13a.5.5 0 0 1-.5.5h-3.2v-4H6.2v4H3a.5.5 0 0 1-.5-.5z',
  plans: 'M3 4h.01M6 4h7M3 8h.01M6 8h7M3 12h.01M6 12h4',
  runs: 'M5 3.2v9.6L12.8 8z',
  templates: 'M2.5 5.5 8 2.5l5.5 3L8 8.5zM2.5 8.2 8 11.2l5.5-3M2.5 10.8 8 13.8l5.5-3',
  sessions: 'M4.5 3.2a1.6 1.6 0 1 0 0 3.2 1.6 1.6 0 0 0 0-3.2zM4.5 9.6a1.6 1.6 0 1 0 0 3.2 1.6 1.6 0 0 0 0-3.2zM4.5 6.4v3.2M8.8 4.8h4.7M8.8 11.2h4.7',
  settings: 'M2.5 4.5h6M12 4.5h1.5M2.5 11.5H4M7.5 11.5h6M10.2 2.8v3.4M5.8 9.8v3.4',
  inbox: 'M2.5 9 4.3 3.5h7.4L13.5 9v3.5a.5.5 0 0 1-.5.5H3a.5.5 0 0 1-.5-.5zM2.5 9h3.2l.9 1.6h2.8l.9-1.6h3.2',
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.4 10.4 13.5 13.5',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  close: 'M4 4l8 8M12 4l-8 8',
  check: 'M3 8.5 6.5 12 13 4.5',
  plus: 'M8 3v10M3 8h10',
  edit: 'M3 13l.6-2.8L10.8 3a1 1 0 0 1 1.4 0l.8.8a1 1 0 0 1 0 1.4L5.8 12.4z',
  delete: 'M3 4.5h10M6 4.5V3h4v1.5M4.5 4.5l.6 8.5h5.8l.6-8.5M6.8 7v3.5M9.2 7v3.5',
  undo: 'M3 6.5h6.5a3.5 3.5 0 0 1 0 7H6M5.8 3.5 3 6.5l2.8 3',
  redo: 'M13 6.5H6.5a3.5 3.5 0 0 0 0 7H10M10.2 3.5 13 6.5l-2.8 3',
  pause: 'M5.5 3.5v9M10.5 3.5v9',
  stop: 'M4 4h8v8H4z',
  skip: 'M4 4l5 4-5 4zM12 4v8',
  retry: 'M13 8a5 5 0 1 1-1.6-3.7M13 2.5v3h-3',
  up: 'M8 13V3.5M4 7l4-4 4 4',
  down: 'M8 3v9.5M4 9l4 4 4-4',
  right: 'M6 3.5 10.5 8 6 12.5',
  left: 'M10 3.5 5.5 8 10 12.5',
  grip: 'M6 4h.01M10 4h.01M6 8h.01M10 8h.01M6 12h.01M10 12h.01',
  warning: 'M8 2.5 14 13H2zM8 6.5v3M8 11.2h.01',
  info: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 7.5v3.2M8 5.2h.01',
  question: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM6.3 6.3A1.8 1.8 0 1 1 8 8.6v.6M8 11.4h.01',
  shield: 'M8 2.2 13 4v4c0 3-2.2 5-5 6-2.8-1-5-3-5-6V4z',
  copy: 'M5.5 5.5h7v7h-7zM10.5 5.5v-2h-7v7h2',
  link: 'M6.5 9.5l3-3M7.5 4.8l1-1a2.7 2.7 0 0 1 3.8 3.8l-1 1M8.5 11.2l-1 1a2.7 2.7 0 0 1-3.8-3.8l1-1',
  graph: 'M2.5 6.5h3v3h-3zM10.5 2.5h3v3h-3zM10.5 10.5h3v3h-3zM5.5 8h2.5V4h2.5M8 8v4h2.5',
  clock: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 4.8V8l2.2 1.6',
  key: 'M5.5 10.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM8 8h5.5v2M11 8v1.6',
  sun: 'M8 10.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6zM8 1.8v1M8 13.2v1M1.8 8h1M13.2 8h1M3.6 3.6l.7.7M11.7 11.7l.7.7M3.6 12.4l.7-.7M11.7 4.3l.7-.7',
  moon: 'M13 9.3A5.3 5.3 0 1 1 6.7 3 4.3 4.3 0 0 0 13 9.3z',
  book: 'M3 3.5h4a1.5 1.5 0 0 1 1 .4 1.5 1.5 0 0 1 1-.4h4v9H9a1.5 1.5 0 0 0-1 .4 1.5 1.5 0 0 0-1-.4H3zM8 4v9',
  tool: 'M9.8 3.2a3 3 0 0 0-3.5 4L2.8 10.7a1.5 1.5 0 0 0 2.2 2.2l3.6-3.5a3 3 0 0 0 4-3.4L10.8 7.7 8.6 7.2 8.1 5z',
  agent: 'M3.5 5.5h9v7h-9zM8 5.5V3M6.2 8.2v1M9.8 8.2v1',
  file: 'M4 2.5h5l3 3v8H4zM9 2.5v3h3',
  send: 'M2.5 8 13.5 3l-3 10.5-2.5-4z',
  dots: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
};

/** @param {string} name @param {number} [size] */
export function icon(name, size = 16) {
  return svg(
    'svg',
    { width: size, height: size, viewBox: '0 0 16 16', fill: 'none', stroke: 'currentColor', 'stroke-width': 1.5, 'stroke-linecap': 'round', 'stroke-linejoin': 'round', 'aria-hidden': 'true' },
    svg('path', { d: paths[name] ?? paths.info }),
  );
}

/** A step, the way on, the goal: the play drawn on a coach's board. @param {number} [size] */
export function mark(size = 26) {
  return svg(
    'svg',
    { width: size, height: size, viewBox: '0 0 26 26', fill: 'none', stroke: 'currentColor', 'stroke-width': 2.4, 'stroke-linecap': 'round', 'stroke-linejoin': 'round', 'aria-hidden': 'true' },
    svg('circle', { cx: 6.2, cy: 19.8, r: 3.7 }),
    svg('path', { d: 'M9.2 14.2C10.6 7.4 15.8 19.4 18 12.6' }),
    svg('path', { d: 'M17 3.6l5.4 5.4m0-5.4L17 9' }),
  );
}

/** The sign of a status: told by its shape, not by colour alone. @param {string} status */
export function statusIcon(status) {
  const ring = (/** @type {Record<string, any>} */ more) => svg('circle', { cx: 8, cy: 8, r: 5.2, ...more });
  const signs = /** @type {Record<string, () => SVGElement[]>} */ ({
    pending: () => [ring({ 'stroke-dasharray': '2 2.1' })],
    ready: () => [ring({}), svg('circle', { cx: 8, cy: 8, r: 1.4, fill: 'currentColor', stroke: 'none' })],
    running: () => [ring({ opacity: 0.3 }), svg('path', { class: 'turns', d: 'M8 2.8A5.2 5.2 0 0 1 13.2 8' })],
    waiting: () => [ring({}), svg('path', { d: 'M8 5.2v3.2M8 10.8h.01' })],
    paused: () => [ring({}), svg('path', { d: 'M6.6 6v4M9.4 6v4' })],
    completed: () => [ring({}), svg('path', { d: 'M5.6 8.2 7.4 10l3.1-3.8' })],
    failed: () => [ring({}), svg('path', { d: 'M6.2 6.2l3.6 3.6M9.8 6.2 6.2 9.8' })],
    blocked: () => [ring({}), svg('path', { d: 'M4.6 11.4 11.4 4.6' })],
    skipped: () => [svg('path', { d: 'M3.5 4.5 8 8l-4.5 3.5zM8.5 4.5 13 8l-4.5 3.5z' })],
    cancelled: () => [ring({}), svg('path', { d: 'M6.3 6.3h3.4v3.4H6.3z' })],
    interrupted: () => [svg('path', { d: 'M4 11.7A5.2 5.2 0 0 1 8 2.8M12 4.3A5.2 5.2 0 0 1 8 13.2' })],
    stopped: () => [ring({}), svg('path', { d: 'M6.3 6.3h3.4v3.4H6.3z' })],
    draft: () => [svg('path', { d: paths.edit })],
  });
  return svg(
    'svg',
    { width: 14, height: 14, viewBox: '0 0 16 16', fill: 'none', stroke: 'currentColor', 'stroke-width': 1.7, 'stroke-linecap': 'round', 'stroke-linejoin': 'round', 'aria-hidden': 'true' },
    ...(signs[status] ?? signs.pending)(),
  );
}
