import { isProblem } from '@sluice/client';
import type { ReadingClient } from '../context.ts';

/** A thing that an id stands for, and where more about it is found. */
export interface Found {
  readonly kind:
    | 'withdrawal'
    | 'trade'
    | 'change'
    | 'break'
    | 'rule'
    | 'run'
    | 'currency'
    | 'event';
  readonly item: unknown;
  /** Subjects under which the audit log has it. */
  readonly auditSubjects: readonly string[];
  /** Ids that lines of the log name. */
  readonly logIds: readonly string[];
  readonly currency?: string;
  readonly decisions?: DecisionsQuery;
  /** The id of the thing that an event is about. */
  readonly leadsTo?: string;
}

interface DecisionsQuery {
  readonly rule?: string;
  readonly at?: string;
  readonly from?: string;
  readonly to?: string;
  readonly limit?: number;
}

/** Decisions of a rule that are shown: the latest. */
const DECISIONS = 10;
/** Of a run: every rule that there can be on a page. */
const RUN_DECISIONS = 200;

/** An instant as runs are called by. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{3})?Z$/;

/** Pages of the feed of events that are looked through: 10,000 events. */
const MOST_PAGES = 50;
const PAGE_EVENTS = 200;
const EVENT_DAYS = 30;
const DAY_MS = 86_400_000;

type Look = (api: ReadingClient, id: string) => Promise<Found | null>;

/** What an id stands for; null if nothing that the API knows. An event is not looked for as what another one leads to. */
export async function find(
  api: ReadingClient,
  id: string,
  { isLead = false }: { readonly isLead?: boolean } = {},
): Promise<Found | null> {
  const looks: readonly Look[] = [run, thingOf, rule, currency, ...(isLead ? [] : [event])];
  for (const look of looks) {
    const found = await look(api, id);
    if (found !== null) return found;
  }
  return null;
}

/** A withdrawal, a trade, a change or a break. */
export async function thingOf(api: ReadingClient, id: string): Promise<Found | null> {
  for (const look of [instruction, change, aBreak]) {
    const found = await look(api, id);
    if (found !== null) return found;
  }
  return null;
}

/** Null where the API knows no such thing, or no such form of an id. */
async function known<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (isProblem(error) && [400, 404].includes(error.status)) return null;
    throw error;
  }
}

const run: Look = async (api, id) => {
  if (!INSTANT.test(id)) return null;
  const at = new Date(id).toISOString();
  const to = new Date(Date.parse(id) + 1).toISOString();
  const answer = await known(() => api.get('/v1/snapshots', { query: { from: at, to } as never }));
  const items = answer !== null && 'items' in answer.data ? answer.data.items : [];
  if (items.length === 0) return null;
  const decisions = { from: at, to, limit: RUN_DECISIONS };
  return { kind: 'run', item: items, auditSubjects: [], logIds: [at], decisions };
};

const instruction: Look = async (api, id) => {
  const answer = await known(() => api.get('/v1/instructions/{id}', { path: { id } }));
  if (answer === null) return null;
  const { data } = answer;
  const { content, origin } = data;
  const common = { kind: content.kind, item: data, auditSubjects: [id], logIds: [id] };
  return {
    ...common,
    ...(content.kind === 'withdrawal' ? { currency: content.currency } : {}),
    ...(origin.kind === 'sweep' ? { decisions: { rule: origin.ruleId, at: origin.snapshot } } : {}),
  };
};

const change: Look = async (api, id) => {
  const answer = await known(() => api.get('/v1/changes/{id}', { path: { id } }));
  if (answer === null) return null;
  const { subject } = answer.data;
  return { kind: 'change', item: answer.data, auditSubjects: [id, subject], logIds: [id] };
};

const aBreak: Look = async (api, id) => {
  const answer = await known(() => api.get('/v1/breaks/{id}', { path: { id } }));
  if (answer === null) return null;
  const { currency: code } = answer.data;
  return {
    kind: 'break',
    item: answer.data,
    auditSubjects: [id],
    logIds: [id],
    currency: code,
  };
};

const rule: Look = async (api, id) => {
  const answer = await known(() => api.get('/v1/sweep-rules/{id}', { path: { id } }));
  if (answer === null) return null;
  const { currency: code } = answer.data;
  return {
    kind: 'rule',
    item: answer.data,
    auditSubjects: [`rule:${id}`],
    logIds: [id],
    currency: code,
    decisions: { rule: id, limit: DECISIONS },
  };
};

const currency: Look = async (api, id) => {
  const { data } = await api.get('/v1/lanes');
  const code = id.toUpperCase();
  const lane = data.items.find((each) => each.currency === code);
  if (lane === undefined) return null;
  const holder = lane.blockedBy?.instructionId;
  // The code itself stands in too many lines.
  const logIds = [...(holder === undefined ? [] : [holder]), ...lane.open.map(openId)];
  return {
    kind: 'currency',
    item: lane,
    auditSubjects: [code, ...logIds],
    logIds,
    currency: code,
  };
};

function openId({ instructionId }: { readonly instructionId: string }): string {
  return instructionId;
}

/** An event of the last 30 days, by its id or its place in the feed. */
const event: Look = async (api, id) => {
  const isSequence = /^\d{16}$/.test(id);
  if (!isSequence && !/^[\w:./-]{8,}$/.test(id)) return null;
  const from = new Date(Date.now() - EVENT_DAYS * DAY_MS).toISOString();
  const before = String(Number(id) - 1).padStart(id.length, '0');
  let place: { from: string } | { after: string } = isSequence ? { after: before } : { from };
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const query = { ...place, limit: PAGE_EVENTS };
    const answer = await known(() => api.get('/v1/events', { query }));
    const items = answer?.data.items ?? [];
    const found = items.find((each) => each.id === id || each.sequence === id);
    if (found !== undefined) {
      const { subject } = found;
      return {
        kind: 'event',
        item: found,
        auditSubjects: [subject],
        logIds: [subject],
        leadsTo: subject,
      };
    }
    const position = answer?.data.position ?? null;
    if (isSequence || answer === null || answer.data.next === null || position === null) break;
    place = { after: position };
  }
  return null;
};
