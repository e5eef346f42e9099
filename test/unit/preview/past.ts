import type { Instruction } from '../../../treasury/instructions/instruction.ts';
import type { Lane } from '../../../treasury/instructions/lane.ts';
import type { Policy } from '../../../treasury/policy/policy.ts';
import { type BacktestRequest, backtest } from '../../../treasury/preview/backtest.ts';
import type { History, PastSweep } from '../../../treasury/preview/history.ts';
import type { ReportRate } from '../../../treasury/report-values/report-rate.ts';
import { pastValuesByRates } from '../../../treasury/report-values/shown-by-rates.ts';
import type { SnapshotTaken } from '../../../treasury/snapshots/snapshot.ts';
import { type Instant, plusSeconds } from '../../../treasury/time/instant.ts';
import type { Prices } from '../../../treasury/valuation/price.ts';
import { APPROVED } from '../../samples/instructions.ts';
import { plantedStore } from '../../samples/planted-store.ts';
import { draftOf, POLICY } from '../../samples/policy.ts';
import { quotes, snapshotAt, totals } from '../../samples/snapshots.ts';

export const FROM = '2026-03-02T09:00:00.000Z';
const EVERY_SECONDS = 300;

/** One snapshot every five minutes, each taken a second after its tick; null is a miss. */
export function pastOf(
  balances: readonly (string | null)[],
  prices: Prices = quotes({ 'BTC/USD': '50000' }),
): readonly SnapshotTaken[] {
  return balances.flatMap((total, index) =>
    total === null ? [] : [snapshotAt(tickOf(index), totals({ BTC: total }), prices)],
  );
}

export function tickOf(index: number): Instant {
  return plusSeconds(FROM, index * EVERY_SECONDS);
}

/** The past of a store in memory. `atOnce`: readings that one call gives at most. */
export function historyOf({ atOnce = Number.POSITIVE_INFINITY, onRead, ...past }: Past): History {
  const { history } = storeOf(past);
  return {
    ...history,
    readings: async (tenant, range, currencies, limit, takesPrices = false) => {
      onRead?.(takesPrices);
      return await history.readings(
        ...([tenant, range, currencies, Math.min(limit, atOnce), takesPrices] as const),
      );
    },
  };
}

function storeOf({ policy = POLICY, past, lanes = [], sweeps = [] }: Past) {
  return plantedStore({ policy, lanes, snapshots: past, instructions: sweeps.map(carriedOut) });
}

/** The instruction of a rule that a balance shows as such a sweep. */
function carriedOut({ currency, amount, shownFrom }: PastSweep, index: number): Instruction {
  return {
    ...APPROVED,
    id: `sweep-${index}`,
    content: {
      ...APPROVED.content,
      kind: 'withdrawal',
      currency,
      amount,
    } as Instruction['content'],
    createdAt: shownFrom,
    status: {
      state: 'confirmed',
      at: shownFrom,
      confirmation: { kind: 'withdrawal', withdrawals: [] },
      evidence: '',
    },
  };
}

export interface Past {
  readonly policy?: Policy;
  readonly past: readonly SnapshotTaken[];
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
export function callOf(past: Past, request: Partial<BacktestRequest> = {}) {
  let asked = 0;
  const { windows = 1_000 } = past;
  const ports = {
    // The clock is asked once for the deadline, then before each window.
    now: () => plusSeconds(FROM, asked++ > windows ? 3_600 : 0),
    ledger: storeOf(past).ledger,
    pastValues: pastValuesByRates(async () => past.rates ?? []),
    history: historyOf(past),
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
