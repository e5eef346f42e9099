import type { Instruction } from '../../../treasury/instructions/instruction.ts';
import { epochMsOf } from '../../../treasury/time/instant.ts';
import { REPORTING_CURRENCY } from '../reporting-currency.ts';
import type { SimulatedService } from '../service/service.ts';
import type { SimulatedTable } from '../table.ts';
import { textOf, unitsOf } from '../units.ts';
import type { Violation } from '../violation.ts';
import type { ReferenceModel } from './reference-model.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const UNIT = 10n ** 8n;

/** The most that a sender's clock may be behind (assumption 9). */
const CLOCK_MS = 60_000;

export interface OutflowBooks {
  readonly service: SimulatedService;
}

type Withdrawal = Instruction & { readonly content: { readonly kind: 'withdrawal' } };

/**
 * What the policy says of everything that leaves, at the very moment of a claim: by the oracle's own list of claims, and by
 * the true books of the service, less what is claimed and not executed yet. Values are by the true prices so far, those that
 * favour the claim: whatever the service told, and whatever stands in a snapshot.
 */
export function outflowViolation(
  table: SimulatedTable,
  reference: ReferenceModel,
  { service }: OutflowBooks,
  instruction: Withdrawal,
): Violation | null {
  const { controls } = table;
  if (controls === null) return null;
  const least = (currency: string) => priceIn(service, currency, 'least');
  const limits = limitsOn(table, instruction, least);
  for (const { whose, windowMs, cap, units } of limits) {
    const atMs = claimedMs(instruction);
    const spent = reference
      .debitsOf(whose)
      .filter((debit) => debit.atMs > atMs - windowMs)
      .reduce((sum, debit) => sum + debit.units, units);
    if (spent <= unitsOf(cap)) continue;
    const message = `with ${instruction.id} ${textOf(spent)} of ${cap} have left in ${windowMs / HOUR_MS} h (${whose})`;
    return { code: 'over-outflow-limit', message };
  }
  return instruction.origin.kind === 'sweep' && service.nowMs < neverSentFrom(instruction)
    ? floorViolation(table, reference, { service }, instruction)
    : null;
}

/** A process may stop between its last look at the clock and its claim: it is never sent then, so it takes nothing. */
function neverSentFrom(instruction: Withdrawal): number {
  return epochMsOf(claimOf(instruction).sendBy) + CLOCK_MS;
}

interface Counted {
  readonly whose: string;
  readonly windowMs: number;
  readonly cap: string;
  readonly units: bigint;
}

function limitsOn(
  table: SimulatedTable,
  instruction: Withdrawal,
  price: (currency: string) => bigint,
): readonly Counted[] {
  const { content } = instruction;
  const account = table.account(content.withdrawalAccountId);
  const { per24Hours, counterparties = [] } = table.controls?.withdrawalLimits ?? {};
  const theirs = counterparties.find(({ name }) => name === account?.counterparty);
  const { oneAbove, twoAbove } = table.controls?.approvalTiers ?? {};
  const people = peopleBehind(instruction);
  const amount = unitsOf(content.amount);
  const value = (amount * price(content.currency)) / UNIT;
  const limit = (whose: string, units: bigint, windowMs: number, cap: string | undefined) =>
    cap === undefined ? [] : [{ whose, units, windowMs, cap }];
  const own = toAccount(content.withdrawalAccountId);
  const of = toCounterparty(account?.counterparty ?? '');
  return [
    ...limit(own, amount, DAY_MS, account?.limits?.per24Hours),
    ...limit(own, amount, 30 * DAY_MS, account?.limits?.per30Days),
    ...limit(own, amount, Number.POSITIVE_INFINITY, account?.limits?.lifetime),
    ...limit(of, value, DAY_MS, theirs?.per24Hours),
    ...limit(of, value, 30 * DAY_MS, theirs?.per30Days),
    ...limit(EVERYTHING, value, DAY_MS, per24Hours),
    ...limit(BY_NOBODY, value, DAY_MS, people === 0 ? oneAbove : undefined),
    ...limit(BY_FEWER_THAN_TWO, value, DAY_MS, people < 2 ? twoAbove : undefined),
  ];
}

