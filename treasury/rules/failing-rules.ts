import type { Language, Reader } from '../facts/sentences/language.ts';
import { sayFailing, sayLastFailure } from '../facts/sentences/say/say-failing.ts';
import type { FailureRow, Lane } from '../instructions/lane.ts';
import type { Seen } from '../outcomes/outcome.ts';
import { conversionOf } from '../policy/conversion.ts';
import type { Policy } from '../policy/policy.ts';
import { accountKey } from '../policy/registered-account.ts';
import { destinationKeysOf } from '../policy/rule-split.ts';
import type { SweepRule } from '../policy/sweep-rule.ts';

/**
 * Failures in a row from which on a rule is told: one is a maintenance or a slow minute, two may be the same; three of
 * three are no accident. Each single one of a schedule is told as a missed occurrence anyway.
 */
export const FAILURES_TOLD = 3;

/** A rule of which nothing leaves to a destination any more. */
export interface FailingRule extends Omit<FailureRow, 'count'> {
  readonly ruleId: string;
  readonly currency: string;
  /** The label of the account that it pays to, or the currency that it converts into. */
  readonly to: string;
  readonly converts: boolean;
  /** In a row. */
  readonly failures: number;
}

/** The same as it is shown. */
export interface ShownFailingRule extends Omit<FailingRule, SaidApart | 'converts'> {
  /** All of it in words. */
  readonly summary: string;
  readonly message: string;
}

type SaidApart = 'why' | keyof Seen;

/** What did not leave to one destination, with what became of the last in words. */
export function shownFailing<Row extends Pick<FailureRow, SaidApart>>(
  failing: Row,
  reader?: Language | Reader,
) {
  const { found: _, came: __, evidence: ___, why: ____, ...rest } = failing;
  return { ...rest, message: sayLastFailure(failing, reader) };
}

export function showFailingRule(
  { converts, ...failing }: FailingRule,
  reader?: Language | Reader,
): ShownFailingRule {
  const summary = sayFailing({ ...failing, converts }, reader);
  return { ...shownFailing(failing, reader), summary };
}

type Labelled = Pick<Policy, 'accounts'>;

/** What of a lane the rows stand in. */
type Used = Pick<Lane, 'currency' | 'usage'>;

/** The rules that are told: those that are switched on, each with its worst destination. Pure. */
export function failingRules(
  { rules, accounts }: Pick<Policy, 'rules' | 'accounts'>,
  lanes: readonly Used[],
): readonly FailingRule[] {
  return rules.flatMap((rule) => {
    if (!rule.enabled) return [];
    const lane = lanes.find(({ currency }) => currency === rule.currency);
    const failing = failuresInARow(rule, lane, { accounts });
    return failing !== null && failing.failures >= FAILURES_TOLD ? [failing] : [];
  });
}

/** The longest row of the destinations that the rule has now; null if the last of each has left. */
export function failuresInARow(
  rule: SweepRule,
  lane: Used | undefined,
  { accounts }: Labelled,
): FailingRule | null {
  if (lane === undefined || !Object.hasOwn(lane.usage, rule.id)) return null;
  const failing = lane.usage[rule.id]?.failing ?? {};
  const rows = destinationKeysOf(rule).flatMap((key) => {
    const row = Object.hasOwn(failing, key) ? failing[key] : undefined;
    return row === undefined ? [] : [{ key, row }];
  });
  const [worst] = rows.sort((one, other) => other.row.count - one.row.count);
  if (worst === undefined) return null;
  const conversion = conversionOf(rule);
  const to = conversion?.into ?? labelOf(worst.key, accounts);
  const { count: failures, ...last } = worst.row;
  const of = {
    ruleId: rule.id,
    currency: rule.currency,
    to,
    converts: conversion !== null,
    failures,
  };
  return { ...of, ...last };
}

function labelOf(key: string, accounts: Labelled['accounts']): string {
  return accounts.find(({ id }) => accountKey(id) === key)?.label ?? key;
}
