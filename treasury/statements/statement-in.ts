import type { MovementFact } from '../facts/movement-facts.ts';
import { distinctRates, type RefusedRate, type UsedRate } from '../policy/used-rate.ts';
import type { PricedSnapshot } from '../report-values/report-price.ts';
import type { ReportRate } from '../report-values/report-rate.ts';
import { worthOf } from '../report-values/report-values.ts';
import { refusedRate, whyUnvalued } from '../report-values/unvalued.ts';
import type { Instant } from '../time/instant.ts';
import type { CurrencyStatement, Statement, StatementBalance } from './statement.ts';
import { totalsOf, valueTieOf } from './value-tie.ts';

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
  /** Of a movement. */
  readonly about?: MovementFact | null;
}

export interface Valuing {
  readonly into: string;
  readonly rates: readonly ReportRate[];
  /** By their ticks. */
  readonly snapshots: ReadonlyMap<Instant, PricedSnapshot>;
}

/**
 * The ticks whose prices a statement takes to be valued so: those of lines that have another currency's value, or none yet
 * that a rate, or the prices of what was never reconciled, could give.
 */
export function ticksToValueBy(
  statement: Statement,
  { into, rates }: Pick<Valuing, 'into' | 'rates'>,
): readonly Instant[] {
  const isOther = into !== statement.reportingCurrency;
  const keepsOpening = !isOther && isFrozenClosing(statement);
  const ticksOf = (lines: readonly Line[]) =>
    lines
      .filter(({ value, amount }) => amount !== '0' && (isOther || value === null))
      .filter((line) => isOther || rates.length > 0 || isUnreconciled(line))
      .map(({ snapshot }) => snapshot)
      .sort();
  const { currencies } = statement;
  // The balances first: the next month opens with what this one closes with.
  const balances = ticksOf(
    currencies.flatMap(({ opening, closing }) => (keepsOpening ? [closing] : [opening, closing])),
  );
  const moved = ticksOf(currencies.flatMap(({ movements }) => movements));
  return [...new Set([...balances, ...moved])].slice(0, MAX_SNAPSHOTS_VALUED_BY).sort();
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
  const keepsOpening = !isOther && isFrozenClosing(statement);
  const used: UsedRate[] = [];
  const refused: RefusedRate[] = [];
  let isChanged = false;
  const valued = <T extends Line>(currency: string, line: T): T => {
    const worth = worthOfLine(currency, line, valuing, isOther);
    if (worth === null) return line;
    isChanged = true;
    if (worth.refused !== undefined) refused.push(worth.refused);
    if (worth.manualRate !== undefined) used.push(worth.manualRate);
    // A frozen line may have been valued by a rate, which has no part in this value.
    const { manualRate: _, ...bare } = line;
    const { refused: __, ...marked } = worth;
    return { ...bare, ...marked } as T;
  };
  const currencies = statement.currencies.map((each): CurrencyStatement => {
    const { currency } = each;
    const opening = keepsOpening ? each.opening : valued(currency, each.opening);
    const closing = valued(currency, each.closing);
    const movements = each.movements.map((movement) => valued(currency, movement));
    const moved = { currency, opening, movements, closing };
    return { ...moved, ...valueTieOf(moved) };
  });
  if (!isOther && !isChanged) return statement;
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

/**
 * What a frozen month closed with is what the next one opens with: a rate that people agreed to since values neither, and what it
 * then values enters valuation.
 */
function isFrozenClosing({ basis }: Statement): boolean {
  return basis.opening === 'frozen-closing';
}

function isUnreconciled({ about }: Line): boolean {
  return about?.code === 'not-reconciled';
}

type LineMarks = Pick<StatementBalance, 'manualRate' | 'valuedBy' | 'unvaluedBecause'> & {
  readonly refused?: RefusedRate;
};

/** Null: the line stays as it is. */
function worthOfLine(
  currency: string,
  line: Line,
  { into, rates, snapshots }: Valuing,
  isOther: boolean,
): (Pick<Line, 'price' | 'value'> & LineMarks) | null {
  const { snapshot, amount, value } = line;
  if (!isOther && value !== null) return null;
  const priced = snapshots.get(snapshot);
  const found = priced === undefined ? null : worthOf(priced, { currency, amount }, into, rates);
  const refused =
    priced === undefined || found !== null ? null : refusedRate(priced, currency, into, rates);
  // In its own currency, a price that was not taken then is none now; of what was never reconciled, none was looked for.
  const isNew = found !== null && (found.manualRate !== undefined || isUnreconciled(line));
  if (!isOther && !isNew && refused === null) return null;
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
