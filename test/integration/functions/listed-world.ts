import { decisionRunItem } from '../../../adapters/store/decision-run-item.ts';
import { createDeliveries } from '../../../adapters/store/deliveries.ts';
import { createEventFeed } from '../../../adapters/store/event-feed.ts';
import { INSTRUCTION } from '../../../adapters/store/instruction-item.ts';
import {
  attributesOf,
  type Item,
  type ItemKind,
  itemOf,
  toItem,
} from '../../../adapters/store/item.ts';
import { ledgerKeys } from '../../../adapters/store/keys.ts';
import { LANE } from '../../../adapters/store/lane-item.ts';
import * as kinds from '../../../adapters/store/ledger-items.ts';
import { SNAPSHOT } from '../../../adapters/store/snapshot-item.ts';
import { MONTH_SPANS } from '../../../adapters/store/span-items.ts';
import { appendToChain, EMPTY_CHAIN } from '../../../treasury/audit/audit-entry.ts';
import { hourOf } from '../../../treasury/audit/denial.ts';
import type { Calendar } from '../../../treasury/calendars/calendar.ts';
import { appendEvents } from '../../../treasury/events/append-events.ts';
import { newLane } from '../../../treasury/instructions/lane.ts';
import { changeId } from '../../../treasury/ledger/policy-change.ts';
import type { ManualRate } from '../../../treasury/policy/manual-rate.ts';
import { monthOf, type Span } from '../../../treasury/spans/span.ts';
import { type Instant, instantOf, plusSeconds } from '../../../treasury/time/instant.ts';
import { newDelivery } from '../../../treasury/webhooks/delivery.ts';
import { deliveryId } from '../../../treasury/webhooks/queue-event.ts';
import { runAt } from '../../samples/decision-runs.ts';
import { APPROVED } from '../../samples/instructions.ts';
import { ACCOUNT, CONTROLS, draftOf, RULE, WEBHOOK } from '../../samples/policy.ts';
import { quotes, snapshotAt, totals } from '../../samples/snapshots.ts';
import type { Random } from '../../simulation/random.ts';
import { putItems } from '../store/items.ts';
import { type Deployed, streamEvent, TENANT } from './deployed-functions.ts';

/** The zone of dates in these tests, in which the clocks changed on two of the days below. */
export const ZONE = 'Europe/Zurich';

/** A stretch of time, and the first moments of dates in it: a month begins, or the clocks change. */
export interface Season {
  readonly whole: { readonly from: string; readonly to: string };
  readonly midnights: Readonly<Record<string, Instant>>;
}

const SPRING: Season = {
  whole: { from: '2025-02-01', to: '2025-05-01' },
  midnights: {
    '2025-03-01': '2025-02-28T23:00:00.000Z',
    '2025-03-30': '2025-03-29T23:00:00.000Z',
    '2025-03-31': '2025-03-30T22:00:00.000Z',
    '2025-04-01': '2025-03-31T22:00:00.000Z',
  },
};

const AUTUMN: Season = {
  whole: { from: '2025-09-01', to: '2025-12-01' },
  midnights: {
    '2025-10-01': '2025-09-30T22:00:00.000Z',
    '2025-10-26': '2025-10-25T22:00:00.000Z',
    '2025-10-27': '2025-10-26T23:00:00.000Z',
    '2025-11-01': '2025-10-31T23:00:00.000Z',
  },
};

export const SEASONS: readonly Season[] = [SPRING, AUTUMN];

/** Things of a kind: enough for several pages of a few. */
const OF_A_KIND = 6;
/** Snapshots, each of which the books are brought up to date with. */
const SNAPSHOTS = 5;

/** Moments on the edges of dates, a millisecond before them, and in between; each once, in order. */
export function moments(random: Random, { midnights }: Season, count: number): readonly Instant[] {
  const found = new Set<Instant>();
  while (found.size < count) {
    const midnight = Date.parse(random.pick(Object.values(midnights)));
    const beside = random.pick([0, 0, -1, 1, random.between(-86_400_000, 86_400_000)]);
    found.add(instantOf(midnight + beside));
  }
  return [...found].sort();
}

/** How many there are of what stands several in an item, and of versions of one piece, which stand beside those of others. */
export interface Counted {
  readonly decisions: number;
  readonly spans: number;
  readonly events: number;
  readonly versions: number;
  /** Halts in the audit log, beside the entries of the books: these days are over when they are booked. */
  readonly halts: number;
}

