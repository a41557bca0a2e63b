// @ts-check
/**
 * The graph of a plan: positions come from the server, this draws them. Lines, and from afar the steps, are painted on a
 * canvas, and only what is in sight; near, the steps in sight are elements. So a thousand pan and zoom like ten.
 */

import { svg } from '../dom.js';

/** @typedef {{id: string, x: number, y: number, width: number, height: number, layer: number, critical: boolean}} GraphNode */
/** @typedef {{from: string, to: string, kind: string, critical: boolean, points: [number, number][]}} GraphEdge */
/** @typedef {{width: number, height: number, nodes: GraphNode[], edges: GraphEdge[]}} Graph */
/** @typedef {{title: string, sub: string, state: string, mark: string, percent?: number}} Look  how a step looks */

const NEAR = 0.42; // from this scale on, words can be read
const ROW = 40; // below, where the buttons are
const AFAR = 0.15; // below this scale a line goes straight to its end
const READABLE = 0.72; // what is small is shown at least so large at first
const LARGE = 1.1; // what is very small is shown at most so large
const MIN = 0.004;
const MAX = 2.5;
const [WORDS, LINE, MONO] = [26, 16, 6.7]; // in a card: where words begin, how high a line is, how wide a letter of code
const FEW = 200; // dashes along very long lines take long to draw
const HEAD = new Path2D('M0 0l-8 -4.5v9z');
/** @type {Record<string, string>} */
const COLOURS = { completed: 'ok', running: 'live', waiting: 'wait', asks: 'wait', failed: 'bad', blocked: 'bad', problem: 'bad', skip: 'line', skipped: 'line' };
// As colours they are told as they are in the theme that holds, which a canvas can use.
const INKS = ['line', 'plain', 'ink', 'accent', 'ok', 'live', 'wait', 'bad'];
for (const name of INKS) CSS.registerProperty({ name: `--graph-${name}`, syntax: '<color>', inherits: false, initialValue: 'gray' });


/** @typedef {{left: number, top: number, right: number, bottom: number}} Sight */

/** @param {GraphNode} node @param {Sight} sight */
const inSight = (node, sight) => node.x <= sight.right && node.x + node.width >= sight.left && node.y <= sight.bottom && node.y + node.height >= sight.top;

/** The pieces of a line, each with its two ends and whether an arrow is at its end. @param {[number, number][]} points @param {number[]} into */
function pieces(points, into) {
  for (let at = 1; at < points.length; at++) into.push(...points[at - 1], ...points[at], Number(at === points.length - 1));
}

/** Draws the pieces that are in sight. @param {CanvasRenderingContext2D} pen @param {number[]} each @param {Sight} sight @param {string} colour @param {number} width @param {boolean} near */
function stroke(pen, each, { left, top, right, bottom }, colour, width, near) {
  pen.strokeStyle = pen.fillStyle = colour;
  pen.lineWidth = width;
  pen.beginPath();
  const heads = new Path2D();
  for (let at = 0; at < each.length; at += 5) {
    const [x0, y0, x1, y1] = [each[at], each[at + 1], each[at + 2], each[at + 3]];
    if (Math.min(x0, x1) > right || Math.max(x0, x1) < left || Math.min(y0, y1) > bottom || Math.max(y0, y1) < top) continue;
    pen.moveTo(x0, y0);
    if (near && Math.abs(y1 - y0) > 1) pen.bezierCurveTo((x0 + x1) / 2, y0, (x0 + x1) / 2, y1, x1, y1);
    else pen.lineTo(x1, y1);
    if (near && each[at + 4]) heads.addPath(HEAD, new DOMMatrix([1, 0, 0, 1, x1, y1]));
  }
  pen.stroke();
  if (near) pen.fill(heads);
}

const ruler = /** @type {CanvasRenderingContext2D} */ (document.createElement('canvas').getContext('2d'));

/** How many letters of a text there is room for, in the font of the ruler. @param {string} text @param {number} room */
function fitting(text, room) {
  let letters = Math.min(text.length, 60);
  while (letters && ruler.measureText(text.slice(0, letters)).width > room) letters--;
  return letters;
}

