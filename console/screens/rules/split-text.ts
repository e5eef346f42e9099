import { asText } from '../../../treasury/facts/sentences/sentence.ts';
import { type Split, splitSentence } from '../../../treasury/facts/sentences/split.ts';
import { compareAmounts, signOf, sumOf } from '../../display/amounts.ts';

/*
 * How a rule divides its amount, as the form has it: one text, as every value of a form is. The first part pays to the
 * rule's own account, which has a field of its own.
 */

export type SplitKind = 'weights' | 'amounts';

/** One row of the form; the size is a percentage, or an amount, and empty for the part that gets the rest. */
export interface SplitRow {
  readonly account: string;
  readonly size: string;
}

export interface SplitForm {
  readonly kind: SplitKind;
  readonly rows: readonly SplitRow[];
}

/** Parts of one split, as the API takes them at most. */
export const MOST_PARTS = 8;

const WHOLE = '100';
const DECIMAL = /^\d+(\.\d+)?$/;

/** Two parts, the first to the rule's own account. */
export const NEW_SPLIT: SplitForm = {
  kind: 'weights',
  rows: [
    { account: '', size: '50' },
    { account: '', size: '50' },
  ],
};

/** Null: the rule has no split. */
export function readSplit(text: string | undefined): SplitForm | null {
  const split = parsed(text);
  if (split === null) return null;
  const parts: unknown = Reflect.get(split, 'parts');
  const kind = Reflect.get(split, 'kind') === 'amounts' ? 'amounts' : 'weights';
  const rows = (Array.isArray(parts) ? parts : []).map((part: unknown) => ({
    account: textIn(part, 'withdrawalAccountId'),
    size: textIn(part, kind === 'weights' ? 'percent' : 'amount'),
  }));
  return { kind, rows };
}

export function writeSplit(form: SplitForm | null): string {
  return form === null ? '' : JSON.stringify(bodyOfSplit(form));
}

/** As the API takes it: a part without an amount gets the rest. */
export function bodyOfSplit({ kind, rows }: SplitForm, ownAccount?: string): Split {
  const parts = rows.map(({ account, size }, index) => ({
    withdrawalAccountId: index === 0 ? (ownAccount ?? account) : account,
    ...(kind === 'weights' && { percent: size.trim() }),
    ...(kind === 'amounts' && size.trim() !== '' && { amount: size.trim() }),
  }));
  return { kind, parts };
}

/** What is wrong with it; null where the API can be asked. */
export function splitProblem(text: string | undefined): string | null {
  const form = readSplit(text);
  if (form === null) return null;
  const { kind, rows } = form;
  if (rows.slice(1).some(({ account }) => account === '')) return 'Each part needs an account.';
  const others = new Set(rows.slice(1).map(({ account }) => account.toLowerCase()));
  if (others.size < rows.length - 1) return 'Each account once.';
  const sizes = kind === 'weights' ? rows : rows.slice(0, -1);
  if (sizes.some(({ size }) => !isPositive(size))) {
    return kind === 'weights'
      ? 'Each part needs a percentage, more than 0.'
      : 'Each part but the last needs an amount, more than 0.';
  }
  const sum = sumOf(sizes.map(({ size }) => size.trim()));
  if (kind === 'weights' && compareAmounts(sum, WHOLE) !== 0) {
    return `The percentages add to ${sum}, and have to add to exactly 100.`;
  }
  return null;
}

/** "60 % to Cold storage and 40 % to Exchange", amounts as they are typed; null for a rule without a split. */
export function splitText(
  text: string | undefined,
  nameOf: (account: string) => string,
): string | null {
  const form = readSplit(text);
  return form === null ? null : asText(splitSentence(bodyOfSplit(form)), { accountName: nameOf });
}

function isPositive(size: string): boolean {
  return DECIMAL.test(size.trim()) && signOf(size.trim()) > 0;
}

function parsed(text: string | undefined): object | null {
  if (text === undefined || text === '') return null;
  try {
    const content: unknown = JSON.parse(text);
    return typeof content === 'object' ? content : null;
  } catch {
    // A draft of another version of the console: the person begins anew.
    return null;
  }
}

function textIn(part: unknown, name: string): string {
  if (typeof part !== 'object' || part === null) return '';
  const value: unknown = Reflect.get(part, name);
  return typeof value === 'string' ? value : '';
}
