import type { StopFact } from '../facts/stop-fact.ts';

/** Why a trade is refused before it is sent, in order of precedence. */
const CODES = {
  disarmed: {},
  halted: {},
  'dry-run': {},
  'newer-version': { isWaitedFor: true },
  unreadable: { isWaitedFor: true },
  'instrument-not-allowed': {},
  'instrument-unknown': {},
  'price-stale': { isWaitedFor: true },
  'price-unusable': { isWaitedFor: true },
  'price-jumped': { isWaitedFor: true },
  'price-outside-collar': {},
  'currency-uncertain': { isWaitedFor: true },
  'currency-busy': { isWaitedFor: true },
  'notional-unknown': {},
  'notional-above-limit': {},
  'rolling-limit-too-small': {},
  'rolling-limit-reached': {},
  'balance-insufficient': {},
  'too-many-waiting': {},
} as const satisfies Readonly<Record<string, RefusalTraits>>;

/** `isWaitedFor`: it may change in a moment, so an approved trade is judged again; any other refusal ends it. */
interface RefusalTraits {
  readonly isWaitedFor?: true;
}

export function isWaitedFor(code: TradeRefusalCode): boolean {
  const traits: RefusalTraits = CODES[code];
  return traits.isWaitedFor === true;
}

export const TRADE_REFUSAL_CODES = Object.keys(CODES) as readonly TradeRefusalCode[];
export type TradeRefusalCode = keyof typeof CODES;

/** A refusal with what was found, and the numbers that a program reads. */
export interface TradeRefusal {
  readonly code: TradeRefusalCode;
  readonly why: StopFact;
  /** Decimal text, instants and codes: both sides of each comparison. */
  readonly numbers?: Readonly<Record<string, string>>;
  /** Seconds after which the same trade may fit; absent if waiting does not help or the time is not known. */
  readonly retryAfterSeconds?: number;
}
