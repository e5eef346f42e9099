import { isProblem } from '@sluice/client';
import type { ReadingClient } from '../context.ts';
import { type Found, thingOf } from './find.ts';

/** What an alarm says of itself. */
export interface AlarmLead {
  readonly description: string;
  readonly next: string;
}

interface Lead {
  /** Things whose requests, audit entries and log lines belong to it. */
  readonly things: readonly Found[];
  /** Everything that it leads to, those things among it. */
  readonly leadsTo: readonly unknown[];
}

type Reader = (api: ReadingClient, most: number) => Promise<readonly unknown[]>;

const inState =
  (...states: readonly ('unknown' | 'anomaly')[]): Reader =>
  async (api, limit) =>
    (await api.get('/v1/instructions', { query: { state: [...states], limit } })).data.items;

const breaks: Reader = async (api, limit) => {
  const { data } = await api.get('/v1/reports/breaks', { query: { state: ['open'], limit } });
  return 'items' in data ? data.items : [];
};

const blocked: Reader = async (api, most) =>
  (await api.get('/v1/lanes')).data.items
    .filter(({ state, unbooked }) => !['idle', 'sending'].includes(state) || unbooked !== undefined)
    .slice(0, most);

const missed: Reader = async (api, limit) =>
  (await api.get('/v1/decisions', { query: { reason: 'missed', limit } })).data.items;

const failing: Reader = async (api, most) =>
  (await api.get('/v1/overview')).data.failing.slice(0, most);

const snapshots: Reader = async (api, limit) => {
  const { data } = await api.get('/v1/snapshots', { query: { limit } as never });
  return 'items' in data ? data.items : [];
};

/** What each alarm is about, where the API knows it; the others are about the log. */
const READERS: Readonly<Record<string, Reader>> = {
  'no-snapshot': snapshots,
  'service-errors': snapshots,
  'token-refused': snapshots,
  'currency-not-stated': snapshots,
  'unknown-outcome': inState('unknown'),
  anomaly: inState('anomaly'),
  'trade-held': inState('unknown'),
  break: breaks,
  unbooked: blocked,
  'blocked-currency': blocked,
  'budget-near-its-end': blocked,
  'missed-occurrence': missed,
  'rule-failing': failing,
};

export async function readAlarmLead(api: ReadingClient, name: string, most: number): Promise<Lead> {
  const leadsTo = await read(api, name, most);
  const ids = leadsTo.flatMap(idsIn).slice(0, most);
  const things = await Promise.all(ids.map((id) => thingOf(api, id)));
  return { leadsTo, things: things.filter((each) => each !== null) };
}

async function read(api: ReadingClient, name: string, most: number): Promise<readonly unknown[]> {
  try {
    return (await READERS[name]?.(api, most)) ?? [];
  } catch (error) {
    // Not every role reads everything: the alarm's own text is worth having without it.
    if (isProblem(error)) return [];
    throw error;
  }
}

/** Of an instruction or a break its own, of a rule of which nothing leaves the last one, of a lane that of what blocks it. */
function idsIn(thing: unknown): readonly string[] {
  const { id, instructionId, blockedBy } = thing as {
    readonly id?: unknown;
    readonly instructionId?: unknown;
    readonly blockedBy?: { readonly instructionId: string };
  };
  if (typeof id === 'string') return [id];
  if (typeof instructionId === 'string') return [instructionId];
  return blockedBy === undefined ? [] : [blockedBy.instructionId];
}