/** Fills every list with things of random moments. How many there are of those that are not packed, the tables say. */
export async function fillLists(
  deployed: Deployed,
  random: Random,
  season: Season,
): Promise<Counted> {
  const drawn = () => moments(random, season, OF_A_KIND);
  await putItems(deployed.ledgerTable, [
    ...instructions(moments(random, season, 2 * OF_A_KIND)),
    ...audited(drawn()),
    ...denials(random, drawn()),
    ...changes(random, drawn()),
    ...policy(),
    ...itemsOf(MONTH_SPANS, months(drawn())),
  ]);
  const runs = drawn().map((at) => {
    const rules = ['a', 'b', 'c'].slice(0, random.between(1, 3));
    return runAt(at, ...rules.map((rule) => ({ rule, reason: 'below-threshold' as const })));
  });
  await putItems(
    deployed.snapshotsTable,
    runs.map((run) => decisionRunItem(TENANT, run, 'for-ever')),
  );
  await booked(deployed, random, moments(random, season, SNAPSHOTS));
  await published(deployed);
  const deliveries = createDeliveries(deployed.deliveriesTable);
  for (const at of drawn()) {
    const event = { id: `e-${at}`, type: 'com.sluice.rule.missed', time: at, text: '{}' };
    const options = { webhookId: WEBHOOK.id, isPaused: random.chance(0.5), at };
    await deliveries.add(TENANT, newDelivery(event, deliveryId(event), options));
  }
  const decisions = runs.reduce((sum, run) => sum + run.decisions.length, 0);
  // Each snapshot is told as an event too.
  const [halts, spans, versions] = [OF_A_KIND, OF_A_KIND, OF_A_KIND];
  return { decisions, spans, events: OF_A_KIND + SNAPSHOTS, versions, halts };
}

function itemsOf<T>(kind: ItemKind<T>, values: readonly T[]): readonly Item[] {
  return values.map((value) => itemOf(kind, TENANT, value));
}

/** Withdrawals and trades in turn, most of which wait for an approval. */
function instructions(at: readonly Instant[]): readonly Item[] {
  const waits = { approvalsRequired: 1, approvals: [], expiresAt: '9998-01-01T00:00:00.000Z' };
  return itemsOf(
    INSTRUCTION,
    at.map((createdAt, index) => {
      const { amount } = APPROVED.content;
      const trade = { kind: 'trade', instrument: 'BTC/USD', side: 'sell', amount, price: '1' };
      const isWaiting = index % 3 !== 0;
      return {
        ...APPROVED,
        id: `i-${index}`,
        tenant: TENANT,
        createdAt,
        content: index % 2 === 0 ? trade : APPROVED.content,
        status: isWaiting
          ? { state: 'awaiting-approval', at: createdAt, ...waits }
          : APPROVED.status,
      } as typeof APPROVED;
    }),
  );
}

function audited(at: readonly Instant[]): readonly Item[] {
  let head = EMPTY_CHAIN;
  const entries = at.map((each) => {
    const fact = { at: each, by: 'ann', action: 'halt', subject: 'controls', requestId: 'r' };
    const entry = appendToChain(head, { ...fact, before: null, after: null });
    head = { sequence: entry.sequence, hash: entry.hash };
    return entry;
  });
  return [...itemsOf(kinds.AUDIT_ENTRY, entries), itemOf(kinds.AUDIT_HEAD, TENANT, head)];
}

function denials(random: Random, at: readonly Instant[]): readonly Item[] {
  return itemsOf(
    kinds.DENIALS,
    at.map((lastAt, index) => ({
      tenant: TENANT,
      hour: hourOf(lastAt),
      by: random.pick(['ann', 'bob']),
      route: `GET /v1/${index}`,
      count: 1,
      firstAt: lastAt,
      lastAt,
      code: 'role-missing',
      requestId: 'r',
    })),
  );
}

function changes(random: Random, at: readonly Instant[]): readonly Item[] {
  return itemsOf(
    kinds.CHANGE,
    at.map((madeAt, index) => ({
      kind: 'rule' as const,
      before: null,
      after: draftOf({ id: `proposed-${index}` }),
      baseVersion: 0,
      tenant: TENANT,
      id: changeId(madeAt, `${random.between(10_000_000, 99_999_999)}`),
      madeBy: 'tom',
      madeAt,
      expiresAt: plusSeconds(madeAt, 3_600),
      status: { state: 'proposed' as const, at: madeAt },
      version: 1,
    })),
  );
}

