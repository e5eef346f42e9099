import { asSent, type Instruction } from '../instructions/instruction.ts';
import type { MovementFill } from '../ledger/movement-fill.ts';
import { ROUNDING } from '../money/decimal.ts';
import { decimalOf, formatDecimal } from '../money/decimal-text.ts';
import type { ExecutedAmounts, TradeFee } from '../outcomes/outcome.ts';
import { marketPrice } from '../policy/limit-price.ts';

/** Fraction digits of a price that is worked out of two amounts, and of a slippage in percent. */
const PRICE_DIGITS = 18;
const PERCENT_DIGITS = 4;

/** What a trade was filled at, beside the price that it was decided at; decimal text, quote currency per unit of base. */
export interface TradeFill {
  /** Of what was executed, without fees. */
  readonly price: string;
  /** Of a rule's trade: the bid it sold at or the ask it bought at when it was decided; else the price that was asked for. */
  readonly decidedPrice: string;
  /** Percent of the decided price that the fill is worse; less than zero where it is better. */
  readonly slippagePercent: string;
  /** In the quote currency, of the whole fill; less than zero where it is better. */
  readonly slippage: string;
  /** Absent if the service names none. */
  readonly fees?: readonly TradeFee[];
}

/** Null for a withdrawal, and for a trade whose fills do not say what was executed. Pure. */
export function tradeFillOf(instruction: Instruction): TradeFill | null {
  const content = asSent(instruction);
  const { status, conversion } = instruction;
  if (content.kind !== 'trade' || status.state !== 'confirmed') return null;
  const { executed, fees } = filledIn(status.confirmation);
  if (executed === undefined || decimalOf(executed.base).isZero()) return null;
  const { side } = content;
  const [base, quote] = [decimalOf(executed.base), decimalOf(executed.quote)];
  const decided = conversion === undefined ? content.price : marketPrice(side, conversion);
  const atDecided = base.times(decimalOf(decided));
  const worse = side === 'buy' ? quote.minus(atDecided) : atDecided.minus(quote);
  const percent = worse.times(100).dividedBy(atDecided);
  return {
    price: formatDecimal(quote.dividedBy(base).toDecimalPlaces(PRICE_DIGITS, ROUNDING.halfEven)),
    decidedPrice: decided,
    slippagePercent: formatDecimal(percent.toDecimalPlaces(PERCENT_DIGITS, ROUNDING.halfEven)),
    slippage: formatDecimal(worse.toDecimalPlaces(PRICE_DIGITS, ROUNDING.halfEven)),
    ...(fees === undefined ? {} : { fees }),
  };
}

/** The same with what was traded, as books keep it. */
export function movementFillOf(instruction: Instruction): MovementFill | null {
  const fill = tradeFillOf(instruction);
  const content = asSent(instruction);
  const { status } = instruction;
  if (fill === null || content.kind !== 'trade' || status.state !== 'confirmed') return null;
  const { executed } = filledIn(status.confirmation);
  if (executed === undefined) return null;
  const { instrument, side } = content;
  return { instrument, side, base: executed.base, quote: executed.quote, ...fill };
}

type Confirmed = Instruction['status'] & { readonly state: 'confirmed' };

function filledIn(confirmation: Confirmed['confirmation']): {
  readonly executed?: ExecutedAmounts;
  readonly fees?: readonly TradeFee[];
} {
  switch (confirmation.kind) {
    case 'trade': {
      const { executed, fees } = confirmation.trade;
      return {
        ...(executed === undefined ? {} : { executed }),
        ...(fees === undefined ? {} : { fees }),
      };
    }
    case 'settled':
      return confirmation.fill === undefined ? {} : { executed: confirmation.fill };
    default:
      return {};
  }
}
