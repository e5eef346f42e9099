import type { BalancesFault } from '../../treasury/outcomes/content-fault.ts';
import { CURRENCY_NAMES, squeezed } from './answer-fields.ts';
import { holdsAmount } from './decode-amounts.ts';
import { shownName } from './describe-shape.ts';

/** Names of a wrapper. In lower case only: DATA is also a currency. */
export const WRAPPERS = ['balances', 'data', 'result'] as const;
/** {"data": {"balances": [...]}} is as deep as it gets. */
const MAX_WRAPPERS = 2;

/**
 * Fields that stand beside balances and are none, in any of their spellings that has a small letter: TIME, ID and OK are
 * currencies as well. Only names that say so by themselves: any other field that is not understood fails the reading, as
 * leaving out a currency would look like a withdrawal of it.
 */
const BESIDE_BALANCES: ReadonlySet<string> = new Set([
  ...[
    'timestamp',
    'time',
    'servertime',
    'date',
    'datetime',
    'updatedat',
    'createdat',
    'asof',
    'ts',
  ],
  ...['id', 'clientid', 'accountid', 'userid', 'requestid', 'traceid', 'type', 'version'],
  ...['message', 'msg', 'errmsg', 'retmsg', 'status', 'code', 'retcode', 'errno', 'success', 'ok'],
  ...['error', 'errors', 'warning', 'warnings', 'reason', 'detail', 'details'],
  ...['count', 'totalcount', 'page', 'pages', 'limit', 'offset', 'next', 'hasmore', 'cursor'],
  ...['previous', 'prev', 'pagination', 'paging', 'meta', 'links'],
]);

/** One entry: the currency as the answer spells it, and its amounts, which may be anything. */
export type Entry = readonly [currency: string, amounts: unknown];

export interface BalanceEntries {
  readonly entries: readonly Entry[];
  /** Each is an item that names its currency; else each is a field. */
  readonly areListed: boolean;
  /** Names of fields that stand beside the entries, and of what they hold. */
  readonly beside: readonly Entry[];
}

/** What is found in an answer, or why it holds no balances. */
export type Found<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly why: BalancesFault };

/** The entries of an answer with balances, and everything that stands beside them. */
export function entriesOf(body: unknown): Found<BalanceEntries> {
  const unwrapped = unwrap(body);
  if (!unwrapped.ok) return unwrapped;
  const { inner, beside } = unwrapped.value;
  if (Array.isArray(inner)) return listed(inner, beside);
  if (!isObject(inner)) return { ok: false, why: { code: 'no-entries' } };
  const fields = Object.entries(inner);
  const isBeside = ([name]: Entry) => /[a-z]/.test(name) && BESIDE_BALANCES.has(squeezed(name));
  return {
    ok: true,
    value: {
      areListed: false,
      entries: fields.filter((entry) => !isBeside(entry)),
      beside: [...beside, ...fields.filter(isBeside)],
    },
  };
}

interface Unwrapped {
  readonly inner: unknown;
  readonly beside: readonly Entry[];
}

function unwrap(body: unknown): Found<Unwrapped> {
  let inner = body;
  const beside: Entry[] = [];
  for (let depth = 0; depth < MAX_WRAPPERS && isObject(inner); depth++) {
    const holder: Readonly<Record<string, unknown>> = inner;
    const full = WRAPPERS.filter((name) => holdsEntries(holder[name]));
    const unsaid = WRAPPERS.find((name) => holder[name] === null);
    if (full.length === 0 && unsaid !== undefined) {
      return { ok: false, why: { code: 'null-wrapper', name: unsaid } };
    }
    const [name] = full.length > 0 ? full : WRAPPERS.filter((each) => isHolder(holder[each]));
    if (name === undefined) break;
    if (full.length > 1) {
      return { ok: false, why: { code: 'two-wrappers', names: full.slice(0, 2) } };
    }
    const rest = Object.entries(holder).filter(([each]) => each !== name);
    const misplaced = rest.find(([each, held]) => !/[a-z]/.test(each) && holdsAmount(held));
    if (misplaced !== undefined) {
      const shown = shownName(misplaced[0]);
      return { ok: false, why: { code: 'beside-wrapper', name: shown, wrapper: name } };
    }
    beside.push(...rest);
    inner = holder[name];
  }
  return { ok: true, value: { inner, beside } };
}

function holdsEntries(held: unknown): boolean {
  return isHolder(held) && Object.keys(held as object).length > 0;
}

function isHolder(held: unknown): boolean {
  return isObject(held) || Array.isArray(held);
}

function listed(items: readonly unknown[], beside: readonly Entry[]): Found<BalanceEntries> {
  const entries: Entry[] = [];
  for (const item of items) {
    const code = isObject(item) ? currencyOf(item) : null;
    if (code === null) return { ok: false, why: { code: 'unnamed-item' } };
    entries.push([code, item]);
  }
  return { ok: true, value: { entries, areListed: true, beside } };
}

function currencyOf(item: Readonly<Record<string, unknown>>): string | null {
  for (const name of CURRENCY_NAMES) {
    const code = item[name];
    if (typeof code === 'string') return code;
  }
  return null;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
