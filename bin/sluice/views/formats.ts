import { amountOf, worthOf } from '../../../local/console-feed/amounts.ts';

export { amountOf, worthOf };

/** Characters of a moment up to its seconds: enough to read, and --json has the rest. */
const TO_THE_SECOND = 19;

/** `2026-11-22 22:09:50` UTC: a moment as a column of a table has it. */
export function momentOf(instant: string): string {
  return instant.slice(0, TO_THE_SECOND).replace('T', ' ');
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** A span of time in its largest unit: "3 hours". */
export function spanOf(seconds: number): string {
  const [unit, size] = UNITS.find(([, each]) => seconds >= each) ?? ['second', 1];
  const count = Math.floor(seconds / size);
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** "3 minutes ago", or "in 3 minutes". */
export function agoOf(instant: string, nowMs: number): string {
  const seconds = (nowMs - Date.parse(instant)) / 1_000;
  return seconds >= 0 ? `${spanOf(seconds)} ago` : `in ${spanOf(-seconds)}`;
}

/** `1 entry`, `2 entries`. */
export function countOf(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
