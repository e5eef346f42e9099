import type { TradeSide } from '../outcomes/outcome.ts';
import { accountKey } from './registered-account.ts';
import type { SweepRule } from './sweep-rule.ts';

/** What a rule that converts gives away, and what for. */
export interface Conversion {
  readonly currency: string;
  readonly into: string;
  readonly instrument?: string;
  readonly side?: TradeSide;
}

type Kind = Pick<SweepRule, 'kind' | 'currency' | 'into' | 'instrument' | 'side'>;

/** Null: it sweeps. A rule that says that it converts, and not into what, converts into nothing. */
export function conversionOf({ kind, currency, into, instrument, side }: Kind): Conversion | null {
  if (kind === undefined) return null;
  return {
    currency,
    into: into ?? currency,
    ...(instrument === undefined ? {} : { instrument }),
    ...(side === undefined ? {} : { side }),
  };
}

/** An instrument, and the side of it that gives a currency away. */
export interface ConversionTrade {
  readonly instrument: string;
  readonly side: TradeSide;
}

/** The two trades that turn one currency into another, the sale first. */
export function tradesOf({ currency, into }: Conversion): readonly ConversionTrade[] {
  return [
    { instrument: `${currency}/${into}`, side: 'sell' },
    { instrument: `${into}/${currency}`, side: 'buy' },
  ];
}

/**
 * The trade of a conversion: the one that the rule names, or the first that may be traded. Null: there is none, or it
 * may not be traded.
 */
export function tradeOf(
  conversion: Conversion,
  instruments: readonly string[],
): ConversionTrade | null {
  const named = tradesOf(conversion).filter(
    ({ instrument, side }) =>
      (conversion.instrument ?? instrument) === instrument && (conversion.side ?? side) === side,
  );
  return named.find(({ instrument }) => instruments.includes(instrument)) ?? null;
}

/**
 * Where the surplus of a rule goes, as the limits of approvals count it: an account, or one currency turned into
 * another. No id of an account has a colon.
 */
export function destinationKey({
  withdrawalAccountId,
  ...rule
}: Pick<SweepRule, 'kind' | 'currency' | 'into' | 'withdrawalAccountId'>): string {
  const conversion = conversionOf(rule);
  return conversion === null ? accountKey(withdrawalAccountId ?? '') : conversionKey(conversion);
}

export function conversionKey({ currency, into }: Conversion): string {
  return `convert:${currency}:${into}`.toLowerCase();
}

/** Whether the limits of approvals count it as a conversion, and not as an account. */
export function isConversionKey(destination: string): boolean {
  return destination.includes(':');
}

/** The name that the limits of trades count a rule under, as they count each person and program. */
export function ruleTrader(ruleId: string): string {
  return `rule ${ruleId}`;
}

/**
 * The circle of currencies that a rule converts in, "ETH > USD > ETH"; null if it is in none. A balance that comes back
 * is a surplus again, and each round costs the spread. Rules that are switched off count: a switch must not close a
 * circle.
 */
export function circleOf(rule: Kind, rules: readonly Kind[]): readonly string[] | null {
  const conversion = conversionOf(rule);
  if (conversion === null) return null;
  const back = pathBetween(conversion.into, conversion.currency, rules);
  return back === null ? null : [conversion.currency, ...back];
}

function pathBetween(from: string, to: string, rules: readonly Kind[]): readonly string[] | null {
  const paths: (readonly string[])[] = [[from]];
  const seen = new Set([from]);
  for (let path = paths.shift(); path !== undefined; path = paths.shift()) {
    const last = path.at(-1) ?? from;
    if (last === to) return path;
    for (const rule of rules) {
      const conversion = conversionOf(rule);
      if (conversion === null || conversion.currency !== last || seen.has(conversion.into))
        continue;
      seen.add(conversion.into);
      paths.push([...path, conversion.into]);
    }
  }
  return null;
}
