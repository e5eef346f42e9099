import { Decimal } from '../../treasury/money/decimal.ts';
import { formatDecimal } from '../../treasury/money/decimal-text.ts';
import { accountWithId, SANDBOX_ACCOUNTS } from '../accounts/sandbox-accounts.ts';
import type { Answer } from '../service/answer.ts';
import type { Fault } from './fault.ts';
import { isRecord } from './is-record.ts';

export type Contradiction = Extract<Fault, { kind: 'contradicting-200' }>['what'];

/** Status 200 and JSON headers, whatever the answer was before: the disguise of a spoiled answer. */
const OK = { status: 200, headers: { 'content-type': 'application/json; charset=utf-8' } } as const;

export function emptied(): Answer {
  return { ...OK, body: '' };
}

/** The first half of an answer's JSON. */
export function truncated(answer: Answer): Answer {
  return { ...OK, body: answer.body.slice(0, Math.floor(answer.body.length / 2)) };
}

/** The page of a proxy in front of a service that should have said nothing. */
export function html(): Answer {
  return {
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: '<!doctype html><html><head><title>Please wait</title></head><body><p>Checking your connection.</p></body></html>\n',
  };
}

/** The same fields with the wrong JSON types: decimals, times and identifiers become numbers. */
export function wronglyTyped(answer: Answer): Answer {
  const body = answer.body
    .replaceAll(/"(-?(?:0|[1-9]\d*)(?:\.\d+)?)"/g, '$1')
    .replaceAll(/"\d{4}-\d\d-\d\dT[^"]*"/g, '1700000000000')
    .replaceAll(/"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"/g, '7');
  return { ...OK, body };
}

/**
 * An answer that is valid in form and contradicts the request: another amount, another account (of
 * a trade: the other side), another currency (of a trade: another instrument), the identifier of an
 * earlier withdrawal or trade (twice its own where there was none), or nothing at all. Of prices
 * and balances it is the amounts or the names that go wrong.
 */
export function contradicted(
  answer: Answer,
  what: Contradiction,
  earlierId: string | undefined,
): Answer {
  const json: unknown = answer.status === 200 ? JSON.parse(answer.body) : [];
  return { ...OK, body: JSON.stringify(contradict(json, what, earlierId)) };
}

function contradict(json: unknown, what: Contradiction, earlierId: string | undefined): unknown {
  if (Array.isArray(json)) return contradictList(json, what, earlierId);
  if (!isRecord(json)) return json;
  if (what === 'none') return {};
  if (typeof json.id === 'string') return contradictRecord(json, what, earlierId);
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => contradictEntry(name, value, what)),
  );
}

function contradictList(
  list: readonly unknown[],
  what: Contradiction,
  earlierId: string | undefined,
): unknown {
  if (what === 'none') return [];
  const [first, ...rest] = list.filter(isRecord);
  if (first === undefined) return list;
  if (what === 'duplicate-id' && earlierId === undefined) return [first, first, ...rest];
  return [contradictRecord(first, what, earlierId), ...rest];
}

/** A withdrawal, a trade, or a balance of the list shape. */
function contradictRecord(
  record: Readonly<Record<string, unknown>>,
  what: Exclude<Contradiction, 'none'>,
  earlierId: string | undefined,
): unknown {
  switch (what) {
    case 'amount':
      return { ...record, ...larger(record, 'amount'), ...larger(record, 'available') };
    case 'account':
      return 'side' in record
        ? { ...record, side: /^sell$/i.test(String(record.side)) ? 'Buy' : 'Sell' }
        : { ...record, withdrawalAccount: otherAccount(record.withdrawalAccount) };
    case 'currency':
      return 'instrument' in record
        ? { ...record, instrument: record.instrument === 'SOL/USD' ? 'BTC/USD' : 'SOL/USD' }
        : { ...record, currency: record.currency === 'SOL' ? 'BTC' : 'SOL' };
    case 'duplicate-id':
      return { ...record, id: earlierId ?? record.id };
    default:
      return what satisfies never;
  }
}

/** One instrument of the prices or one currency of the balances. */
function contradictEntry(
  name: string,
  value: unknown,
  what: Exclude<Contradiction, 'none'>,
): readonly [string, unknown] {
  if (what !== 'amount') return [name.toLowerCase().replace('/', ''), value];
  if (typeof value === 'string') return [name, `-${value}`];
  if (!isRecord(value)) return [name, value];
  if ('bid' in value) return [name, { bid: value.ask, ask: value.bid }];
  return [name, { ...value, ...larger(value, 'available') }];
}

/** The field ten times as large and a little more, so that zero changes too. */
function larger(
  record: Readonly<Record<string, unknown>>,
  field: string,
): Readonly<Record<string, string>> {
  const amount = record[field];
  if (typeof amount !== 'string') return {};
  return { [field]: formatDecimal(new Decimal(amount).times(10).plus(1)) };
}

function otherAccount(account: unknown): unknown {
  const isBitcoin = isRecord(account) && account.id === SANDBOX_ACCOUNTS.btcWallet.id;
  const { solWallet, btcWallet } = SANDBOX_ACCOUNTS;
  const other = accountWithId(isBitcoin ? solWallet.id : btcWallet.id);
  return { ...(isRecord(account) && account), id: other?.id, label: other?.label };
}
