import { type Break, type BreakStatus, breakId } from '../../../treasury/ledger/break.ts';
import type { Flow } from '../../../treasury/ledger/flow.ts';
import type { MatchingRule } from '../../../treasury/policy/matching-rule.ts';
import type { MatchingBacktestPorts } from '../../../treasury/preview/backtest-matching.ts';
import { plusSeconds } from '../../../treasury/time/instant.ts';

export const FROM = '2026-03-02T09:00:00.000Z';
export const tickAt = (second: number) => plusSeconds(FROM, second);

export interface Recorded {
  readonly second: number;
  readonly amount: string;
  readonly currency?: string;
  readonly status?: BreakStatus;
  readonly change?: Partial<Break>;
  readonly price?: string | null;
}

/** What the books have of one difference. */
export function recordedAt(each: Recorded): { readonly flow: Flow; readonly found: Break } {
  const { second, amount, currency = 'BTC', price = '50000' } = each;
  const seen = {
    tenant: 'main',
    currency,
    snapshot: tickAt(second),
    readAt: tickAt(second + 1),
    sinceSnapshot: tickAt(second - 300),
    sinceReadAt: tickAt(second - 299),
  };
  const status = each.status ?? { state: 'open', at: seen.readAt };
  const flow: Flow = {
    ...seen,
    opening: '5',
    closing: '5',
    movements: [],
    unexplained: amount,
    price,
    reportingCurrency: 'USD',
    version: 1,
  };
  const found: Break = {
    ...seen,
    id: breakId(seen),
    direction: amount.startsWith('-') ? 'outflow' : 'inflow',
    amount,
    found: { code: 'unbooked', amount, since: seen.readAt },
    mayBe: [],
    openedAt: seen.readAt,
    status,
    history: [],
    version: 1,
    ...each.change,
  };
  return { flow, found };
}

/** A recorded past, and the rules that stand. */
export function pastWith(
  rules: readonly MatchingRule[],
  past: readonly Recorded[],
  now: () => string = () => FROM,
): MatchingBacktestPorts {
  const recorded = past.map(recordedAt);
  const within = <T extends { readonly snapshot: string }>(all: readonly T[]) => {
    return async (_: string, from: string, to: string) =>
      all.filter(({ snapshot }) => snapshot >= from && snapshot <= to);
  };
  return {
    now,
    readRules: async () => rules,
    flowsBetween: within(recorded.map(({ flow }) => flow)),
    breaksBetween: within(recorded.map(({ found }) => found)),
    snapshotEverySeconds: 300,
  };
}
