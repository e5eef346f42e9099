import { Decimal } from '../../treasury/money/decimal.ts';
import { formatDecimal } from '../../treasury/money/decimal-text.ts';

/**
 * How a trade is answered. The reference does not show the body (4.3), so a service may answer with its own record, with less,
 * or with a failure in a 200; and with fills that are none of this trade.
 */
export const TRADE_ANSWERS = [
  'whole',
  'repeated',
  'renamed',
  'id-only',
  'acknowledgement',
  'status-ok',
  'nothing',
  'code-and-message',
  'code-and-data',
  'errno',
  'detail',
  'warning',
  'id-of-a-failure',
  'other-spelling',
  'worse-fills',
  'zero-fills',
  'negative-fills',
  'unreadable-fills',
] as const;
export type TradeAnswers = (typeof TRADE_ANSWERS)[number];

/** The sandbox's own record of a trade, as far as its answer can be made of it. */
export interface TradeRecord {
  readonly id: string;
  readonly instrument: string;
  readonly side: string;
  readonly price: string;
  readonly amount: string;
  readonly [more: string]: unknown;
}

/** The answer to a trade in another shape. What was executed stays what it was. */
export function shapedTrade(trade: TradeRecord, shape: TradeAnswers): unknown {
  const { id, instrument, side, price, amount } = trade;
  const filledAt = (at: string, of: unknown = amount) => ({
    ...trade,
    fills: [{ price: at, amount: of }],
  });
  switch (shape) {
    case 'whole':
      return trade;
    case 'repeated':
      return { id, instrument, side, amount };
    case 'renamed':
      return { code: 0, data: { orderId: id, symbol: instrument, direction: side, qty: amount } };
    case 'id-only':
      return { id };
    case 'acknowledgement':
      return { accepted: true, orderId: id };
    case 'status-ok':
      return { status: 'ok', data: { id } };
    case 'nothing':
      return {};
    case 'code-and-message':
      return { code: 40012, message: 'insufficient balance' };
    case 'code-and-data':
      return { code: '51008', msg: 'Order failed', data: [] };
    case 'errno':
      return { errno: 5, errmsg: 'not enough funds' };
    case 'detail':
      return { detail: 'Not enough funds' };
    case 'warning':
      return { ...trade, warning: 'not executed' };
    case 'id-of-a-failure':
      return { id: 'insufficient_funds', message: 'Not enough funds' };
    case 'other-spelling':
      return { ...trade, instrument: `${instrument.replace('/', '')}.SPOT` };
    case 'worse-fills':
      return filledAt(worse(price, side));
    case 'zero-fills':
      return filledAt('0');
    case 'negative-fills':
      return filledAt(`-${price}`);
    case 'unreadable-fills':
      return filledAt(price, 'all of it');
    default:
      return shape satisfies never;
  }
}

/** Half as much when selling, twice as much when buying. */
function worse(price: string, side: string): string {
  const factor = side.toLowerCase() === 'sell' ? 0.5 : 2;
  return formatDecimal(new Decimal(price).times(factor));
}

/** Whether an answer holds the sandbox's own record of a trade, which alone has other shapes. */
export function isTradeRecord(json: unknown): json is TradeRecord {
  if (typeof json !== 'object' || json === null) return false;
  const record = json as Readonly<Record<string, unknown>>;
  return FIELDS.every((name) => typeof record[name] === 'string');
}

const FIELDS = ['id', 'instrument', 'side', 'price', 'amount'] as const;
