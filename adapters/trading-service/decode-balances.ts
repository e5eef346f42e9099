import type { IncomingHttpHeaders } from 'node:http';
import type { Balance, Balances } from '../../treasury/valuation/balance.ts';
import { type Decoded, emptyMap } from '../http-client/decoded.ts';
import { type BalanceEntries, type Entry, entriesOf } from './balance-entries.ts';
import { CURRENCY_CODE, currencyCodeOf } from './currency-code.ts';
import { AMOUNT_NAMES, decodeAmounts, holdsAmount } from './decode-amounts.ts';
import { describeShape, shownName } from './describe-shape.ts';
import { furtherPages } from './further-pages.ts';
import { MAX_CURRENCIES, MAX_NAMES_BESIDE } from './limits.ts';
import { pagesByHeaders } from './pages-by-headers.ts';
import { statedFailure } from './stated-failure.ts';

const ACCEPTED =
  'accepted: {"BTC": "1.5"}, {"BTC": {"total": "1.5", "available": "1"}}, [{"currency": "BTC", "total": "1.5"}], or one of these within "balances" or "data"; every amount decimal text';

export interface DecodedBalances {
  readonly balances: Balances;
  /** Names beside the balances that are no currencies, in the order of the answer: for people, bounded. */
  readonly beside: readonly string[];
}

/**
 * Decodes GET /v1/balances, whose body the reference does not show (2.4, 4.4): the plausible shapes are accepted,
 * everything else fails and names what was seen and what is accepted. An answer that states a failure, or that there is
 * more than it holds, says nothing of what is held: in either, "nothing listed" would be read as a withdrawal of everything.
 * Codes are compared and kept in capitals. A currency whose amounts cannot be read is unreadable by its name, alone.
 */
export function decodeBalances(
  body: unknown,
  headers: IncomingHttpHeaders = {},
  harmlessTexts: readonly string[] = [],
): Decoded<DecodedBalances> {
  const failure = statedFailure(body, 'balances', harmlessTexts);
  if (failure !== null) {
    return { ok: false, problem: `a 200 ${failure}`, why: 'states-failure' };
  }
  const found = entriesOf(body);
  const listed = found.ok ? found.value.entries.length : 0;
  const further = furtherPages(body) ?? pagesByHeaders(headers, listed);
  if (further !== null) return { ok: false, problem: `a 200 ${further}; all of it is needed` };
  if (!found.ok) return notUnderstood(found.problem, body);
  if (found.value.entries.length > MAX_CURRENCIES) {
    return notUnderstood(`more than ${MAX_CURRENCIES} currencies`, body);
  }
  const byCode = groupedByCode(found.value);
  if (!byCode.ok) return notUnderstood(byCode.problem, body);
  const balances = emptyMap<Balances[string]>();
  const problems: string[] = [];
  for (const [code, entries] of byCode.value) {
    const balance = balanceIn(entries);
    if (balance.ok) balances[code] = balance.value;
    else {
      const why = `${spelt(entries)}: ${balance.problem}`;
      if (!isSurelyCurrency(entries, found.value.areListed)) return notUnderstood(why, body);
      problems.push(why);
      balances[code] = { reading: 'unreadable', why };
    }
  }
  // Where no entry can be read, it is the answer that is not understood.
  const [problem] = problems;
  if (problem !== undefined && problems.length === byCode.value.size) {
    return notUnderstood(problem, body);
  }
  const beside = found.value.beside.slice(0, MAX_NAMES_BESIDE).map(([name]) => shownName(name));
  return { ok: true, value: { balances, beside } };
}

function notUnderstood(problem: string, body: unknown): Decoded<never> {
  return { ok: false, problem: `${problem}; seen: ${describeShape(body)}; ${ACCEPTED}` };
}

/** The entries of each currency, in the order of the answer. */
function groupedByCode({ entries, beside }: BalanceEntries): Decoded<ReadonlyMap<string, Entry[]>> {
  const byCode = new Map<string, Entry[]>();
  for (const entry of entries) {
    const name = entry[0].trim();
    const code = currencyCodeOf(name);
    if (!CURRENCY_CODE.test(code) || AMOUNT_NAMES.has(name)) {
      return { ok: false, problem: `${shownName(name)} is not a currency` };
    }
    byCode.set(code, [...(byCode.get(code) ?? []), entry]);
  }
  // "id" may be the currency ID after all where it holds an amount.
  for (const entry of beside) {
    if (holdsAmount(entry[1])) byCode.get(currencyCodeOf(entry[0]))?.push(entry);
  }
  return { ok: true, value: byCode };
}

function balanceIn(entries: readonly Entry[]): Decoded<Balance> {
  const [first, other] = entries;
  if (first === undefined) return { ok: false, problem: 'nothing of it' };
  if (other === undefined) return decodeAmounts(first[1]);
  const differ = new Set(entries.map(([name]) => name.trim())).size > 1;
  return { ok: false, problem: differ ? 'they differ by case alone' : 'it is there twice' };
}

/** A field in small letters that holds no amount may be anything, and so may the answer with it. */
function isSurelyCurrency(entries: readonly Entry[], areListed: boolean): boolean {
  return areListed || entries.length > 1 || entries.some(([name]) => !/[a-z]/.test(name));
}

/** As the answer writes it, each spelling once. */
function spelt(entries: readonly Entry[]): string {
  return [...new Set(entries.map(([name]) => name.trim()))].join(' and ');
}
