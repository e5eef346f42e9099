import { isDeepStrictEqual } from 'node:util';
import type { Debit } from '../../../treasury/counters/counter.ts';
import { currenciesOf, type Instruction } from '../../../treasury/instructions/instruction.ts';
import { haltOf } from '../../../treasury/policy/halt-state.ts';
import { epochMsOf, type Instant } from '../../../treasury/time/instant.ts';
import type { SimulatedTable } from '../table.ts';
import { textOf, unitsOf, wholeUnitsOf } from '../units.ts';
import type { Violation } from '../violation.ts';
import { limitUnits, type TruePrices } from './limits.ts';
import type { ReferenceModel } from './reference-model.ts';

const HOUR_MS = 3_600_000;
const WINDOWS = [
  ['per24Hours', 24 * HOUR_MS],
  ['per30Days', 30 * 24 * HOUR_MS],
] as const;

/**
 * What must be true at the very moment at which a claim is committed, looked up in the table itself and
 * in the oracle's own books, not in the conditions that were to make sure of it.
 */
export function claimViolation(
  table: SimulatedTable,
  reference: ReferenceModel,
  instruction: Instruction,
  prices: TruePrices | null,
): Violation | null {
  const { id, content, status } = instruction;
  if (status.state !== 'sending') return null;
  if (reference.claims.has(id)) return { code: 'claimed-twice', message: `${id} is claimed again` };
  return (
    modeViolation(table, instruction) ??
    forgeryViolation(table, instruction) ??
    (content.kind === 'withdrawal'
      ? destinationViolation(table, id, content, status.claim.claimedAt)
      : null) ??
    budgetViolation(table, reference, instruction, prices) ??
    countViolation(table, reference, instruction) ??
    tradeLimitViolation(table, reference, instruction)
  );
}

function modeViolation(table: SimulatedTable, { id, content }: Instruction): Violation | null {
  const { controls, halt } = table;
  for (const currency of currenciesOf(content)) {
    if (haltOf(halt, currency) !== null) {
      const message = `${id} is claimed while ${currency} is halted, generation ${halt.generation}`;
      return { code: 'claimed-after-halt', message };
    }
    const own = controls?.currencyModes[currency] ?? 'live';
    if (controls?.mode !== 'live' || own !== 'live') {
      const message = `${id} is claimed while ${currency} is ${controls?.mode ?? 'disarmed'}/${own}`;
      return { code: 'claimed-after-halt', message };
    }
    if (table.lane(currency)?.epoch !== table.epoch) {
      const message = `${id} is claimed on a lane of another table`;
      return { code: 'claimed-unarmed', message };
    }
  }
  return null;
}

/**
 * Nothing is claimed as an intruder with write access to the table would have it. What they make of rules and calendars shows in
 * what leaves, which is judged by those that people agreed to.
 */
function forgeryViolation(
  table: SimulatedTable,
  { id, origin, content }: Instruction,
): Violation | null {
  const was = table.beforeForgery(id);
  const isForged =
    was !== null &&
    !(isDeepStrictEqual(was.content, content) && isDeepStrictEqual(was.origin, origin));
  return isForged
    ? { code: 'claimed-as-forged', message: `${id} is claimed as it was forged` }
    : null;
}

function destinationViolation(
  table: SimulatedTable,
  id: string,
  content: { readonly withdrawalAccountId: string; readonly currency: string },
  at: Instant,
): Violation | null {
  const account = table.account(content.withdrawalAccountId);
  const { usableFrom = '' } = account ?? {};
  const fits = account?.status === 'active' && account.currency === content.currency;
  if (fits && usableFrom <= at) return null;
  const seen =
    account === null
      ? 'not registered'
      : `${account.status}, for ${account.currency}, usable from ${usableFrom}`;
  return { code: 'wrong-destination', message: `${id} is claimed for an account that is ${seen}` };
}

const NO_PRICES: TruePrices = { rangeOf: () => null };

