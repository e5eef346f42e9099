import type { IncomingHttpHeaders } from 'node:http';
import type { BalancesFault } from '../../treasury/outcomes/content-fault.ts';
import type { Balance, Balances } from '../../treasury/valuation/balance.ts';
import { type Decoded, emptyMap } from '../http-client/decoded.ts';
import { type BalanceEntries, type Entry, entriesOf, type Found } from './balance-entries.ts';
import { CURRENCY_CODE, currencyCodeOf } from './currency-code.ts';
import { AMOUNT_NAMES, decodeAmounts, holdsAmount, type Read } from './decode-amounts.ts';
import { quotedName, shapeOf, shownName } from './describe-shape.ts';
import { furtherPages } from './further-pages.ts';
import { MAX_CURRENCIES, MAX_NAMES_BESIDE } from './limits.ts';
import { pagesByHeaders } from './pages-by-headers.ts';
import { statedFailure } from './stated-failure.ts';

export interface DecodedBalances {
  readonly balances: Balances;
  /** Names beside the balances that are no currencies, in the order of the answer: for people, bounded. */
  readonly beside: readonly string[];
}

/**
 * Decodes GET /v1/balances, whose body the reference does not show (2.4, 4.4): the plausible shapes are accepted,
 * everything else fails and names what was seen. An answer that states a failure, or that there is
 * more than it holds, says nothing of what is held: in either, "nothing listed" would be read as a withdrawal of everything.
 * Codes are compared and kept in capitals. A currency whose amounts cannot be read is unreadable by its name, alone.
 */
export function decodeBalances(
  body: unknown,
  headers: IncomingHttpHeaders = {},
  harmlessTexts: readonly string[] = [],
): Decoded<DecodedBalances> {
  const failure = statedFailure(body, 'balances', harmlessTexts);
  if (failure !== null) return { ok: false, fault: { code: 'states-failure', stated: failure } };
  const found = entriesOf(body);
  const listed = found.ok ? found.value.entries.length : 0;
  const further = furtherPages(body) ?? pagesByHeaders(headers, listed);
  if (further !== null) return { ok: false, fault: further };
  if (!found.ok) return notUnderstood(found.why, body);
  if (found.value.entries.length > MAX_CURRENCIES) {
    return notUnderstood({ code: 'too-many', most: MAX_CURRENCIES }, body);
  }
  const byCode = groupedByCode(found.value);
  if (!byCode.ok) return notUnderstood(byCode.why, body);
  const balances = emptyMap<Balances[string]>();
  const faults: BalancesFault[] = [];
  for (const [code, entries] of byCode.value) {
    const balance = balanceIn(entries);
    if (balance.ok) balances[code] = balance.value;
    else {
      const { why } = balance;
      const [name = code] = spellingsOf(entries);
      const fault: BalancesFault = { code: 'unreadable', name, why };
      if (!isSurelyCurrency(entries, found.value.areListed)) return notUnderstood(fault, body);
      faults.push(fault);
      balances[code] = { reading: 'unreadable', why };
    }
  }
  // Where no entry can be read, it is the answer that is not understood.
  const [fault] = faults;
  if (fault !== undefined && faults.length === byCode.value.size) {
    return notUnderstood(fault, body);
  }
  const beside = found.value.beside.slice(0, MAX_NAMES_BESIDE).map(([name]) => quotedName(name));
  return { ok: true, value: { balances, beside } };
}

function notUnderstood(why: BalancesFault, body: unknown): Decoded<never> {
  return { ok: false, fault: { code: 'no-balances', why, seen: shapeOf(body) } };
}

/** The entries of each currency, in the order of the answer. */
function groupedByCode({ entries, beside }: BalanceEntries): Found<ReadonlyMap<string, Entry[]>> {
  const byCode = new Map<string, Entry[]>();
  for (const entry of entries) {
    const name = entry[0].trim();
    const code = currencyCodeOf(name);
    if (!CURRENCY_CODE.test(code) || AMOUNT_NAMES.has(name)) {
      return { ok: false, why: { code: 'no-currency', name: shownName(name) } };
    }
    byCode.set(code, [...(byCode.get(code) ?? []), entry]);
  }
  // "id" may be the currency ID after all where it holds an amount.
  for (const entry of beside) {
    if (holdsAmount(entry[1])) byCode.get(currencyCodeOf(entry[0]))?.push(entry);
  }
  return { ok: true, value: byCode };
}

function balanceIn(entries: readonly Entry[]): Read<Balance> {
  const [first, other] = entries;
  if (first === undefined) return { ok: false, why: { code: 'never-stated' } };
  if (other === undefined) return decodeAmounts(first[1]);
  const spellings = spellingsOf(entries);
  return spellings.length > 1
    ? { ok: false, why: { code: 'case-alone', spellings } }
    : { ok: false, why: { code: 'twice' } };
}

/** A field in small letters that holds no amount may be anything, and so may the answer with it. */
function isSurelyCurrency(entries: readonly Entry[], areListed: boolean): boolean {
  return areListed || entries.length > 1 || entries.some(([name]) => !/[a-z]/.test(name));
}

/** As the answer writes it, each spelling once. */
function spellingsOf(entries: readonly Entry[]): string[] {
  return [...new Set(entries.map(([name]) => name.trim()))];
}
