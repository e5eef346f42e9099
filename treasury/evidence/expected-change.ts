import type { Content } from '../instructions/instruction.ts';
import { decimalOf, formatDecimal } from '../money/decimal-text.ts';

/**
 * What executing an instruction as asked for does to the balance of one of its currencies: signed
 * decimal text, exact. Of a trade it is what was asked for at the price asked for: a better price or a
 * fee shows as unexplained, and leaves the judgement to people.
 */
export function expectedChange(content: Content, currency: string): string {
  const amount = decimalOf(content.amount);
  if (content.kind === 'withdrawal') {
    return content.currency === currency ? formatDecimal(amount.negated()) : '0';
  }
  const [base, quote] = content.instrument.split('/');
  const inBase = content.side === 'buy' ? amount : amount.negated();
  if (currency === base) return formatDecimal(inBase);
  if (currency !== quote) return '0';
  return formatDecimal(inBase.times(decimalOf(content.price)).negated());
}
