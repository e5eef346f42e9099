import type { Lane } from '../../../treasury/instructions/lane.ts';
import type { Policy } from '../../../treasury/policy/policy.ts';
import { type BacktestRequest, backtest } from '../../../treasury/preview/backtest.ts';
import type { History, PastReading, PastSweep } from '../../../treasury/preview/history.ts';
import type { ReportRate } from '../../../treasury/report-values/report-rate.ts';
import { pastValuesByRates } from '../../../treasury/report-values/shown-by-rates.ts';
import { type Instant, plusSeconds } from '../../../treasury/time/instant.ts';
import { draftOf, POLICY } from '../../samples/policy.ts';
import { unitValuesOf } from '../../samples/values.ts';

export const FROM = '2026-03-02T09:00:00.000Z';
const EVERY_SECONDS = 300;

/** One reading every five minutes, each taken a second after its tick; null is a miss. */
export function pastOf(
  totals: readonly (string | null)[],
  change: Partial<PastReading> = {},
): readonly PastReading[] {
  return totals.flatMap((total, index) => {
    if (total === null) return [];
    const scheduledFor = tickOf(index);
    const values = unitValuesOf({ BTC: '50000' });
    const balances = { BTC: { total } };
    const takenAt = plusSeconds(scheduledFor, 1);
    return [{ scheduledFor, takenAt, balances, values, pricesReadAt: takenAt, ...change }];
  });
}

export function tickOf(index: number): Instant {
  return plusSeconds(FROM, index * EVERY_SECONDS);
}

/** The past in memory. `atOnce`: readings that one call gives at most. */
export function historyOf(
  past: readonly PastReading[],
  sweeps: readonly PastSweep[] = [],
  atOnce = Number.POSITIVE_INFINITY,
  onRead?: Past['onRead'],
): History {
  return {
    readings: async (_client, { after, to }, _currencies, limit, takesPrices = false) => {
      onRead?.(takesPrices);
      const all = past.filter(({ scheduledFor: tick }) => tick > after && tick <= to);
      const readings = all.slice(0, Math.min(limit, atOnce));
      const last = readings.at(-1);
      return { readings, until: readings.length < all.length && last ? last.scheduledFor : to };
    },
    sweeps: async (_client, { after, to }) =>
      sweeps.filter(({ shownFrom }) => shownFrom > after && shownFrom <= to),
  };
}

export interface Past {
  readonly policy?: Policy;
  readonly past: readonly PastReading[];
  readonly sweeps?: readonly PastSweep[];
  readonly atOnce?: number;
  /** As they stand in the ledger now. */
  readonly lanes?: readonly Lane[];
  /** How many windows one call has time for. */
  readonly windows?: number;
  readonly rates?: readonly ReportRate[];
  /** Told of each read of the past whether it takes the prices. */
  readonly onRead?: (takesPrices: boolean) => void;
}

/** One call of a backtest. */
export function callOf({ policy = POLICY, ...past }: Past, request: Partial<BacktestRequest> = {}) {
  let asked = 0;
  const { windows = 1_000 } = past;
  const ports = {
    // The clock is asked once for the deadline, then before each window.
    now: () => plusSeconds(FROM, asked++ > windows ? 3_600 : 0),
    ledger: { readPolicy: async () => policy, readLanes: async () => past.lanes ?? [] },
    pastValues: pastValuesByRates(async () => past.rates ?? []),
    history: historyOf(past.past, past.sweeps, past.atOnce, past.onRead),
  };
  return backtest(ports, {
    tenant: 'main',
    draft: { rules: [draftOf()], scope: 'replacing' },
    from: FROM,
    to: tickOf(1_000_000),
    assumeApproved: true,
    addBackSweeps: true,
    ...request,
  });
}

/** The whole of a backtest, however many calls it takes. */
export async function replayOf(past: Past, request: Partial<BacktestRequest> = {}) {
  const points: object[] = [];
  for (let calls = 1, continued = request.continued; ; calls++) {
    const result = await callOf(past, { ...request, ...(continued && { continued }) });
    if (result.result !== 'replayed') throw new Error(JSON.stringify(result));
    // The balances are those of one call; all other figures count from the start.
    points.push(...result.report.balances.flatMap((each) => each.points));
    if (result.continued === undefined) {
      const balances = result.report.balances.map((each) => ({ ...each, points }));
      return { ...result.report, balances, calls };
    }
    continued = JSON.parse(JSON.stringify(result.continued)) as typeof result.continued;
  }
}
