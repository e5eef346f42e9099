import type { Balance, Balances } from '../../treasury/valuation/balance.ts';
import { type Decoded, emptyMap } from '../http-client/decoded.ts';
import { CURRENCY_NAMES } from './answer-fields.ts';
import { AMOUNT_NAMES, decodeAmounts } from './decode-amounts.ts';
import { describeShape, shownName } from './describe-shape.ts';
import { MAX_CURRENCIES } from './limits.ts';

const ACCEPTED =
  'accepted: {"BTC": "1.5"}, {"BTC": {"total": "1.5", "available": "1"}}, [{"currency": "BTC", "total": "1.5"}], or one of these within "balances" or "data"; every amount decimal text';

/** Names of a wrapper. In lower case only: DATA is also a currency. */
const WRAPPERS = ['balances', 'data', 'result'] as const;
/** {"data": {"balances": [...]}} is as deep as it gets. */
const MAX_WRAPPERS = 2;

/**
 * Fields that stand beside balances and are none. Only names that say so by themselves: any other field that is not
 * understood fails the reading, as leaving out a currency would look like a withdrawal of it.
 */
const BESIDE_BALANCES: ReadonlySet<string> = new Set([
  'timestamp',
  'time',
  'date',
  'updatedAt',
  'createdAt',
  'asOf',
  'id',
  'clientId',
  'accountId',
  'userId',
  'requestId',
  'message',
  'status',
  'code',
  'success',
  'ok',
  'version',
  'count',
]);

/** Codes are an open set (reference, 2.4): anything short that begins like a word. */
const CURRENCY_CODE = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,31}$/;

/**
 * Decodes GET /v1/balances, whose body the reference does not show (2.4, 4.4): the plausible shapes are accepted,
 * everything else fails and names what was seen and what is accepted. Codes are trimmed and otherwise kept as they
 * are.
 */
export function decodeBalances(body: unknown): Decoded<Balances> {
  const inner = unwrap(body);
  const entries = entriesOf(inner);
  if (!entries.ok) return notUnderstood(entries.problem, body);
  if (entries.value.length > MAX_CURRENCIES) {
    return notUnderstood(`more than ${MAX_CURRENCIES} currencies`, body);
  }
  const balances = emptyMap<Balance>();
  for (const [seenCode, amounts] of entries.value) {
    const code = seenCode.trim();
    if (!CURRENCY_CODE.test(code) || AMOUNT_NAMES.has(code)) {
      return notUnderstood(`${shownName(code)} is not a currency`, body);
    }
    if (code in balances) return notUnderstood(`${code} is there twice`, body);
    const balance = decodeAmounts(amounts);
    if (!balance.ok) return notUnderstood(`${code}: ${balance.problem}`, body);
    balances[code] = balance.value;
  }
  return { ok: true, value: balances };
}

function notUnderstood(problem: string, body: unknown): Decoded<never> {
  return { ok: false, problem: `${problem}; seen: ${describeShape(body)}; ${ACCEPTED}` };
}

function unwrap(body: unknown): unknown {
  let inner = body;
  for (let depth = 0; depth < MAX_WRAPPERS && isObject(inner); depth++) {
    const holder: Readonly<Record<string, unknown>> = inner;
    const name = WRAPPERS.find(
      (wrapper) => isObject(holder[wrapper]) || Array.isArray(holder[wrapper]),
    );
    if (name === undefined) break;
    inner = holder[name];
  }
  return inner;
}

function entriesOf(inner: unknown): Decoded<readonly (readonly [string, unknown])[]> {
  if (Array.isArray(inner)) {
    const entries: (readonly [string, unknown])[] = [];
    for (const item of inner) {
      const code = isObject(item) ? currencyOf(item) : null;
      if (code === null)
        return { ok: false, problem: 'a list with an item that names no currency' };
      entries.push([code, item]);
    }
    return { ok: true, value: entries };
  }
  if (!isObject(inner)) return { ok: false, problem: 'neither an object nor a list' };
  const entries = Object.entries(inner).filter(([name]) => !BESIDE_BALANCES.has(name));
  return { ok: true, value: entries };
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
