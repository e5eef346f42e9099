import type { Break } from '../../../treasury/ledger/break.ts';
import type { MatchingRule } from '../../../treasury/policy/matching-rule.ts';
import { epochMsOf } from '../../../treasury/time/instant.ts';
import type { PlantedBooks } from '../../unit/reconciliation/planted-books.ts';
import { at } from '../../unit/reconciliation/samples.ts';
import { textOf, unitsOf } from '../units.ts';
import { latestOf, type Written } from './adversary.ts';
import { AGREED } from './agreed-rules.ts';

/** What the service booked, in its own units: negative goes out. */
export interface Booking {
  readonly second: number;
  readonly units: bigint;
  /** By a request of Sluice; else by others. */
  readonly isOwn: boolean;
}

const DAY_MS = 86_400_000;

/** Right after a reconciliation: what it matched just now, by what was known then. */
export function matchedNowViolation(
  books: PlantedBooks,
  matched: readonly Break[],
  written: Written,
): string | null {
  for (const { id, readAt, status } of matched) {
    if (status.state !== 'matched') continue;
    const { ruleId, version } = status.match;
    if (!written.has(`${ruleId}#${version}`))
      return `${id} is matched by ${ruleId}, which is forged`;
    if (latestOf(written, ruleId).version !== version)
      return `${id} is matched by an old ${ruleId}`;
    for (const { id: request, status: outcome } of books.instructions.values()) {
      const window = books.windows.find(({ instructionId }) => instructionId === request);
      if (outcome.state === 'unknown' && (window?.claimedAt ?? readAt) < readAt) {
        return `${id} is matched while ${request} is unknown`;
      }
    }
  }
  return null;
}

/** At the end: the classes against what two people agreed to, and against the service's books. */
export function endViolation(books: PlantedBooks, bookings: readonly Booking[]): string | null {
  const matched = [...books.breaks.values()].filter(({ status }) => status.state === 'matched');
  return (
    matched.map((each) => outsideViolation(each, bookings)).find((each) => each !== null) ??
    Object.values<MatchingRule>(AGREED)
      .map((rule) => dayViolation(rule, matched))
      .find((each) => each !== null) ??
    sumViolation(books, bookings)
  );
}

function outsideViolation(found: Break, bookings: readonly Booking[]): string | null {
  const { id, amount, sinceReadAt, readAt, status } = found;
  if (status.state !== 'matched') return null;
  const rule: MatchingRule | undefined = Object.values<MatchingRule>(AGREED).find(
    (each) => each.id === status.match.ruleId,
  );
  if (rule === undefined || rule.label !== status.match.label) return `${id}: no such class`;
  const size = unitsOf(amount.replace('-', ''));
  const most = unitsOf(rule.repeats?.amount ?? rule.maximum ?? '0');
  const isRight = rule.repeats === undefined ? size <= most : size === most;
  if (!isRight) return `${id}: ${amount} was never agreed to as ${rule.id}`;
  if (amount.startsWith('-') !== (rule.direction === 'outflow')) return `${id}: the wrong way`;
  // Beside a booking of a request, which neighbour shows a difference is a guess; the sums below are not.
  const isNear = (second: number, by: number) =>
    at(second + by) > sinceReadAt && at(second - by) <= readAt;
  if (bookings.some((each) => each.isOwn && isNear(each.second, 7_200))) return null;
  const truth = bookings
    .filter(({ second }) => isNear(second, 0))
    .reduce((sum, { units }) => sum + units, 0n);
  return textOf(truth) === amount ? null : `${id}: ${amount} matched, ${textOf(truth)} happened`;
}

/** However it is done: no day holds more than was agreed to. */
function dayViolation(rule: MatchingRule, matched: readonly Break[]): string | null {
  if (rule.per24Hours === undefined) return null;
  const own = matched.filter(
    ({ status }) => status.state === 'matched' && status.match.ruleId === rule.id,
  );
  for (const { id, readAt } of own) {
    const end = epochMsOf(readAt);
    const sum = own
      .filter((each) => epochMsOf(each.readAt) > end - DAY_MS && epochMsOf(each.readAt) <= end)
      .reduce((all, { amount }) => all + unitsOf(amount.replace('-', '')), 0n);
    if (sum > unitsOf(rule.per24Hours)) return `${textOf(sum)} in the day before ${id}`;
  }
  return null;
}

/** Everything that others moved is a class, or a break: nothing is lost, and nothing of a request is among it. */
function sumViolation(books: PlantedBooks, bookings: readonly Booking[]): string | null {
  const foreign = bookings.reduce((sum, { units, isOwn }) => (isOwn ? sum : sum + units), 0n);
  const found = books
    .current()
    .reduce((sum, { unexplained }) => sum + signedUnits(unexplained), 0n);
  if (found === foreign) return null;
  return `others moved ${textOf(foreign)}; the books leave ${textOf(found)} to classes and people`;
}

function signedUnits(text: string): bigint {
  return text.startsWith('-') ? -unitsOf(text.slice(1)) : unitsOf(text);
}
