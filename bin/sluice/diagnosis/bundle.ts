import { isProblem, type SluiceClient } from '@sluice/client';
import { CommandError } from '../command-error.ts';

/** What belongs together about one id: from the alarm or the thing to requests, decisions and log lines. */
export interface Bundle {
  readonly about: string;
  readonly kind:
    | 'withdrawal'
    | 'trade'
    | 'change'
    | 'break'
    | 'rule'
    | 'currency'
    | 'alarm'
    | 'request';
  readonly collectedAt: string;
  readonly alarm?: {
    readonly description: string;
    readonly next: string;
    readonly runbook: string;
  };
  readonly item?: unknown;
  readonly lane?: unknown;
  readonly halt?: unknown;
  readonly health?: unknown;
  readonly decisions: readonly unknown[];
  readonly audit: readonly unknown[];
  /** Ids to search other logs for. */
  readonly requestIds: readonly string[];
  /** The query of CloudWatch Logs Insights over all log groups of the stage that shows the same. */
  readonly logQuery: string;
  readonly logLines: readonly unknown[];
}

/** An alarm as the stack declares it; null for any other name. */
export type AlarmNamed = (name: string) => Promise<NonNullable<Bundle['alarm']> | null>;

type Found = Pick<Bundle, 'kind' | 'item'> & {
  readonly subject: string;
  readonly currency?: string;
  readonly rule?: string;
  readonly at?: string;
};

/** Audit entries that are read: what happened to one thing. */
const MOST_ENTRIES = 100;

export async function collect(
  api: SluiceClient,
  id: string,
  alarmNamed: AlarmNamed,
): Promise<Bundle> {
  const alarm = await alarmNamed(id);
  const found = alarm === null ? await find(api, id) : null;
  const [overview, lanes, audit, decisions] = await Promise.all([
    api.get('/v1/overview'),
    api.get('/v1/lanes'),
    found === null ? [] : auditOf(api, found.subject),
    found === null ? [] : decisionsOf(api, found),
  ]);
  const kind = found?.kind ?? (alarm === null ? 'request' : 'alarm');
  const lane = lanes.data.items.find(({ currency }) => currency === found?.currency);
  const requestIds = requestIdsIn([found?.item, audit], kind === 'request' ? [id] : []);
  return {
    about: id,
    kind,
    collectedAt: new Date().toISOString(),
    ...(alarm === null ? {} : { alarm }),
    ...(found === null ? {} : { item: found.item }),
    ...(lane === undefined ? {} : { lane }),
    halt: overview.data.halt,
    health: overview.data.health,
    decisions,
    audit,
    requestIds,
    logQuery: queryFor([id, ...requestIds]),
    logLines: [],
  };
}

async function find(api: SluiceClient, id: string): Promise<Found | null> {
  const path = { id };
  const looks: readonly (() => Promise<Found>)[] = [
    async () => {
      const { data } = await api.get('/v1/instructions/{id}', { path });
      const { kind } = data.content;
      const subject = `${kind}:${id}`;
      const currency =
        data.content.kind === 'withdrawal' ? { currency: data.content.currency } : {};
      const sweep =
        data.origin.kind === 'sweep' ? { rule: data.origin.ruleId, at: data.origin.snapshot } : {};
      return { kind, item: data, subject, ...currency, ...sweep };
    },
    async () => {
      const { data } = await api.get('/v1/changes/{id}', { path });
      return { kind: 'change', item: data, subject: data.subject };
    },
    async () => {
      const { data } = await api.get('/v1/breaks/{id}', { path });
      return { kind: 'break', item: data, subject: `break:${id}`, currency: data.currency };
    },
    async () => {
      const { data } = await api.get('/v1/sweep-rules/{id}', { path });
      return { kind: 'rule', item: data, subject: `rule:${id}`, currency: data.currency, rule: id };
    },
    async () => await currency(api, id),
  ];
  for (const look of looks) {
    try {
      return await look();
    } catch (error) {
      if (
        !(isProblem(error) && [400, 404].includes(error.status)) &&
        !(error instanceof NoSuchCurrency)
      )
        throw error;
    }
  }
  // A request id is known to the logs alone.
  if (/^[\w=-]{8,64}$/.test(id)) return null;
  throw new CommandError(`${id} is no id, no currency and no alarm`, {
    exit: 'refused',
    help: 'Accepted is the id of a withdrawal, trade, change, break, rule or request, a currency, or the name of an alarm.',
  });
}

class NoSuchCurrency extends Error {}

async function currency(api: SluiceClient, id: string): Promise<Found> {
  const { data } = await api.get('/v1/lanes');
  const code = id.toUpperCase();
  const lane = data.items.find((each) => each.currency === code);
  if (lane === undefined) throw new NoSuchCurrency();
  return { kind: 'currency', item: lane, subject: `lane:${code}`, currency: code };
}

async function auditOf(api: SluiceClient, subject: string): Promise<readonly unknown[]> {
  try {
    const { data } = await api.get('/v1/audit', { query: { subject, limit: MOST_ENTRIES } });
    return 'items' in data ? data.items : [];
  } catch (error) {
    // Not every role reads the audit log: the rest is worth having without it.
    if (isProblem(error)) return [];
    throw error;
  }
}

async function decisionsOf(api: SluiceClient, { rule, at }: Found): Promise<readonly unknown[]> {
  if (rule === undefined) return [];
  const query = at === undefined ? { rule, limit: 10 } : { rule, at };
  return (await api.get('/v1/decisions', { query })).data.items;
}

/** Every request id anywhere in what was found. */
function requestIdsIn(value: unknown, known: readonly string[]): readonly string[] {
  const found = new Set(known);
  const visit = (each: unknown): void => {
    if (Array.isArray(each)) each.forEach(visit);
    else if (each !== null && typeof each === 'object') {
      for (const [name, inner] of Object.entries(each)) {
        if (name === 'requestId' && typeof inner === 'string') found.add(inner);
        else visit(inner);
      }
    }
  };
  visit(value);
  return [...found];
}

function queryFor(ids: readonly string[]): string {
  const conditions = ids.map((id) => `@message like ${JSON.stringify(id)}`);
  return [
    'fields @timestamp, service, tenant, tick, instructionId, level, message',
    `| filter ${conditions.join(' or ')}`,
    '| sort @timestamp asc',
  ].join('\n');
}
