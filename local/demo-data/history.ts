import type { MemoryStore } from '../../adapters/memory/memory-store.ts';
import type { SpansInMemory } from '../../adapters/memory/spans-in-memory.ts';
import type { KeptForecast } from '../../treasury/ledger/kept-forecast.ts';
import type { LedgerWrite } from '../../treasury/ledger/ledger.ts';
import type { DecisionRun } from '../../treasury/ledger/stored-decision.ts';
import { dayOf } from '../../treasury/series/hour.ts';
import type { Snapshot } from '../../treasury/snapshots/snapshot.ts';
import type { Instant } from '../../treasury/time/instant.ts';
import { closingTicks } from './closing-ticks.ts';
import { madeUpPieces } from './made-up-rules.ts';
import { MadeUpTreasury } from './made-up-treasury.ts';
import { ticksUntil } from './period.ts';
import { type HistorySettings, Story } from './story.ts';

/** Made-up history, computed and not written yet. */
export interface History {
  readonly from: Instant;
  readonly last: Instant;
  readonly snapshots: readonly Snapshot[];
  /** Writes to the ledger, in their order. */
  readonly changes: readonly LedgerWrite[];
  readonly books: Pick<MemoryStore['ports'], 'readings' | 'flows'>;
  /** What rules decided on the snapshots, and the spans of that. */
  readonly runs: readonly DecisionRun[];
  /** What was forecast for the last whole days, each when it began. */
  readonly forecasts: readonly KeptForecast[];
  readonly spans: Pick<SpansInMemory, 'open' | 'months'>;
}

/** Snapshots of some whole days, or the last ones of a history. */
export interface PastDays {
  readonly snapshots: readonly Snapshot[];
  /** A moment at which all hours before its own are closed. */
  readonly until: Instant;
}

/** Snapshots that are handed over together at least: they are written while the next are computed. */
const HANDED_OVER = 40;

/**
 * Makes up a history: its snapshots as their days are over, and in the end the whole of it. The same settings give the
 * same history.
 */
export async function* madeUpHistory(settings: HistorySettings): AsyncGenerator<PastDays, History> {
  const { tenant, reportingCurrency, last } = settings;
  const regular = ticksUntil(last);
  const from = regular[0] ?? last;
  const rules = madeUpPieces(new Set(Object.keys(settings.balances))).map(({ rule }) => rule);
  const closing = closingTicks(rules, from, last).filter((tick) => tick > from && tick < last);
  const ticks = [...new Set([...regular, ...closing])].toSorted();
  const treasury = new MadeUpTreasury(tenant, reportingCurrency, from);
  const { snapshots } = treasury.books;
  let handedOver = 0;
  for await (const _ of new Story(settings, treasury, ticks).moments()) {
    const days = daysOver(snapshots, handedOver);
    if (days === null) continue;
    handedOver += days.snapshots.length;
    yield days;
  }
  yield { snapshots: snapshots.slice(handedOver), until: last };
  const { changes, runs, spans, keptForecasts: forecasts } = treasury.books;
  const { readings, flows } = treasury.books.ports;
  return { from, last, snapshots, changes, books: { readings, flows }, runs, forecasts, spans };
}

/** The days that are over since some snapshots were handed over; null if they are few, or the last one goes on. */
function daysOver(snapshots: readonly Snapshot[], handedOver: number): PastDays | null {
  const [before, latest] = snapshots.slice(-2);
  if (before === undefined || latest === undefined) return null;
  const isOver = dayOf(before.scheduledFor) < dayOf(latest.scheduledFor);
  if (!isOver || snapshots.length - 1 - handedOver < HANDED_OVER) return null;
  return { snapshots: snapshots.slice(handedOver, -1), until: latest.scheduledFor };
}
