import { isDeepStrictEqual } from 'node:util';
import type { Instruction } from '../../../treasury/instructions/instruction.ts';
import type { FailureRow, Lane } from '../../../treasury/instructions/lane.ts';
import { destinationOf } from '../../../treasury/instructions/rule-failures.ts';
import type { Policy } from '../../../treasury/policy/policy.ts';
import { destinationKeysOf } from '../../../treasury/policy/rule-split.ts';
import { failingRules } from '../../../treasury/rules/failing-rules.ts';
import type { Committed } from '../table.ts';
import type { Violation } from '../violation.ts';

/** From so many in a row on, a rule has an entry. */
const TOLD_FROM = 3;

/** What an end does to the row of its rule and destination. */
type Effect = 'counts' | 'ends' | 'either' | 'nothing';

/**
 * What of a rule does not leave is counted by the very write that ends an instruction, and by no other write; only what is
 * confirmed ends the row. Judged by what stood before each write: an intruder who puts an old lane back overwrites that, and
 * who had read the lane before counts on from what was read.
 */
export function failureViolation({ table, changes, before }: Committed): Violation | null {
  const ended = changes.flatMap((change, index) => {
    if (change.kind !== 'replace-instruction') return [];
    const previous = before[index] as Instruction | null;
    return previous?.status.state === change.instruction.status.state ? [] : [change.instruction];
  });
  for (const [index, change] of changes.entries()) {
    const previous = before[index] as Lane | null;
    if (change.kind !== 'replace-lane' || previous === null) continue;
    const read = table.lanesAt(previous).map((each) => rowsViolation(each, change.lane, ended));
    const miscounted = read.includes(null) ? null : (read[0] ?? null);
    const wrong = miscounted ?? silentRule(change.lane, table.policy());
    if (wrong !== null) return { code: 'failures-miscounted', message: wrong };
  }
  return null;
}

function rowsViolation(before: Lane, after: Lane, ended: readonly Instruction[]): string | null {
  for (const ruleId of new Set([...Object.keys(before.usage), ...Object.keys(after.usage)])) {
    const [was = {}, is = {}] = [before, after].map(({ usage }) => usage[ruleId]?.failing);
    for (const to of new Set([...Object.keys(was), ...Object.keys(is), ...toOf(ended, ruleId)])) {
      const own = ended.find((each) => isOf(each, ruleId, to, after.currency));
      const effect = own === undefined ? 'nothing' : effectOf(own);
      if (isAs(effect, was[to], is[to])) continue;
      const [from, now] = [was[to], is[to]].map((row) => row?.count ?? 0);
      return `${ruleId} to ${to}: ${own?.id ?? 'nothing'} ended ${own?.status.state ?? ''}, and its row went from ${from} to ${now}`;
    }
  }
  return null;
}

function toOf(ended: readonly Instruction[], ruleId: string): readonly string[] {
  return ended
    .filter(({ origin }) => origin.kind === 'sweep' && origin.ruleId === ruleId)
    .map(destinationOf);
}

function isOf(each: Instruction, ruleId: string, to: string, currency: string): boolean {
  const { origin, content, conversion } = each;
  const paying = content.kind === 'withdrawal' ? content.currency : conversion?.currency;
  return (
    origin.kind === 'sweep' &&
    origin.ruleId === ruleId &&
    paying === currency &&
    destinationOf(each) === to
  );
}

function effectOf({ status }: Instruction): Effect {
  switch (status.state) {
    case 'confirmed':
      return 'ends';
    case 'rejected':
    case 'unknown':
    case 'anomaly':
      return 'counts';
    case 'not-sent':
      return status.cause === 'halt-changed' ? 'nothing' : 'counts';
    case 'cancelled':
      // Which reasons count is the treasury's to say; that one which no sender took in time does is not.
      return status.reason === 'too-old' ? 'counts' : 'either';
    default:
      return 'nothing';
  }
}

function isAs(effect: Effect, was: FailureRow | undefined, is: FailureRow | undefined): boolean {
  const isSame = isDeepStrictEqual(was, is);
  const isOneMore =
    is !== undefined &&
    (is.count === (was?.count ?? 0) + 1 ||
      (is.count === was?.count && is.instructionId === was.instructionId));
  switch (effect) {
    case 'counts':
      return isOneMore;
    case 'ends':
      return is === undefined;
    case 'either':
      return isSame || isOneMore;
    case 'nothing':
      return isSame;
    default:
      return effect satisfies never;
  }
}

/** A rule with so many in a row that stands without an entry. */
function silentRule(lane: Lane, policy: Policy): string | null {
  const open = new Set(failingRules(policy, [lane]).map(({ ruleId }) => ruleId));
  const silent = policy.rules.find((rule) => {
    const failing = lane.usage[rule.id]?.failing ?? {};
    const counts = destinationKeysOf(rule).map((key) => failing[key]?.count ?? 0);
    const isDue = rule.currency === lane.currency && Math.max(0, ...counts) >= TOLD_FROM;
    return isDue && rule.enabled && !open.has(rule.id);
  });
  return silent === undefined ? null : `${silent.id} fails, and has no entry`;
}
