/** Why a trade is refused before it is sent, in order of precedence. */
export const TRADE_REFUSAL_CODES = [
  'disarmed',
  'halted',
  'dry-run',
  'newer-version',
  'instrument-not-allowed',
  'instrument-unknown',
  'price-stale',
  'price-unusable',
  'price-jumped',
  'price-outside-collar',
  'currency-uncertain',
  'currency-busy',
  'notional-unknown',
  'notional-above-limit',
  'rolling-limit-too-small',
  'rolling-limit-reached',
  'balance-insufficient',
  'too-many-waiting',
] as const;
export type TradeRefusalCode = (typeof TRADE_REFUSAL_CODES)[number];

/** A refusal with the numbers it rests on, once in words and once each by its name. */
export interface TradeRefusal {
  readonly code: TradeRefusalCode;
  readonly words: string;
  /** Decimal text, instants and codes: whatever was compared with whatever. */
  readonly numbers?: Readonly<Record<string, string>>;
  /** Seconds after which the same trade may fit; absent where no waiting helps or nobody can say. */
  readonly retryAfterSeconds?: number;
}
