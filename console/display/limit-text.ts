import type { components } from '@sluice/client';

/** A limit of a rule: an amount of its currency, or a value in the reporting currency. */
export type Limit = components['schemas']['SweepRule']['threshold'];
export type ValuedLimit = components['schemas']['ValuedLimit'];

/** A limit as forms hold it: "12.5", or "100000 USD" for a value. */
export function limitText(limit: Limit): string {
  return typeof limit === 'string' ? limit : `${limit.value} ${limit.in}`;
}

/** The parts of such a text; `in` is empty for an amount. */
export function limitParts(text: string): { readonly amount: string; readonly in: string } {
  const [amount = '', into = ''] = text.trim().split(/\s+/);
  return { amount, in: into };
}

/** The limit that such a text stands for. */
export function limitOf(text: string): Limit {
  const { amount, in: into } = limitParts(text);
  return into === '' ? amount : { value: amount, in: into };
}

/** The limit as an amount at the latest prices; null for a value that has none. */
export function presentAmount(limit: Limit, valued: ValuedLimit | undefined): string | null {
  return typeof limit === 'string' ? limit : (valued?.amount ?? null);
}