/** Pieces of policy, and the versions of one of each kind. */
function policy(): readonly Item[] {
  const numbers = Array.from({ length: OF_A_KIND }, (_, index) => index + 1);
  const matching = { ...MATCHING, activeSince: RULE.activeSince };
  const versions = <T extends { readonly version: number }>(kind: ItemKind<T>, piece: T) =>
    numbers.map((version) => {
      const stored = { ...piece, version };
      const key = ledgerKeys.policyVersion(TENANT, kind.key(TENANT, stored).sk, version);
      return toItem({
        ...attributesOf(kind, TENANT, stored),
        ...key,
        entity: `${kind.entity}-version`,
      });
    });
  const named = <T extends { readonly id: string }>(kind: ItemKind<T>, piece: T) =>
    itemsOf(
      kind,
      numbers.map((number) => ({ ...piece, id: `${piece.id}-${number}` })),
    );
  return [
    ...named(kinds.RULE, RULE),
    ...named(kinds.ACCOUNT, ACCOUNT),
    ...itemsOf(kinds.WEBHOOK, [WEBHOOK]),
    ...named(kinds.WEBHOOK, WEBHOOK),
    ...named(kinds.MATCHING_RULE, matching),
    ...named(kinds.CALENDAR, CALENDAR),
    ...named(kinds.MANUAL_RATE, MANUAL_RATE),
    ...versions(kinds.RULE, RULE),
    ...versions(kinds.ACCOUNT, ACCOUNT),
    ...versions(kinds.WEBHOOK, WEBHOOK),
    ...versions(kinds.MATCHING_RULE, matching),
    ...versions(kinds.CALENDAR, CALENDAR),
    ...versions(kinds.MANUAL_RATE, MANUAL_RATE),
    ...versions(kinds.CONTROLS, CONTROLS),
    ...itemsOf(
      LANE,
      numbers.map((number) => newLane(TENANT, `C${number}`, 'epoch')),
    ),
  ];
}

/** A class of movements that fits none of these. */
const MATCHING = {
  id: 'deposits',
  label: 'deposits',
  kind: 'deposit',
  direction: 'inflow',
  currency: 'SOL',
  enabled: true,
  version: 1,
} as const;

const CALENDAR: Calendar = {
  id: 'closed-days',
  label: 'closed days',
  timeZone: ZONE,
  from: '2025-01-01',
  until: '2026-01-01',
  weekend: ['SAT', 'SUN'],
  holidays: [{ date: '2025-12-25' }],
  activeSince: RULE.activeSince,
  version: 1,
};

const MANUAL_RATE: ManualRate = {
  id: 'francs',
  label: 'francs',
  currency: 'CHF',
  in: 'USD',
  rate: '1.1',
  from: '2025-01-01',
  until: '2026-01-01',
  source: 'the books',
  version: 1,
  activeSince: RULE.activeSince,
};

/** Spans of one rule, one behind the other, by the months that they begin in. */
function months(at: readonly Instant[]) {
  const spans = at.map((from, index): Span => {
    const until =
      at[index + 1] === undefined ? from : instantOf(Date.parse(at[index + 1] ?? '') - 1);
    const span = {
      ruleVersion: 1,
      reason: 'below-threshold',
      since: from,
      from,
      count: 1,
    } as const;
    return { ...span, until: monthOf(until) === monthOf(from) ? until : from, least: {}, most: {} };
  });
  return [...Map.groupBy(spans, ({ from }) => monthOf(from))].map(([month, inMonth]) => ({
    tenant: TENANT,
    ruleId: RULE.id,
    month,
    spans: inMonth,
    version: 1,
  }));
}

/** Snapshots whose balances change from each to the next: flows, breaks and series are made of them. */
async function booked(deployed: Deployed, random: Random, at: readonly Instant[]): Promise<void> {
  for (const [index, tick] of at.entries()) {
    const held = totals({ BTC: `${index + 1}`, USD: `${random.between(1, 9)}` });
    const item = itemOf(SNAPSHOT, TENANT, snapshotAt(tick, held, quotes({ 'BTC/USD': '100' })));
    await putItems(deployed.snapshotsTable, [item]);
    await deployed.invoke('update-books', streamEvent(item));
  }
}

/** Of now: events are kept for 30 days. */
async function published(deployed: Deployed): Promise<void> {
  const feed = createEventFeed(deployed.eventsTable);
  const at = instantOf(Date.now());
  const type = 'com.sluice.rule.missed';
  const events = Array.from({ length: OF_A_KIND }, (_, index) => ({
    specversion: '1.0',
    id: `event-${index}`,
    source: 'urn:sluice:test',
    type,
    subject: 'a',
    time: at,
    tenant: TENANT,
    datacontenttype: 'application/json',
    dataschema: `urn:sluice:event:${type}`,
    data: {},
  }));
  await appendEvents({ feed, now: () => at }, { tenant: TENANT, events, since: at });
}
