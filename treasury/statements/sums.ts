import { Decimal } from '../money/decimal.ts';
import { decimalOf, formatDecimal } from '../money/decimal-text.ts';
import { distinctRates, type UsedRate } from '../policy/used-rate.ts';
import type { UnvaluedReason } from '../report-values/unvalued-reason.ts';
import type { FactsById } from './instruction-facts.ts';
import { explanationOf } from './shown-movement.ts';
import type { MovementKind, ReconcilingKind, Statement, StatementMovement } from './statement.ts';

/** What moved of a currency in a month, of one kind: to one account, or of one class. */
export interface MonthSum {
  readonly currency: string;
  readonly kind: MovementKind;
  /** Of withdrawals: the registered account; null if no record names it any more. */
  readonly withdrawalAccountId: string | null;
  /** Of what a person or a matching rule explained: as what, and by which rule. */
  readonly explainedAs: string | null;
  readonly matchingRuleId: string | null;
  readonly movements: number;
  /** Signed, native, exact. */
  readonly amount: string;
  /** Signed, in the reporting currency, of the movements that have a value; null if none has. */
  readonly value: string | null;
  /** Movements without a value. */
  readonly unvalued: number;
  /** The manual rates in the value. */
  readonly manualRates: readonly UsedRate[];
  /** In a currency that was asked for: why movements of it have no value, each reason once. */
  readonly unvaluedBecause: readonly UnvaluedReason[];
}

/** How the sums of a currency lead from its opening to its closing balance. */
export interface MonthTie {
  readonly currency: string;
  readonly opening: string;
  readonly moved: string;
  readonly closing: string;
  /** The same in the reporting currency: a balance without a value is null, and counts as nothing. */
  readonly openingValue: string | null;
  readonly movedValue: string;
  readonly revaluation: string | null;
  readonly reconciling: string | null;
  readonly reconcilingAs: ReconcilingKind | null;
  readonly closingValue: string | null;
}

/** The movements of a statement by currency, kind, account and class. Pure. */
export function sumsOf(statement: Statement, facts: FactsById): readonly MonthSum[] {
  return statement.currencies.flatMap(({ currency, movements }) => {
    const groups = Map.groupBy(movements, (each) => JSON.stringify(keyOf(each, facts)));
    return [...groups]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([, group]) =>
        group[0] === undefined ? [] : [sumOf(currency, group[0], group, facts)],
      );
  });
}

/** Of each currency, opening + sums = closing, in amounts and in values. @throws if they do not: a defect. */
export function tiesOf(statement: Statement, sums: readonly MonthSum[]): readonly MonthTie[] {
  return statement.currencies.map((each) => {
    const { currency, opening, closing, revaluation, reconciling } = each;
    const own = sums.filter((each) => each.currency === currency);
    const moved = total(own.map(({ amount }) => amount));
    const reached = decimalOf(opening.amount).plus(moved);
    if (!reached.equals(decimalOf(closing.amount))) {
      throw new Error(`the sums of ${currency} do not tie: ${formatDecimal(reached)} is reached`);
    }
    const movedValue = total(own.flatMap(({ value }) => value ?? []));
    const led = [opening.value, revaluation, reconciling?.value].flatMap((value) => value ?? []);
    const worth = total(led).plus(movedValue);
    if (!worth.equals(decimalOf(closing.value ?? '0'))) {
      throw new Error(`the values of ${currency} do not tie: ${formatDecimal(worth)} is reached`);
    }
    return {
      ...{ currency, opening: opening.amount, closing: closing.amount },
      moved: formatDecimal(moved),
      movedValue: formatDecimal(movedValue),
      ...{ openingValue: opening.value, closingValue: closing.value, revaluation },
      ...{ reconciling: reconciling?.value ?? null, reconcilingAs: reconciling?.kind ?? null },
    };
  });
}

function keyOf(movement: StatementMovement, facts: FactsById) {
  const { kind, instructionId } = movement;
  const known = instructionId === null ? undefined : facts.get(instructionId);
  const explained = explanationOf(movement.about);
  return [
    kind,
    movement.withdrawalAccountId ?? known?.withdrawalAccountId ?? null,
    explained?.kind ?? null,
    explained?.ruleId ?? null,
  ] as const;
}

function sumOf(
  currency: string,
  first: StatementMovement,
  group: readonly StatementMovement[],
  facts: FactsById,
): MonthSum {
  const [kind, withdrawalAccountId, explainedAs, matchingRuleId] = keyOf(first, facts);
  const values = group.flatMap(({ value }) => value ?? []);
  return {
    ...{ currency, kind, withdrawalAccountId, explainedAs, matchingRuleId },
    movements: group.length,
    amount: formatDecimal(total(group.map(({ amount }) => amount))),
    value: values.length === 0 ? null : formatDecimal(total(values)),
    unvalued: group.length - values.length,
    manualRates: distinctRates(group.flatMap(({ manualRate }) => manualRate ?? [])),
    unvaluedBecause: [
      ...new Set(group.flatMap(({ unvaluedBecause }) => unvaluedBecause ?? [])),
    ].sort(),
  };
}

function total(amounts: readonly string[]): Decimal {
  return amounts.reduce((sum, amount) => sum.plus(decimalOf(amount)), new Decimal(0));
}