/** The books of the service, less everything that is claimed and may still be executed, must stay above both floors. */
function floorViolation(
  { controls }: SimulatedTable,
  reference: ReferenceModel,
  { service }: OutflowBooks,
  { id, content }: Withdrawal,
): Violation | null {
  const floor = controls?.liquidityFloor;
  if (floor === undefined) return null;
  const held = new Map(service.balances);
  const take = (currency: string, units: bigint) =>
    held.set(currency, (held.get(currency) ?? 0n) - units);
  take(content.currency, unitsOf(content.amount));
  for (const [other, { withdrawal }] of reference.claims) {
    if (withdrawal === null || other === id || service.executionsOf(other).length > 0) continue;
    if (!service.mayStillExecute(other)) continue;
    take(withdrawal.currency, unitsOf(withdrawal.amount));
  }
  for (const currency of held.keys()) take(currency, -service.takenByOthersLately(currency));
  const books = [...held].map(([currency, units]) => `${textOf(units)} ${currency}`).join(', ');
  const own = floor.currencies?.[content.currency];
  if (own !== undefined && (held.get(content.currency) ?? 0n) < unitsOf(own)) {
    const message = `${id} leaves ${books}; the floor is ${own} ${content.currency}`;
    return { code: 'below-floor', message };
  }
  if (floor.total === undefined) return null;
  const worthOf = (flows: Iterable<readonly [string, bigint]>) =>
    [...flows].reduce(
      (sum, [currency, units]) => sum + (units * priceIn(service, currency, 'most')) / UNIT,
      0n,
    );
  // A trade is bound by no floor: what it lost by its price since the balances were read is no claim's.
  const lost = service
    .tradedLately()
    .map(({ flows }) => worthOf(flows))
    .reduce((sum, gained) => (gained < 0n ? sum - gained : sum), 0n);
  const worth = worthOf(held) + lost;
  if (worth >= unitsOf(floor.total)) return null;
  const message = `${id} leaves ${books}, worth ${textOf(worth)}; the floor is ${floor.total} of everything`;
  return { code: 'below-floor', message };
}

/** Notes a claim of a withdrawal under every name that a limit may count it by. */
export function noteOutflow(
  table: SimulatedTable,
  reference: ReferenceModel,
  { service }: OutflowBooks,
  instruction: Withdrawal,
): void {
  const { id: instructionId, content } = instruction;
  const atMs = claimedMs(instruction);
  const account = table.account(content.withdrawalAccountId);
  const units = unitsOf(content.amount);
  const value = (units * priceIn(service, content.currency, 'least')) / UNIT;
  const note = (whose: string, counted: bigint) =>
    reference.debits.set(whose, [
      ...reference.debitsOf(whose),
      { instructionId, atMs, units: counted },
    ]);
  note(toAccount(content.withdrawalAccountId), units);
  note(EVERYTHING, value);
  const people = peopleBehind(instruction);
  if (people === 0) note(BY_NOBODY, value);
  if (people < 2) note(BY_FEWER_THAN_TWO, value);
  if (account?.counterparty !== undefined) note(toCounterparty(account.counterparty), value);
}

/** Names in the oracle's books that no rule can have. */
const EVERYTHING = 'everything that leaves';
const BY_NOBODY = 'what no person approved';
const BY_FEWER_THAN_TWO = 'what fewer than two people approved';
const toAccount = (id: string) => `to account ${id}`;
const toCounterparty = (name: string) => `to counterparty ${name}`;

function claimedMs(instruction: Withdrawal): number {
  return epochMsOf(claimOf(instruction).claimedAt);
}

function claimOf({ status }: Withdrawal) {
  if (status.state !== 'sending') throw new Error('only a claim is counted');
  return status.claim;
}

/** A claim counts what fewer than two people approved. */
function peopleBehind(instruction: Withdrawal): number {
  const kinds = new Map(
    (claimOf(instruction).debits ?? []).map(({ counter }) => [counter.kind, counter.of]),
  );
  return Number(kinds.get('approved-by') ?? (kinds.has('unapproved') ? 0 : 2));
}

/** Units of the reporting currency in a cent. */
const CENT = UNIT / 100n;

/** Units of the reporting currency per unit, by the true prices so far: the one that favours what is judged. */
function priceIn(service: SimulatedService, currency: string, which: 'least' | 'most'): bigint {
  if (currency === REPORTING_CURRENCY) return UNIT;
  const range = service.rangeOf(`${currency}/${REPORTING_CURRENCY}`);
  if (range === null) return 0n;
  return BigInt(which === 'least' ? range.lowest - 1 : range.highest + 1) * CENT;
}
