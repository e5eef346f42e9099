import type { PricedSnapshot } from '../report-values/report-price.ts';
import { worthOf } from '../report-values/report-values.ts';
import { refusedRate, whyUnvalued } from '../report-values/unvalued.ts';
import {
  distinctRates,
  type RefusedRate,
  type ReportRate,
  type UsedRate,
} from '../report-values/used-rate.ts';
import type { Instant } from '../time/instant.ts';
import { revaluationOf, totalsOf } from './build-statement.ts';
import type { CurrencyStatement, Statement, StatementBalance } from './statement.ts';

/**
 * Snapshots that one statement is valued by at most: as many months have at an interval of twenty minutes. What lies in
 * further ones has no value.
 */
export const MAX_SNAPSHOTS_VALUED_BY = 2_232;

/** A line of a statement that an amount, a price and a value stand in. */
interface Line {
  readonly snapshot: Instant;
  readonly amount: string;
  readonly price: string | null;
  readonly value: string | null;
  readonly manualRate?: UsedRate;
}

export interface Valuing {
  readonly into: string;
  readonly rates: readonly ReportRate[];
  /** By their ticks. */
  readonly snapshots: ReadonlyMap<Instant, PricedSnapshot>;
}

/** The ticks whose prices a statement takes to be valued so: those of lines that have no value yet, or have another's. */
export function ticksToValueBy(
  statement: Statement,
  { into, rates }: Pick<Valuing, 'into' | 'rates'>,
): readonly Instant[] {
  const isOther = into !== statement.reportingCurrency;
  if (!isOther && rates.length === 0) return [];
  const lines = statement.currencies.flatMap((each) => [
    each.opening,
    each.closing,
    ...each.movements,
  ]);
  const wanted = lines.filter(({ value, amount }) => amount !== '0' && (isOther || value === null));
  return [...new Set(wanted.map(({ snapshot }) => snapshot))]
    .sort()
    .slice(0, MAX_SNAPSHOTS_VALUED_BY);
}

/**
 * A statement valued in a currency. In its own, recorded values stay, and a manual rate values what has none; in another
 * one, everything is valued by the stored prices of its own snapshot, and by manual rates where there are none. Amounts
 * never change. Rounded as `worthOf` does. Pure.
 */
export function statementIn(statement: Statement, valuing: Valuing): Statement {
  const { into } = valuing;
  const { reportingCurrency, digest } = statement;
  const isOther = into !== reportingCurrency;
  const used: UsedRate[] = [];
  const refused: RefusedRate[] = [];
  const valued = <T extends Line>(currency: string, line: T): T => {
    const worth = worthOfLine(currency, line, valuing, isOther);
    if (worth === null) return line;
    if (worth.refused !== undefined) refused.push(worth.refused);
    if (worth.manualRate !== undefined) used.push(worth.manualRate);
    // A frozen line may have been valued by a rate, which has no part in this value.
    const { manualRate: _, ...bare } = line;
    const { refused: __, ...marked } = worth;
    return { ...bare, ...marked } as T;
  };
  const currencies = statement.currencies.map((each): CurrencyStatement => {
    const { currency } = each;
    const opening = valued(currency, each.opening);
    const closing = valued(currency, each.closing);
    const movements = each.movements.map((movement) => valued(currency, movement));
    const revaluation = revaluationOf(opening, movements, closing);
    return { ...each, opening, movements, closing, revaluation };
  });
  if (!isOther && used.length === 0 && refused.length === 0) return statement;
  return {
    ...statement,
    reportingCurrency: into,
    currencies,
    totals: totalsOf(currencies),
    ...(used.length === 0 ? {} : { manualRates: distinctRates(used) }),
    ...(refused.length === 0 ? {} : { refusedRates: distinctRates(refused) }),
    ...(isOther ? { digest: null, recordedIn: { reportingCurrency, digest } } : {}),
  };
}

type LineMarks = Pick<StatementBalance, 'manualRate' | 'valuedBy' | 'unvaluedBecause'> & {
  readonly refused?: RefusedRate;
};

/** Null: the line stays as it is. */
function worthOfLine(
  currency: string,
  { snapshot, amount, value }: Line,
  { into, rates, snapshots }: Valuing,
  isOther: boolean,
): (Pick<Line, 'price' | 'value'> & LineMarks) | null {
  if (!isOther && value !== null) return null;
  const priced = snapshots.get(snapshot);
  const found = priced === undefined ? null : worthOf(priced, { currency, amount }, into, rates);
  const refused =
    priced === undefined || found !== null ? null : refusedRate(priced, currency, into, rates);
  // In its own currency, only a rate adds to what was recorded: a price that was not taken then is none now.
  if (!isOther && found?.manualRate === undefined && refused === null) return null;
  if (found === null && amount === '0') return { price: null, value: '0' };
  if (found === null) {
    const unvaluedBecause =
      priced === undefined ? 'snapshot-gone' : whyUnvalued(priced, currency, into, rates);
    const named = refused === null ? {} : { refused };
    return { price: null, value: null, unvaluedBecause, ...named };
  }
  const { price, value: worth, manualRate, by: path, over: instruments } = found;
  return {
    ...{ price, value: worth },
    ...(manualRate === undefined ? {} : { manualRate }),
    // What is recorded has no such mark, and so has what is frozen.
    ...(isOther ? { valuedBy: { path, instruments } } : {}),
  };
}
