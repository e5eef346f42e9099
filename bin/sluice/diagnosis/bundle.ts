import { isProblem } from '@sluice/client';
import { CommandError } from '../command-error.ts';
import type { ReadingClient } from '../context.ts';
import { type AlarmLead, readAlarmLead } from './alarm-lead.ts';
import { type Found, find, thingOf } from './find.ts';
import { type LogSource, NO_LOGS } from './log-source.ts';

/** What belongs together about one id: from the alarm or the thing to requests, decisions and log lines. */
export interface Bundle {
  readonly about: string;
  readonly kind: Found['kind'] | 'alarm' | 'request';
  readonly collectedAt: string;
  readonly alarm?: {
    readonly description: string;
    readonly next: string;
    readonly runbook: string;
  };
  readonly item?: unknown;
  /** What an alarm, an event or a request leads to. */
  readonly leadsTo: readonly unknown[];
  readonly lane?: unknown;
  readonly halt?: unknown;
  readonly health?: unknown;
  readonly decisions: readonly unknown[];
  readonly audit: readonly unknown[];
  /** Ids to search other logs for. */
  readonly requestIds: readonly string[];
  /** The query of CloudWatch Logs Insights over all log groups of the stage that shows the same. */
  readonly logQuery: string;
  /** Where the lines are from, or why there are none. */
  readonly logs: string;
  readonly logLines: readonly unknown[];
}

/** An alarm as the stack declares it; null for any other name. */
export type AlarmNamed = (name: string) => Promise<(AlarmLead & { readonly name: string }) | null>;

/** Audit entries that are read: what happened to one thing. */
const MOST_ENTRIES = 100;

/** Things that an alarm or a request leads to, each with its audit entries: more of them is another question. */
const MOST_THINGS = 10;

/** What is known about an id before its requests and its log lines are looked for. */
interface Subject {
  readonly kind: Bundle['kind'];
  readonly alarm: (AlarmLead & { readonly name: string }) | null;
  readonly found: Found | null;
  /** Things beside it, of which audit and log are read as well. */
  readonly things: readonly Found[];
  readonly leadsTo: readonly unknown[];
}

export async function collect(
  api: ReadingClient,
  id: string,
  alarmNamed: AlarmNamed,
  logs: LogSource = NO_LOGS,
): Promise<Bundle> {
  const subject = await subjectOf(api, id, alarmNamed, logs);
  const { kind, alarm, found, things, leadsTo } = subject;
  const all = [...(found === null ? [] : [found]), ...things];
  const [overview, lanes, audit, decisions] = await Promise.all([
    api.get('/v1/overview'),
    api.get('/v1/lanes'),
    auditOf(api, kind === 'request' ? id : null, all),
    decisionsOf(api, all),
  ]);
  const lane = lanes.data.items.find(({ currency }) => currency === found?.currency);
  const requestIds = requestIdsIn([found?.item, leadsTo, audit], kind === 'request' ? [id] : []);
  const ids = unique([...all.flatMap((each) => each.logIds), ...requestIds]);
  const read = ids.length === 0 ? [] : await logs.linesAbout(ids);
  return {
    about: id,
    kind,
    collectedAt: new Date().toISOString(),
    ...(alarm === null ? {} : { alarm: withRunbook(alarm) }),
    ...(found === null ? {} : { item: found.item }),
    leadsTo,
    ...(lane === undefined ? {} : { lane }),
    halt: overview.data.halt,
    health: overview.data.health,
    decisions,
    audit,
    requestIds,
    logQuery: queryFor(ids.length === 0 ? [id] : ids),
    logs: logs.name,
    logLines: read,
  };
}

