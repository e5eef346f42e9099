import { isRefusalReason, traitsOf } from '../decisions/decision.ts';
import { cleanText, seenOf } from '../outcomes/evidence.ts';
import type { Seen } from '../outcomes/outcome.ts';
import { conversionKey } from '../policy/conversion.ts';
import { accountKey } from '../policy/registered-account.ts';
import type { Instruction } from './instruction.ts';
import type { FailureRow, RuleUsage } from './lane.ts';

/*
 * What of a rule did not leave, in a row: noted in the lane by the very write that ends an instruction, so that no later
 * snapshot takes it away. Each destination has a row of its own: of a split, one account may be paid every time and
 * another one never. Only what is confirmed to have left ends a row.
 */

/** Characters of what the service said that a row keeps: a sentence, in an item that has many. */
const MAX_MESSAGE_CHARACTERS = 240;

/**
 * counts: nothing has left, and nothing says that the next will. people: people brought it about, or it is told by itself
 * (a halt, another ledger, another version of the rule). ordinary: there was less to send by then. follows: another end,
 * which counts, began it.
 */
export type Weight = 'counts' | 'people' | 'ordinary' | 'follows';

/** Beside those of decisions: of trades, of seals, and of the watchdog. */
const OTHER_WEIGHTS: Readonly<Record<string, Weight>> = {
  'too-old': 'counts',
  'instrument-unknown': 'counts',
  'price-stale': 'counts',
  'price-outside-collar': 'counts',
  'currency-uncertain': 'counts',
  'currency-busy': 'counts',
  'notional-unknown': 'counts',
  'notional-above-limit': 'counts',
  'rolling-limit-too-small': 'counts',
  'rolling-limit-reached': 'counts',
  'balance-insufficient': 'ordinary',
  'too-many-waiting': 'counts',
  // Everything is halted, which has an alarm.
  'seal-invalid': 'people',
};

/** Of a reason that is in neither table, the stricter; docs/settling.md has the table with the reasons why. */
export function weightOf(reason: string): Weight {
  if (reason.startsWith('cancelled-by-')) return 'people';
  if (isRefusalReason(reason)) return traitsOf(reason).inARow ?? 'counts';
  return Object.hasOwn(OTHER_WEIGHTS, reason) ? (OTHER_WEIGHTS[reason] ?? 'counts') : 'counts';
}

/** For a test that each reason there is has its weight. */
export function isWeighed(reason: string): boolean {
  return isRefusalReason(reason) || Object.hasOwn(OTHER_WEIGHTS, reason);
}

/** One instruction of a rule that did not leave, as its row counts it. */
export interface RuleFailure extends Omit<FailureRow, 'count' | 'since'> {
  readonly ruleId: string;
  readonly destination: string;
}

/** Null if it is of no rule, if it has left or may still, or if its end says nothing about the rule. */
export function failureOf(ended: Instruction): RuleFailure | null {
  const { id: instructionId, origin, status } = ended;
  if (origin.kind !== 'sweep') return null;
  const told = toldBy(ended);
  if (told === null) return null;
  const { ruleId, occurrence } = origin;
  const destination = destinationOf(ended);
  const at = status.at;
  return { ruleId, destination, at, occurrence, instructionId, ...told };
}

/** Where an instruction's money was to go, as the rows of its rule are named. */
export function destinationOf({ content, conversion }: Instruction): string {
  if (content.kind === 'withdrawal') return accountKey(content.withdrawalAccountId);
  const [currency = '', into = ''] = content.instrument.split('/');
  return conversionKey(conversion ?? { currency, into });
}

function toldBy({
  status,
}: Instruction): Omit<
  RuleFailure,
  'ruleId' | 'destination' | 'at' | 'occurrence' | 'instructionId'
> | null {
  switch (status.state) {
    case 'rejected':
      return { outcome: 'rejected', reason: String(status.status), ...seenIn(status) };
    case 'not-sent':
      // A halt came between the claim and the sending.
      return status.cause === 'halt-changed'
        ? null
        : { outcome: 'not-sent', reason: status.cause, ...seenIn(status) };
    case 'unknown':
    case 'anomaly':
      return { outcome: status.state, reason: status.cause, ...seenIn(status) };
    case 'cancelled':
      return weightOf(status.reason) === 'counts'
        ? { outcome: 'cancelled', reason: status.reason, why: status.why }
        : null;
    default:
      return null;
  }
}

function seenIn(seen: Seen): Seen {
  const { evidence, ...rest } = seenOf(seen);
  return {
    ...rest,
    ...(evidence !== undefined && { evidence: cleanText(evidence, MAX_MESSAGE_CHARACTERS) }),
  };
}

/** One more in the row of its destination; the same instruction counts once, whatever more becomes known of it. */
export function withFailure(usage: RuleUsage, failure: RuleFailure | null): RuleUsage {
  if (failure === null) return usage;
  const { ruleId: _, destination, ...last } = failure;
  const { failing = {} } = usage;
  const before = Object.hasOwn(failing, destination) ? failing[destination] : undefined;
  const isSame = before?.instructionId === failure.instructionId;
  const count = (before?.count ?? 0) + (isSame ? 0 : 1);
  const row = { ...last, count, since: before?.since ?? failure.at };
  return { ...usage, failing: { ...failing, [destination]: row } };
}

/** Something has left to this destination, which ends its row; all of them, if it is not known which. */
export function withoutFailures(
  { failing, ...usage }: RuleUsage,
  destination: string | undefined,
): RuleUsage {
  if (failing === undefined || destination === undefined) return usage;
  const left = Object.entries(failing).filter(([key]) => key !== destination);
  return left.length === 0 ? usage : { ...usage, failing: Object.fromEntries(left) };
}