/** A text in one line. @param {string} text @param {number} room */
function cut(text, room) {
  if (fitting(text, room) === text.length) return text;
  return text.slice(0, fitting(text, room - ruler.measureText('…').width)).trimEnd() + '…';
}

/** A text in one line or two, parted between words where it can be. @param {string} text @param {number} room */
function lines(text, room) {
  const letters = fitting(text, room);
  if (letters === text.length) return [text];
  const space = text.lastIndexOf(' ', letters);
  const end = space > letters / 3 ? space : letters;
  return [text.slice(0, end).trimEnd(), cut(text.slice(end).trimStart(), room)];
}

export class PlanGraph extends HTMLElement {
  constructor() {
    super();
    /** @type {Graph} */
    this.graph = { width: 0, height: 0, nodes: [], edges: [] }
    /** @type {Map<string, Look>} */
    this.looks = new Map();
    this.selected = '';
    /** @type {Map<string, GraphNode>} */
    this.nodes = new Map();
    /** @type {Map<string, {element: SVGElement, drawn: string}>} */
    this.shown = new Map();
    this.x = 0;
    this.y = 0;
    this.scale = 1;
    this.family = '';
    this.asked = 0;
    this.fitted = false;
    /** Somebody has moved or zoomed: what is in sight is theirs to choose. */
    this.touched = false;
    this.flying = 0;
  }

