import type { Part, Sentence } from './sentence.ts';

/** An amount of a currency, or a value in the one that is named. */
export type Limit = string | { readonly value: string; readonly in: string };

/** What stands for something that is not filled in yet. */
export const OPEN = '…';

export function orOpen(text = ''): string {
  return text === '' ? OPEN : text;
}

const DECIMAL = /^\d+(\.\d+)?$/;

/** Of a draft also what is no amount yet, as it is written. */
export function amountOf(limit: Limit | undefined, currency: string): Sentence {
  const [amount, unit] =
    typeof limit === 'object' ? ([limit.value, limit.in] as const) : ([limit, currency] as const);
  const part: Part = DECIMAL.test(amount ?? '')
    ? { is: 'amount', amount: amount ?? '', currency: unit }
    : orOpen(amount);
  return [part];
}

/** Whether a limit keeps or asks for nothing. */
export function isZero(limit: Limit | undefined): boolean {
  const text = typeof limit === 'object' ? limit.value : limit;
  return /^0+(\.0*)?$/.test(text ?? '');
}
