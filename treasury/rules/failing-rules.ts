import type { FailureRow, Lane } from '../instructions/lane.ts';
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
  /** In a row. */
  readonly failures: number;
  /** All of it in words. */
  readonly summary: string;
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
  const to = conversionOf(rule)?.into ?? labelOf(worst.key, accounts);
  const { count: failures, ...last } = worst.row;
  const of = { ruleId: rule.id, currency: rule.currency, to, failures };
  return { ...of, ...last, summary: summaryOf(rule, to, worst.row) };
}

function labelOf(key: string, accounts: Labelled['accounts']): string {
  return accounts.find(({ id }) => accountKey(id) === key)?.label ?? key;
}

function summaryOf(rule: SweepRule, to: string, row: FailureRow): string {
  const converts = conversionOf(rule) !== null;
  const noun = converts ? 'trade' : 'withdrawal';
  const into = converts ? `into ${to}` : `to "${to}"`;
  const many =
    row.count === 1
      ? `The last ${noun} of ${rule.id} ${into} did not leave`
      : `${row.count} ${noun}s of ${rule.id} ${into} in a row did not leave`;
  return `${many}; ${lastOf(row)}`;
}

function lastOf({ outcome, reason, message }: FailureRow): string {
  switch (outcome) {
    case 'rejected':
      return `the service refused the last: ${message}`;
    case 'not-sent':
      return `the last did not reach the service (${reason}): ${message}`;
    case 'unknown':
      return `what became of the last is not known: ${message}`;
    case 'anomaly':
      return `the service answered the last with something else than was asked: ${message}`;
    case 'cancelled':
      return `the last was cancelled before it was sent (${reason}): ${message}`;
    default:
      return outcome satisfies never;
  }
}
