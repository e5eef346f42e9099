import type { RecordedCheck } from '../decisions/decision.ts';
import type { LimitName } from '../facts/limit-name.ts';
import { numberSeen } from '../facts/number-seen.ts';
import { decimalOf } from '../money/decimal-text.ts';
import type { Span } from './span.ts';

/** Numbers by the limit that was checked with them. */
type Numbers = Span['least'];

/** A span with the numbers of one more run. */
export function withNumbers(span: Span, checks: readonly RecordedCheck[]): Span {
  const least = { ...span.least };
  const most = { ...span.most };
  for (const { fact } of checks) {
    const value = numberSeen(fact);
    if (value === null) continue;
    const { limit } = fact;
    if (isBeyond(value, least, limit, -1)) least[limit] = value;
    if (isBeyond(value, most, limit, 1)) most[limit] = value;
  }
  return { ...span, least, most };
}

function isBeyond(value: string, numbers: Numbers, limit: LimitName, direction: 1 | -1): boolean {
  const before = numbers[limit];
  if (before === undefined) return true;
  // Most numbers are as they were.
  return before !== value && decimalOf(value).comparedTo(decimalOf(before)) === direction;
}
