import type { BreakKind } from '../facts/break-facts.ts';
import { type Decimal, ZERO } from '../money/decimal.ts';
import { decimalOf, formatDecimal } from '../money/decimal-text.ts';
import { explanationOf } from './shown-movement.ts';
import type { CurrencyStatement, MovementKind, ReconcilingKind, Statement } from './statement.ts';
import type { StatementOfMonth } from './statement-of-month.ts';

/**
 * What a line of a roll-forward is: a kind of movement, or what people and matching rules explained movements as ("fee"), what
 * prices did, or an item that reconciles. restated: what the month before is known to have closed with by now, less what this
 * roll-forward says that it closed with.
 */
export type RollForwardKind =
  | 'opening'
  | MovementKind
  | BreakKind
  | 'revaluation'
  | ReconcilingKind
  | 'restated'
  | 'closing';

export interface RollForwardLine {
  readonly month: string;
  /** Null: of all currencies together, in values alone. */
  readonly currency: string | null;
  readonly line: RollForwardKind;
  /** Of a line of movements. */
  readonly movements: number | null;
  /** Signed, native, exact; null where no balance moves. */
  readonly amount: string | null;
  /** Signed, in the reporting currency; what has no value counts as nothing. */
  readonly value: string;
}

/** A month of a roll-forward, and the statement that it is of; null where there is none: no snapshot was taken in it. */
export interface RolledMonth {
  readonly month: string;
  readonly found: StatementOfMonth | null;
}

interface Balance {
  readonly amount: Decimal;
  readonly value: Decimal;
}

const NOTHING: Balance = { amount: ZERO, value: ZERO };

/**
 * Month by month, how each currency and the whole lead from what was there to what was left:
 *
 *     opening = closing of the month before
 *     opening + movements + revaluation + reconciling items = closing
 *
 * in amounts and in values, to the last digit. Pure. @throws if a month does not tie: a defect.
 */
export function rollForward(months: readonly RolledMonth[]): readonly RollForwardLine[] {
  const before = new Map<string, Balance>();
  return months.flatMap(({ month, found }, index) => {
    if (found === null) return [];
    const isFirst = months.slice(0, index).every((each) => each.found === null);
    const { currencies } = found.statement;
    const names = [...new Set([...before.keys(), ...currencies.map((each) => each.currency)])];
    const lines = names.sort().flatMap((currency) => {
      const statement = currencies.find((each) => each.currency === currency);
      const opening = isFirst ? null : (before.get(currency) ?? NOTHING);
      const rolled = currencyLines(month, currency, { statement, opening });
      before.set(currency, tiedClosing(rolled, statement));
      return rolled;
    });
    return [...lines, ...totalLines(month, lines)];
  });
}

interface Rolled {
  readonly statement: CurrencyStatement | undefined;
  /** What the month before closed with here; null in the first. */
  readonly opening: Balance | null;
}

function currencyLines(
  month: string,
  currency: string,
  { statement, opening }: Rolled,
): readonly RollForwardLine[] {
  const stated = balanceOf(statement?.opening);
  const from = opening ?? stated;
  const line = (kind: RollForwardKind, { amount, value }: Balance, movements: number | null) => ({
    ...{ month, currency, line: kind, movements },
    ...{ amount: formatDecimal(amount), value: formatDecimal(value) },
  });
  const effect = (kind: RollForwardKind, value: string): RollForwardLine => ({
    ...{ month, currency, line: kind, movements: null, amount: null, value },
  });
  const restated = {
    amount: stated.amount.minus(from.amount),
    value: stated.value.minus(from.value),
  };
  const isRestated = !restated.amount.isZero() || !restated.value.isZero();
  const { revaluation = null, reconciling } = statement ?? {};
  return [
    line('opening', from, null),
    ...(isRestated ? [line('restated', restated, null)] : []),
    ...movedBy(statement).map(({ kind, moved, count }) => line(kind, moved, count)),
    ...(revaluation === null ? [] : [effect('revaluation', revaluation)]),
    ...(reconciling === undefined ? [] : [effect(reconciling.kind, reconciling.value)]),
    line('closing', balanceOf(statement?.closing), null),
  ];
}

/** Movements by what they are, in the order of their names. */
function movedBy(statement: CurrencyStatement | undefined) {
  const groups = Map.groupBy(
    statement?.movements ?? [],
    ({ kind, about }) => explanationOf(about)?.kind ?? kind,
  );
  return [...groups]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([kind, movements]) => ({
      kind,
      count: movements.length,
      moved: movements.map(balanceOf).reduce(added, NOTHING),
    }));
}

function balanceOf(
  of: { readonly amount: string; readonly value: string | null } | undefined,
): Balance {
  if (of === undefined) return NOTHING;
  return { amount: decimalOf(of.amount), value: decimalOf(of.value ?? '0') };
}

function added(one: Balance, other: Balance): Balance {
  return { amount: one.amount.plus(other.amount), value: one.value.plus(other.value) };
}

function tiedClosing(
  lines: readonly RollForwardLine[],
  statement: CurrencyStatement | undefined,
): Balance {
  const led = lines.filter(({ line }) => line !== 'closing');
  const reached = led
    .map(({ amount, value }) => balanceOf({ amount: amount ?? '0', value }))
    .reduce(added, NOTHING);
  const closing = balanceOf(statement?.closing);
  if (!reached.amount.equals(closing.amount) || !reached.value.equals(closing.value)) {
    const [{ month = '', currency = '' } = {}] = lines;
    throw new Error(`the roll-forward of ${currency} in ${month} does not tie`);
  }
  return closing;
}

/** The whole, line by line: values alone, since amounts are of different currencies. */
function totalLines(month: string, lines: readonly RollForwardLine[]): readonly RollForwardLine[] {
  const groups = Map.groupBy(lines, ({ line }) => line);
  const order = [...groups.keys()].filter((line) => line !== 'opening' && line !== 'closing');
  return (['opening', ...order.sort(), 'closing'] as const).flatMap((line) => {
    const group = groups.get(line) ?? [];
    if (group.length === 0) return [];
    const value = group.reduce((sum, each) => sum.plus(decimalOf(each.value)), ZERO);
    const counts = group.flatMap(({ movements }) => movements ?? []);
    const movements = counts.length === 0 ? null : counts.reduce((sum, count) => sum + count, 0);
    return [{ month, currency: null, line, movements, amount: null, value: formatDecimal(value) }];
  });
}

/** The months of a roll-forward as they are shown beside its lines. */
export function rolledStates(months: readonly RolledMonth[]) {
  return months.map(({ month, found }) => ({
    month,
    state: found?.state ?? 'no-snapshot',
    reportingCurrency: found?.statement.reportingCurrency ?? null,
    ...endsOf(found?.statement),
    // Amounts tie to what was recorded, whatever they are valued in.
    digest: found?.statement.digest ?? found?.statement.recordedIn?.digest ?? null,
  }));
}

function endsOf(statement: Statement | undefined) {
  const { basis, totals } = statement ?? {};
  return {
    opening: basis?.opening ?? null,
    firstReadAt: basis?.first.readAt ?? null,
    lastReadAt: basis?.last.readAt ?? null,
    expected: basis?.readings?.expected ?? null,
    taken: basis?.readings?.taken ?? null,
    unvalued: totals?.unvalued.join(' ') ?? null,
  };
}
