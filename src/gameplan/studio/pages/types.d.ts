// The shapes of the API, as the pages read them; studio/shapes.py makes them. A time is microseconds since 1970.

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
/** What may stand inside an element; see dom.js. */
export type Child = Node | string | number | null | undefined | false | Child[];
export type Status = 'pending' | 'ready' | 'running' | 'waiting' | 'completed' | 'failed' | 'blocked' | 'skipped' | 'paused' | 'cancelled';

/** What a page is given when it is opened; see app.js. */
export interface Page {
  /** The page's own element: draw here. */
  main: HTMLElement;
  params: Record<string, string>;
  query: URLSearchParams;
  /** Aborted when the person leaves the page: end streams, timers and requests with it. */
  signal: AbortSignal;
  title(text: string): void;
  /** Opens another page: go('/runs/7'). */
  go(path: string, options?: { replace?: boolean }): void;
  /** Puts what is set into the address without opening anything. */
  setQuery(values: Record<string, string | null>): void;
  /** A key for this page, shown in the help. */
  shortcut(keys: string, what: string, act: (() => void) | null): void;
}

export interface Session { signedIn: boolean; workspace: string; version: string; withPassword: boolean }
export interface RunCard { id: string; title: string; status: string; done: number; completed: number; total: number; startedAt: number; updatedAt: number; waiting: number; writing: boolean; ended: string; cost: number | null; plan: string }
export interface PlanCard { id: string; title: string; version: number; steps: number; problems: number; updatedAt: number; runs: number; drafting: boolean }
export interface Doubt { argument: string; value: Json; origin: string }
export interface InboxItem { run: string; runTitle: string; step: string; kind: 'approval' | 'question' | 'recovery'; why: string; question: string | null; type: string | null; choices: string[] | null; default: Json; args: any; tool: string; effects: string[]; preview: string; doubts: Doubt[]; doubtful: boolean; boundTo: string; since: number; noted: string }
export interface Inbox { count: number; items: InboxItem[] }
export interface Models { planner: string; executor: string; ready: boolean; plannerFrom?: string; executorFrom?: string; available?: string[]; keys?: { name: string; present: boolean }[] }
export interface Home { running: RunCard[]; waiting: InboxItem[]; recent: RunCard[]; drafts: PlanCard[]; models: Models; workspace: string }
export interface Input { type?: string; description?: string; default?: Json; choices?: Json[]; required?: boolean }
export interface Template { name: string; description: string; inputs: Record<string, Input>; source: string; steps: number; plan?: any }
export interface Tool { name: string; description: string; parameters: any; output: any; effects: { verb: string; target: string }[]; trusted: boolean; repeatable: boolean; primary: string; roles: Record<string, string> }
export interface Repair { text: string; edits: any[] }
export interface PlanProblem { code: string; step: string | null; place: (string | number)[]; message: string; repair: Repair | null }
export interface Graph { width: number; height: number; nodes: { id: string; x: number; y: number; width: number; height: number; layer: number; critical: boolean }[]; edges: { from: string; to: string; kind: 'declared' | 'reference' | 'condition'; critical: boolean; points: [number, number][] }[] }
export interface PlanView { id: string; etag: string; version: number; title: string; request: string; source: string; plan: any; problems: PlanProblem[]; graph: Graph; inputs: Record<string, Input>; canUndo: boolean; canRedo: boolean; drafting: boolean; draftingSession: string; trouble: string; runs: string[]; versions: number; closed: boolean; updatedAt: number; planner: string }
export interface StepView { name: string; status: string; reason: string; attempts: number; durationMs: number; effects: string[]; text: string; hasValue: boolean; startedAt: number; percent: number | null; items: { done: number; total: number } | null; value?: Json; args?: Json; logs?: string[]; detail?: string; tool?: string; code?: string; tooLarge?: boolean }
export interface Intent { id: number; kind: string; payload: any; by: string; at: number; verdict: 'taken' | 'refused' | 'noted'; reason: string }
export interface Summary { status: string; reason: string; completed: string[]; failed: Record<string, string>; blocked: Record<string, string>; skipped: Record<string, string>; waiting: Record<string, string>; effects: string[]; durationMs: number; criticalPathMs: number; criticalPath: string[]; tokens: number; cost: number }
export interface FileChange { path: string; what: 'created' | 'changed' | 'deleted' | 'moved'; kind: string; movedFrom: string; sizeBefore: number; size: number; steps: string[]; putBack: boolean; unsure: boolean; intruded: boolean }
export interface FileDiff extends FileChange { diff: string; note: string }
export interface RunView { id: string; title: string; status: string; reason: string; plan: any; planId: string; version: number; inputs: Record<string, Json>; graph: Graph; steps: Record<string, StepView>; inbox: InboxItem[]; noted: Intent[]; done: number; total: number; criticalPath: string[]; estimates: Record<string, number>; tokens: number; cost: number; startedAt: number; endedAt: number; seq: number; writing: boolean; here: boolean; paused: boolean; summary: Summary | null; undone: boolean; changes: FileChange[]; workspace: string; canResume: boolean; canUndo: boolean }
export interface SessionCard { id: string; kind: string; title: string; events: number; createdAt: number; updatedAt: number; writing: boolean; damaged: string; private: string }
export interface Recorded { seq: number; at: number; type: string; payload: any }
export interface StateView { kind: string; seq: number; run: RunView | null; plan: any; slices: Record<string, Json> }
export interface Call { id: string; tool: string; arguments: Json; status: string; text: string }
export interface TurnStep { step: number; seq: number; told: string[]; toldTokens: number; condensed: number; text: string; calls: Call[]; usage: Record<string, number>; cost: number | null }
export interface Turn { turn: string; agent: string; model: string; prompt: string; request: string; tools: string[]; continues: string; steps: TurnStep[]; failures: string[]; endedBy: string; detail: string; cost: number; tokens: number }
export interface Settings { etag: string; models: Models; workspace: string; approvals: { yes: string[] }; home: string; file: string; version: string }