  connectedCallback() {
    if (this.svg) return;
    this.tabIndex = 0;
    this.setAttribute('role', 'application');
    this.setAttribute('aria-label', 'Graph of the steps: arrows go from step to step, plus and minus zoom, 0 shows all');
    this.canvas = document.createElement('canvas');
    this.canvas.setAttribute('aria-hidden', 'true');
    this.svg = svg('svg', { 'aria-hidden': 'true' });
    this.world = svg('g');
    this.svg.append(this.world);
    this.append(this.canvas, this.svg, this.buttons());
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.later());
    new MutationObserver(() => this.later()).observe(document.documentElement, { attributeFilter: ['data-theme'] });
    this.addEventListener('pointerdown', this);
    this.addEventListener('wheel', this, { passive: false });
    this.addEventListener('keydown', this);
    this.seen = new ResizeObserver(() => this.resized());
    this.seen.observe(this);
  }

  disconnectedCallback() {
    cancelAnimationFrame(this.flying);
  }

  buttons() {
    const bar = document.createElement('div');
    bar.className = 'zoom';
    for (const [sign, label, act] of /** @type {[string, string, () => void][]} */ ([
      ['+', 'Zoom in', () => this.zoom(1.3)],
      ['−', 'Zoom out', () => this.zoom(1 / 1.3)],
      ['⤢', 'Show all', () => this.fit(true)],
    ])) {
      const button = document.createElement('button');
      button.type = 'button';
      button.className = 'button icon small';
      button.textContent = sign;
      button.title = label;
      button.setAttribute('aria-label', label);
      button.addEventListener('click', act);
      bar.append(button);
    }
    return bar;
  }

  /**
   * Show a graph. @param {Graph} graph @param {Map<string, Look>} looks @param {string} selected
   */
  show(graph, looks, selected) {
    const other = graph !== this.graph;
    const moved = selected !== this.selected;
    this.looks = looks;
    this.selected = selected;
    if (other) {
      const first = !this.graph.nodes.length;
      this.graph = graph;
      this.nodes = new Map(graph.nodes.map((node) => [node.id, node]));
      this.edges();
      if (first || !this.fitted || !this.touched) this.begin();
    }
    if (moved || other) this.chosen();
    if (moved && !other) this.reveal(selected);
    this.later();
  }

  /** Other looks of some steps: cheap, for a run. @param {Map<string, Look>} looks */
  restyle(looks) {
    this.looks = looks;
    this.later();
  }

  edges() {
    /** @type {Record<string, number[]>} */
    this.lines = { declared: [], reference: [], condition: [], critical: [] };
    /** @type {Record<string, number[]>} */
    this.straight = { declared: [], reference: [], condition: [], critical: [] };
    for (const { critical, kind, points } of this.graph.edges) {
      const name = critical ? 'critical' : kind;
      pieces(points, this.lines[name]);
      pieces([points[0], points[points.length - 1]], this.straight[name]);
    }
  }

  chosen() {
    /** @type {number[]} */
    this.mine = [];
    for (const edge of this.graph.edges) if (edge.from === this.selected || edge.to === this.selected) pieces(edge.points, this.mine);
  }

  resized() {
    if (!this.clientWidth || !this.clientHeight) return;
    if (this.fitted && this.touched) this.later();
    else this.begin()
  }

  later() {
    if (!this.asked) {
      this.asked = requestAnimationFrame(() => {
        this.asked = 0;
        this.draw();
      });
    }
  }

  draw() {
    if (!this.world || !this.canvas) return;
    const near = this.scale >= NEAR;
    this.classList.toggle('is-far', !near);
    const [left, top] = [-this.x / this.scale, -this.y / this.scale];
    const sight = { left, top, right: left + this.clientWidth / this.scale, bottom: top + this.clientHeight / this.scale };
    this.paint(sight, near);
    this.world.setAttribute('transform', `translate(${this.x} ${this.y}) scale(${this.scale})`);
    const kept = new Set();
    for (const node of near ? this.graph.nodes : []) {
      if (!inSight(node, sight)) continue;
      kept.add(node.id);
      const look = this.looks.get(node.id);
      const drawn = `${node.x} ${node.y} ${node.critical} ${node.id === this.selected} ${look?.title}|${look?.sub}|${look?.state}|${look?.mark}|${look?.percent}`;
      const was = this.shown.get(node.id);
      if (was?.drawn === drawn) continue;
      const element = this.card(node, look);
      if (was) was.element.replaceWith(element);
      else this.world.append(element);
      this.shown.set(node.id, { element, drawn });
    }
    for (const [id, { element }] of this.shown) {
      if (!kept.has(id)) {
        element.remove();
        this.shown.delete(id);
      }
    }
  }

  /** Lines, and from afar the steps. @param {Sight} sight @param {boolean} near */
  paint(sight, near) {
    const canvas = /** @type {HTMLCanvasElement} */ (this.canvas);
    const pen = canvas.getContext('2d');
    if (!pen) return;
    const dots = devicePixelRatio;
    const [width, height] = [Math.round(this.clientWidth * dots), Math.round(this.clientHeight * dots)];
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, width, height);
    pen.setTransform(this.scale * dots, 0, 0, this.scale * dots, this.x * dots, this.y * dots);
    const style = getComputedStyle(this);
    if (this.family !== style.fontFamily) ruler.font = `600 14px ${(this.family = style.fontFamily)}`; // as in steps.css
    const ink = Object.fromEntries(INKS.map((name) => [name, style.getPropertyValue(`--graph-${name}`)]));
    for (const [kind, each] of Object.entries((this.scale < AFAR ? this.straight : this.lines) ?? {})) {
      const critical = kind === 'critical';
      pen.globalAlpha = near || critical ? 1 : 0.22;
      pen.setLineDash(kind === 'declared' && near && this.graph.nodes.length <= FEW ? [5, 4] : []);
      stroke(pen, each, sight, critical ? ink.accent : kind === 'condition' ? ink.wait : ink.line, (critical ? 2.2 : 1.3) / Math.min(1, this.scale), near);
    }
    pen.globalAlpha = 1;
    pen.setLineDash([]);
    stroke(pen, this.mine ?? [], sight, ink.ink, 2 / Math.min(1, this.scale), near);
    if (near) return;
    for (const node of this.graph.nodes) {
      if (!inSight(node, sight)) continue;
      pen.fillStyle = ink[COLOURS[this.looks.get(node.id)?.state ?? ''] ?? 'plain'];
      pen.fillRect(node.x, node.y, node.width, node.height);
    }
    const chosen = this.nodes.get(this.selected);
    pen.strokeStyle = ink.ink;
    pen.lineWidth = 3 / this.scale;
    if (chosen) pen.strokeRect(chosen.x, chosen.y, chosen.width, chosen.height);
  }

  /** @param {GraphNode} node @param {Look | undefined} look */
  card(node, look) {
    const state = look?.state ?? 'pending';
    const classes = ['node-card', `is-${state}`, node.critical ? 'is-critical' : '', node.id === this.selected ? 'is-selected' : ''];
    const card = svg('g', { class: classes.filter(Boolean).join(' '), transform: `translate(${node.x} ${node.y})` });
    card.dataset.step = node.id;
    card.append(svg('rect', { class: 'node', width: node.width, height: node.height, rx: 8 }));
    if (look?.percent !== undefined) {
      card.append(svg('rect', { class: 'percent', y: node.height - 4, width: (node.width * look.percent) / 100, height: 4 }));
    }
    card.append(svg('circle', { class: 'dot', cx: 14, cy: node.height / 2, r: 5 }));
    const title = lines(look?.title || node.id, node.width - WORDS - (look?.mark ? 20 : 8));
    const top = node.height / 2 + (title.length > 1 ? -11 : -3);
    title.forEach((line, at) => card.append(svg('text', { x: WORDS, y: top + at * LINE }, line)));
    card.append(svg('text', { x: WORDS, y: top + title.length * LINE, class: 'sub' }, (look?.sub ?? '').slice(0, Math.floor((node.width - WORDS - 8) / MONO))));
    if (look?.mark) card.append(svg('text', { x: node.width - 10, y: top, class: 'mark' }, look.mark));
    return card;
  }

  // -- moving about

  /** Everything in sight. @param {boolean} [smooth] */
  fit(smooth = true) {
    const [width, height] = [this.clientWidth, this.clientHeight - ROW];
    if (!width || height < 0 || !this.graph.nodes.length) return;
    this.fitted = true;
    const scale = Math.max(MIN, Math.min(LARGE, (width - 8) / this.graph.width, (height - 4) / this.graph.height));
    this.fly((width - this.graph.width * scale) / 2, (height - this.graph.height * scale) / 2, scale, smooth);
  }

  /** The first look: everything, or as much around the chosen step as can be read. */
  begin() {
    this.fit(false);
    const chosen = this.nodes.get(this.selected) ?? this.graph.nodes[0];
    if (!chosen || this.scale >= NEAR + 0.08 || this.graph.nodes.length > FEW) return;
    const [width, height] = [this.graph.width * READABLE, this.graph.height * READABLE];
    const inside = (/** @type {number} */ wish, /** @type {number} */ size, /** @type {number} */ room) => (size <= room ? (room - size) / 2 : Math.max(room - size, Math.min(0, wish)));
    const left = this.clientWidth / 2 - (chosen.x + chosen.width / 2) * READABLE;
    const top = this.clientHeight / 2 - (chosen.y + chosen.height / 2) * READABLE;
    this.fly(inside(left, width, this.clientWidth), inside(top, height, this.clientHeight - ROW), READABLE, false);
  }

  /** @param {number} factor @param {number} [atX] @param {number} [atY] */
  zoom(factor, atX = this.clientWidth / 2, atY = this.clientHeight / 2) {
    this.touched = true;
    const scale = Math.max(MIN, Math.min(MAX, this.scale * factor));
    this.x = atX - ((atX - this.x) * scale) / this.scale;
    this.y = atY - ((atY - this.y) * scale) / this.scale;
    this.scale = scale;
    this.later();
  }

  /** Bring a step into sight, if it is not. @param {string} name */
  reveal(name) {
    const node = this.nodes.get(name);
    if (!node || !this.clientWidth) return;
    const [x, y] = [this.x + node.x * this.scale, this.y + node.y * this.scale];
    const inside = x >= 0 && y >= 0 && x + node.width * this.scale <= this.clientWidth && y + node.height * this.scale <= this.clientHeight;
    if (inside) return;
    const left = this.clientWidth / 2 - (node.x + node.width / 2) * this.scale;
    const top = this.clientHeight / 2 - (node.y + node.height / 2) * this.scale;
    this.fly(left, top, this.scale, true);
  }

  /** @param {number} x @param {number} y @param {number} scale @param {boolean} smooth */
  fly(x, y, scale, smooth) {
    cancelAnimationFrame(this.flying);
    if (!smooth || matchMedia('(prefers-reduced-motion: reduce)').matches) {
      Object.assign(this, { x, y, scale });
      this.later();
      return;
    }
    const from = { x: this.x, y: this.y, scale: this.scale }
    const start = performance.now();
    const step = (/** @type {number} */ now) => {
      const part = Math.min(1, (now - start) / 180);
      const eased = 1 - (1 - part) ** 3;
      this.x = from.x + (x - from.x) * eased;
      this.y = from.y + (y - from.y) * eased;
      this.scale = from.scale + (scale - from.scale) * eased;
      this.draw();
      if (part < 1) this.flying = requestAnimationFrame(step);
    }
    this.flying = requestAnimationFrame(step);
  }

  /** The step at a place of the screen. @param {number} clientX @param {number} clientY */
  at(clientX, clientY) {
    const box = this.getBoundingClientRect();
    const x = (clientX - box.left - this.x) / this.scale;
    const y = (clientY - box.top - this.y) / this.scale;
    return this.graph.nodes.find((node) => x >= node.x && x <= node.x + node.width && y >= node.y && y <= node.y + node.height);
  }

  /** @param {Event} event */
  handleEvent(event) {
    if (event instanceof WheelEvent) this.wheeled(event);
    else if (event instanceof KeyboardEvent) this.pressed(event);
    else if (event instanceof PointerEvent) this.grabbed(event);
  }

  /** @param {WheelEvent} event */
  wheeled(event) {
    event.preventDefault();
    cancelAnimationFrame(this.flying);
    const box = this.getBoundingClientRect();
    const unit = event.deltaMode === 1 ? 16 : 1;
    this.zoom(Math.exp(-event.deltaY * unit * (event.ctrlKey ? 0.01 : 0.0016)), event.clientX - box.left, event.clientY - box.top);
  }

  /** @param {PointerEvent} event */
  grabbed(event) {
    if (event.button !== 0 || (event.target instanceof Element && event.target.closest('.zoom'))) return;
    cancelAnimationFrame(this.flying);
    const from = { x: event.clientX, y: event.clientY, left: this.x, top: this.y }
    let far = false;
    const move = (/** @type {PointerEvent} */ now) => {
      far ||= Math.hypot(now.clientX - from.x, now.clientY - from.y) > 4;
      if (!far) return;
      this.classList.add('is-grabbed');
      this.touched = true;
      this.x = from.left + now.clientX - from.x;
      this.y = from.top + now.clientY - from.y;
      this.later();
    }
    const up = (/** @type {PointerEvent} */ now) => {
      this.classList.remove('is-grabbed');
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', up);
      removeEventListener('pointercancel', up);
      const node = far ? undefined : this.at(now.clientX, now.clientY);
      if (node) this.select(node.id);
    }
    addEventListener('pointermove', move);
    addEventListener('pointerup', up);
    addEventListener('pointercancel', up);
  }

  /** @param {string} name */
  select(name) {
    this.dispatchEvent(new CustomEvent('step-select', { detail: { name }, bubbles: true }));
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    if (event.target !== this || event.ctrlKey || event.metaKey || event.altKey) return;
    /** @type {Record<string, [number, number]>} */
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }
    const way = ways[event.key];
    if (way && event.shiftKey) {
      this.x -= way[0] * 60;
      this.y -= way[1] * 60;
      this.later();
    } else if (way) this.step(way);
    else if (event.key === '+' || event.key === '=') this.zoom(1.25);
    else if (event.key === '-') this.zoom(0.8);
    else if (event.key === '0') this.fit(true);
    else return;
    event.preventDefault();
  }

  /** To the nearest step in a direction. @param {[number, number]} way */
  step([wx, wy]) {
    const here = this.nodes.get(this.selected) ?? this.graph.nodes[0];
    if (!here) return;
    let [best, least] = [here.id, Infinity];
    for (const node of this.graph.nodes) {
      const [dx, dy] = [node.x - here.x, node.y - here.y];
      const ahead = dx * wx + dy * wy;
      if (node === here || ahead <= 1) continue;
      const cost = ahead + 2.5 * Math.abs(dx * wy + dy * wx);
      if (cost < least) [best, least] = [node.id, cost];
    }
    this.select(best);
  }
}

customElements.define('plan-graph', PlanGraph);
