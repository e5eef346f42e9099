import type { Conversion, ConversionTrade } from '../policy/conversion.ts';
import type { Instant } from '../time/instant.ts';
import type { NoValue } from '../valuation/no-value.ts';
import type { Price } from '../valuation/price.ts';

/** An amount with its currency; decimal text. */
export interface AmountIn {
  readonly currency: string;
  readonly amount: string;
}

/** Whether a currency is converted into another, at which price, and how much of it. */
export type ConversionFact =
  | {
      readonly limit: 'conversion';
      readonly code: 'circle';
      /** The currencies that are converted into each other, the last of them the first one again in a circle. */
      readonly path: readonly string[];
    }
  | {
      readonly limit: 'instrument';
      readonly code: 'instrument';
      readonly conversion: Conversion;
      readonly permitted: readonly string[];
      readonly trade: ConversionTrade | null;
    }
  | ({ readonly limit: 'price'; readonly instrument: string } & PriceFact)
  | {
      readonly limit: 'price';
      readonly code: 'unvalued';
      readonly currency: string;
      readonly reportingCurrency: string;
      /** Null if the prices say nothing of it. */
      readonly why: NoValue | null;
    }
  | {
      readonly limit: TradeLimitName;
      readonly code: 'trade-limit';
      readonly scope: TradeScope;
      /** Of `cap`, `used` and `value`: the reporting currency. */
      readonly currency: string;
      readonly cap: string;
      /** Null: not known. */
      readonly used: string | null;
      readonly value: string;
      readonly room: AmountIn;
      readonly needed: AmountIn;
    }
  | {
      readonly limit: 'minimum';
      readonly code: 'bought';
      readonly bought: string;
      readonly paid: AmountIn;
    }
  | {
      readonly limit: 'trade-approval';
      readonly code: 'trade-approval';
      readonly currency: string;
      readonly value: string;
      /** Without an approval, in 24 hours; null: not known. */
      readonly unapproved: string | null;
      /** Null: none is needed. */
      readonly above: string | null;
    };

/** What a limit on the value of trades counts: one trade, or those of 24 hours, of everyone or of this rule. */
export type TradeScope = 'one-trade' | 'all-trades' | 'own-trades';
export type TradeLimitName = 'notional' | 'traded-24h';

type PriceFact =
  | { readonly code: 'price'; readonly price: Price }
  | { readonly code: 'price-missing' }
  | { readonly code: 'price-contradictory'; readonly price: Price }
  | { readonly code: 'trade-price-jumped'; readonly price: Price; readonly from: string }
  | {
      readonly code: 'trade-price-stale';
      readonly price: Price;
      readonly readAt: Instant;
      readonly now: Instant;
      readonly maximumSeconds: number;
    }
  | {
      readonly code: 'price-at-claim';
      readonly side: ConversionTrade['side'];
      readonly market: string;
      /** The worst that was decided. */
      readonly decided: string;
    };
