import { compareAmounts } from '../display/amounts.ts';

/** Decimal text as the API takes it: digits, and a point where there are decimals. */
const DECIMAL = /^(?:0|[1-9]\d{0,29})(?:\.\d{1,30})?$/;

/** What is wrong with an amount as it was typed; null where the API takes it. */
export function amountFault(text: string): string | null {
  if (text === '') return 'An amount is needed.';
  if (text.includes(','))
    return 'Decimals stand behind a point, and nothing parts thousands: 1234.5';
  if (!DECIMAL.test(text)) return 'Accepted: digits, and a point before decimals, such as 0.25';
  return compareAmounts(text, '0') > 0 ? null : 'Accepted: more than zero';
}
