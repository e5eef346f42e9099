import type { ChartMark, Series } from '../charts/series.ts';
import type { Backtest } from './types.ts';

type Points = readonly Backtest['balances'][number]['points'][number][];

/** By currency: what stood on both sides, over all answers of one backtest. */
export type BalancePoints = Readonly<Record<string, Points>>;

/** The points of one more answer behind those of the ones before. */
export function appended(before: BalancePoints, { balances }: Backtest): BalancePoints {
  const added = balances.map(({ currency, points }) => {
    return [currency, [...(before[currency] ?? []), ...points]] as const;
  });
  return { ...before, ...Object.fromEntries(added) };
}

/** Two lines over the same moments: with the draft, and as the rules stand. */
export function balanceSeries(points: Points): readonly Series[] {
  return [
    { label: 'With the draft', points: points.map(({ at, draft }) => ({ at, amount: draft })) },
    { label: 'As it is now', points: points.map(({ at, inForce }) => ({ at, amount: inForce })) },
  ];
}

/** A mark for each sweep of the draft that is listed. */
export function sweepMarks({ draft }: Backtest, currency: string): readonly ChartMark[] {
  return draft.sweeps.first
    .filter((sweep) => sweep.currency === currency)
    .map(({ at, amount }) => ({
      at,
      text: `${amount} ${currency} with the draft`,
      tone: 'accent',
    }));
}

export interface ListedSweep {
  readonly at: string;
  readonly ruleId: string;
  readonly currency: string;
  readonly amount: string;
  readonly approvals: number;
  readonly side: 'draft' | 'inForce';
}

/** The sweeps of both sides in one list, newest first. */
export function listedSweeps({ draft, inForce }: Backtest): readonly ListedSweep[] {
  return [
    ...draft.sweeps.first.map((sweep) => ({ ...sweep, side: 'draft' as const })),
    ...inForce.sweeps.first.map((sweep) => ({ ...sweep, side: 'inForce' as const })),
  ].sort((left, right) => (left.at < right.at ? 1 : left.at > right.at ? -1 : 0));
}