/** Every debit that was not given back counts in full, whatever became of its request. */
function budgetViolation(
  table: SimulatedTable,
  reference: ReferenceModel,
  instruction: Instruction,
  prices: TruePrices | null,
): Violation | null {
  const { id, origin, content, conversion, status } = instruction;
  if (origin.kind !== 'sweep' || status.state !== 'sending') return null;
  const rule = table.agreedRule(origin.ruleId);
  if (rule === null || !rule.enabled || rule.version !== origin.ruleVersion) {
    return { code: 'rule-changed', message: `${id} is claimed, and its rule is another by now` };
  }
  const atMs = epochMsOf(status.claim.claimedAt);
  for (const [name, windowMs] of WINDOWS) {
    const cap = rule.budgets[name];
    if (cap === undefined) continue;
    const spent = reference
      .debitsOf(rule.id)
      .filter((debit) => debit.atMs > atMs - windowMs)
      .reduce((sum, { units }) => sum + units, unitsOf((conversion ?? content).amount));
    const most = limitUnits(cap, 'cap', rule.currency, prices ?? NO_PRICES);
    if (spent > most) {
      const message = `with ${id} ${textOf(spent)} of the ${textOf(most)} ${name} of ${rule.id} are spoken for`;
      return { code: 'over-budget', message };
    }
  }
  return null;
}

/** Withdrawals are counted one by one: what was not executed in part has left as one all the same. */
function countViolation(
  table: SimulatedTable,
  reference: ReferenceModel,
  { id, origin, status }: Instruction,
): Violation | null {
  if (origin.kind !== 'sweep' || status.state !== 'sending') return null;
  const most = table.agreedRule(origin.ruleId)?.withdrawalsPer24Hours;
  if (most === undefined) return null;
  const fromMs = epochMsOf(status.claim.claimedAt) - 24 * HOUR_MS;
  const left = reference.debitsOf(origin.ruleId).filter(({ atMs }) => atMs > fromMs).length + 1;
  if (left <= most) return null;
  const message = `${id} is withdrawal ${left} of at most ${most} of ${origin.ruleId} in 24 h`;
  return { code: 'over-withdrawals', message };
}

/** The rolling limits of trades, of everybody and of the one who asked; a rounding in our favour. */
function tradeLimitViolation(
  { controls }: SimulatedTable,
  reference: ReferenceModel,
  { id, status }: Instruction,
): Violation | null {
  const debit = status.state === 'sending' ? tradeDebitOf(status.claim) : undefined;
  if (debit === undefined) return null;
  const { total, person } = controls?.trades.per24Hours ?? {};
  const fromMs = epochMsOf(debit.at) - 24 * HOUR_MS;
  const limits = [
    [EVERYBODYS_TRADES, total],
    [tradesOf(debit.counter.of), person],
  ] as const;
  for (const [whose, cap] of limits) {
    if (cap === undefined) continue;
    const traded = reference
      .debitsOf(whose)
      .filter(({ atMs }) => atMs > fromMs)
      .reduce((sum, { units }) => sum + units, wholeUnitsOf(debit.amount));
    if (traded <= unitsOf(cap)) continue;
    const message = `with ${id} ${textOf(traded)} of ${cap} are traded (${whose})`;
    return { code: 'over-trade-limit', message };
  }
  return null;
}

/** Keys of the oracle's books that no rule can have. */
const EVERYBODYS_TRADES = 'trades of everybody';

function tradesOf(user: string): string {
  return `trades of ${user}`;
}

/** Notes a claim in the oracle's books. */
export function noteClaim(
  table: SimulatedTable,
  reference: ReferenceModel,
  { id, origin, content, conversion, status }: Instruction,
): void {
  if (status.state !== 'sending') return;
  const rule = origin.kind === 'sweep' ? table.agreedRule(origin.ruleId) : null;
  const withdrawal = content.kind === 'withdrawal' ? content : null;
  reference.claims.set(id, { sendBy: status.claim.sendBy, rule, withdrawal });
  noteTrade(reference, id, tradeDebitOf(status.claim));
  if (origin.kind !== 'sweep') return;
  const atMs = epochMsOf(status.claim.claimedAt);
  const debit = { instructionId: id, atMs, units: unitsOf((conversion ?? content).amount) };
  reference.latestMs.set(origin.ruleId, Math.max(atMs, reference.latestMs.get(origin.ruleId) ?? 0));
  reference.debits.set(origin.ruleId, [...reference.debitsOf(origin.ruleId), debit]);
}

/** Of a trade: what it takes from the limit of whoever asked for it. */
function tradeDebitOf({ debits = [] }: { readonly debits?: readonly Debit[] }): Debit | undefined {
  return debits.find(({ counter }) => counter.kind === 'trader');
}

function noteTrade(
  reference: ReferenceModel,
  instructionId: string,
  debit: Debit | undefined,
): void {
  if (debit === undefined) return;
  const noted = { instructionId, atMs: epochMsOf(debit.at), units: wholeUnitsOf(debit.amount) };
  for (const whose of [EVERYBODYS_TRADES, tradesOf(debit.counter.of)]) {
    reference.debits.set(whose, [...reference.debitsOf(whose), noted]);
  }
}