async function subjectOf(
  api: ReadingClient,
  id: string,
  alarmNamed: AlarmNamed,
  logs: LogSource,
): Promise<Subject> {
  const alarm = await alarmNamed(id);
  if (alarm !== null) {
    const { things, leadsTo } = await readAlarmLead(api, alarm.name, MOST_THINGS);
    return { kind: 'alarm', alarm, found: null, things, leadsTo };
  }
  const found = await find(api, id);
  if (found !== null) {
    const { leadsTo: next } = found;
    const thing = next === undefined ? null : await find(api, next, { isLead: true });
    const things = thing === null ? [] : [thing];
    return { kind: found.kind, alarm, found, things, leadsTo: things.map(({ item }) => item) };
  }
  // A request id is known to the logs and to the audit log alone.
  if (!/^[\w=-]{8,64}$/.test(id)) throw unknownId(id);
  const named = instructionsIn(await logs.linesAbout([id])).slice(0, MOST_THINGS);
  const things = (await Promise.all(named.map((each) => thingOf(api, each)))).filter(
    (each) => each !== null,
  );
  return { kind: 'request', alarm, found, things, leadsTo: things.map(({ item }) => item) };
}

function unknownId(id: string): CommandError {
  return new CommandError(`${id} is no id, no currency and no alarm`, {
    exit: 'refused',
    help: 'Accepted is the id of a withdrawal, trade, change, break, rule, event or request, the time of a run, a currency, or the name of an alarm.',
  });
}

function withRunbook({ name, description, next }: AlarmLead & { readonly name: string }) {
  return { description, next, runbook: `docs/operations.md#${name}` };
}

/** Entries about things, or of a request; the same entry once. */
async function auditOf(
  api: ReadingClient,
  request: string | null,
  things: readonly Found[],
): Promise<readonly unknown[]> {
  const subjects = unique(things.flatMap(({ auditSubjects }) => auditSubjects));
  const queries = [
    ...(request === null ? [] : [{ text: request }]),
    ...subjects.map((subject) => ({ subject })),
  ];
  try {
    const pages = await Promise.all(
      queries.map((query) =>
        api.get('/v1/audit', { query: { ...query, limit: MOST_ENTRIES } as never }),
      ),
    );
    const entries = pages.flatMap(({ data }) => ('items' in data ? data.items : []));
    return [...new Map(entries.map((entry) => [entry.sequence, entry])).values()];
  } catch (error) {
    // Not every role reads the audit log: the rest is worth having without it.
    if (isProblem(error)) return [];
    throw error;
  }
}

async function decisionsOf(
  api: ReadingClient,
  things: readonly Found[],
): Promise<readonly unknown[]> {
  const queries = things.flatMap(({ decisions }) => (decisions === undefined ? [] : [decisions]));
  const pages = await Promise.all(queries.map((query) => api.get('/v1/decisions', { query })));
  return pages.flatMap(({ data }) => data.items);
}

/** Every request id anywhere in what was found. */
function requestIdsIn(value: unknown, known: readonly string[]): readonly string[] {
  const found = new Set(known);
  visitFields(value, (name, inner) => {
    if (name === 'requestId' && typeof inner === 'string') found.add(inner);
  });
  return [...found];
}

/** The instructions that lines of a log are about, in the order in which they name them. */
function instructionsIn(lines: readonly unknown[]): readonly string[] {
  const found = new Set<string>();
  visitFields(lines, (name, inner) => {
    if (name === 'instructionId' && typeof inner === 'string') found.add(inner);
  });
  return [...found];
}

function visitFields(value: unknown, visit: (name: string, inner: unknown) => void): void {
  if (Array.isArray(value)) for (const each of value) visitFields(each, visit);
  else if (value !== null && typeof value === 'object') {
    for (const [name, inner] of Object.entries(value)) {
      visit(name, inner);
      visitFields(inner, visit);
    }
  }
}

function unique(ids: readonly string[]): readonly string[] {
  return [...new Set(ids)];
}

/** The query for people who look further than the bundle: the same lines, and what stands around them. */
export function queryFor(ids: readonly string[]): string {
  const conditions = ids.map((id) => `@message like ${JSON.stringify(id)}`);
  return [
    'fields @timestamp, service, tick, level, @message',
    `| filter ${conditions.join('\n  or ')}`,
    '| sort @timestamp asc',
  ].join('\n');
}
