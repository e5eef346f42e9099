import { createHash } from 'node:crypto';
import { type Break, breakId, closedBy, namedBy } from '../ledger/break.ts';
import type { Flow, FlowMovement } from '../ledger/flow.ts';
import { decimalOf, formatDecimal } from '../money/decimal-text.ts';
import { isEmpty } from '../reconciliation/flow-of.ts';
import { bookedTotal, priceIn } from '../reconciliation/reading.ts';
import { canonicalText } from '../seals/canonical-text.ts';
import type { SnapshotTaken } from '../snapshots/snapshot.ts';
import type { Instant } from '../time/instant.ts';
import { valueAtShown } from '../valuation/price-path.ts';
import { fillSumsOf } from './fill-sums.ts';
import type { PartsBefore } from './parts-before.ts';
import type {
  CurrencyStatement,
  Statement,
  StatementBalance,
  StatementMovement,
} from './statement.ts';
import type { StatementBasis } from './statement-basis.ts';
import { totalsOf, valueTieOf } from './value-tie.ts';

/** The whole basis of a month's statement. */
export interface StatementMaterial {
  readonly tenant: string;
  readonly month: string;
  readonly timeZone: string;
  readonly from: Instant;
  readonly to: Instant;
  /** The snapshot that closed the month before; of a first month, its first snapshot. */
  readonly opening: SnapshotTaken;
  readonly closing: SnapshotTaken;
  /** The month before as it is frozen: what it closed with is what this one opens with, whatever is known since. */
  readonly before?: Statement | null;
  readonly basis: StatementBasis;
  /** From the snapshots after the opening one up to the closing one, in their order. */
  readonly flows: readonly Flow[];
  /** Absent: the statement before shows no part of what this one shows. */
  readonly partsBefore?: PartsBefore;
  readonly breaks: readonly Break[];
}

/**
 * A month's statement: for each currency opening + movements = closing, to the last digit. Changes that were not
 * reconciled show as unexplained movements, never as a gap. Values are at the recorded prices of the snapshots that
 * show them, rounded half to even at 30 fraction digits; if a price is missing, or was in another reporting currency,
 * there is no value, and an item of its own makes the values add up (`valueTieOf`). Pure.
 */
export function buildStatement(material: StatementMaterial): Statement {
  const { tenant, month, timeZone, from, to, opening, closing, before, flows, basis } = material;
  const names = [
    ...[opening, closing].flatMap(({ balances }) => Object.keys(balances)),
    ...(before?.currencies ?? []).map(({ currency }) => currency),
  ];
  const currencies = [...new Set([...names, ...flows.map(({ currency }) => currency)])]
    .sort()
    .map((currency) => currencyStatement(material, currency))
    .filter(
      (each) =>
        each.movements.length > 0 || each.opening.amount !== '0' || each.closing.amount !== '0',
    );
  const { reportingCurrency } = closing.valuation;
  const totals = totalsOf(currencies);
  const fills = fillSumsOf(currencies);
  return {
    ...{ tenant, month, timeZone, from, to, reportingCurrency, basis, currencies, totals },
    ...(fills.length === 0 ? {} : { fills }),
    ...{ digest: null, frozenAt: null },
  };
}

/** The statement as it is frozen: with the moment, and the digest over everything else. */
export function frozen(statement: Statement, frozenAt: Instant): Statement {
  const { digest: _, ...rest } = { ...statement, frozenAt };
  return { ...rest, digest: digestOf(rest) };
}

/** Whether a statement still has the content that was frozen. */
export function isIntact(statement: Statement): boolean {
  // The store's mark of a later version was not part of it.
  const { digest, ...rest } = statement;
  return digest === digestOf(rest);
}

function digestOf(rest: Omit<Statement, 'digest'>): string {
  return createHash('sha256').update(canonicalText(rest)).digest('hex');
}

function currencyStatement(material: StatementMaterial, currency: string): CurrencyStatement {
  const { closing } = material;
  const { reportingCurrency } = closing.valuation;
  const first = openingOf(material, currency);
  const last = boundaryOf(closing, currency, reportingCurrency);
  const movements = movementsOf(material, currency, first, last);
  return {
    currency,
    opening: first,
    movements,
    closing: last,
    ...valueTieOf({ opening: first, movements, closing: last }),
  };
}

/** As the month before was frozen; else as its closing snapshot has it. */
function openingOf({ before, opening, closing }: StatementMaterial, currency: string) {
  const { reportingCurrency } = closing.valuation;
  if (before === null || before === undefined) {
    return boundaryOf(opening, currency, reportingCurrency);
  }
  const { snapshot, readAt } = before.basis.last;
  const found = before.currencies.find((each) => each.currency === currency)?.closing ?? {
    ...{ snapshot, readAt, amount: '0', price: null, value: '0' },
  };
  const isComparable = before.reportingCurrency === reportingCurrency || found.amount === '0';
  return isComparable ? found : { ...found, price: null, value: null };
}

/** A snapshot that does not state the currency is no boundary of it: the last one before that stated it is. */
function boundaryOf(
  snapshot: SnapshotTaken,
  currency: string,
  reportingCurrency: string,
): StatementBalance {
  const { valuation } = snapshot;
  const { scheduledFor, takenAt, total } = bookedTotal(snapshot, currency);
  const amount = formatDecimal(total);
  const isComparable = valuation.reportingCurrency === reportingCurrency;
  const price = isComparable ? priceIn(snapshot, currency) : null;
  const recorded = Object.hasOwn(valuation.values, currency)
    ? valuation.values[currency]
    : undefined;
  // An amount of zero is worth zero, whatever its price.
  const value =
    amount === '0' ? '0' : isComparable ? (recorded?.value ?? valuedAt(amount, price)) : null;
  return { snapshot: scheduledFor, readAt: takenAt, amount, price, value };
}

function movementsOf(
  { flows, partsBefore, breaks, closing }: StatementMaterial,
  currency: string,
  first: StatementBalance,
  last: StatementBalance,
): readonly StatementMovement[] {
  const byId = new Map(breaks.map((each) => [each.id, each]));
  const movements: StatementMovement[] = [];
  let balance = first.amount;
  for (const flow of flows) {
    // An interval that later knowledge emptied has the balances of before: it leads from nowhere to nowhere.
    if (flow.currency !== currency || isEmpty(flow)) continue;
    const { opening, sinceSnapshot: snapshot, sinceReadAt: readAt } = flow;
    movements.push(...unreconciled(balance, { amount: opening, snapshot, readAt, price: null }));
    const shown = shownBy(flow, byId.get(breakId(flow)), closing.valuation.reportingCurrency);
    movements.push(...shown.map((each) => withPartsBefore(each, flow, partsBefore)));
    balance = flow.closing;
  }
  movements.push(...unreconciled(balance, last));
  return movements;
}

function withPartsBefore(
  movement: StatementMovement,
  flow: Flow,
  partsBefore: PartsBefore | undefined,
): StatementMovement {
  const { instructionId } = movement;
  const count = instructionId === null ? 0 : (partsBefore?.(flow, instructionId) ?? 0);
  return count === 0 ? movement : { ...movement, partsBefore: count };
}

/** The movement between two flows that do not follow from each other: a snapshot was never reconciled. */
function unreconciled(
  before: string,
  { amount: after, snapshot, readAt: at, price }: Omit<StatementBalance, 'value'>,
): readonly StatementMovement[] {
  const amount = formatDecimal(decimalOf(after).minus(decimalOf(before)));
  if (amount === '0') return [];
  const seen = { at, snapshot, amount, price, value: valuedAt(amount, price) };
  return [{ ...NOBODY, kind: 'unexplained', ...seen, about: { code: 'not-reconciled' } }];
}

const NOBODY = { instructionId: null, askedBy: null, approvedBy: [] } as const;

function shownBy(
  flow: Flow,
  found: Break | undefined,
  reportingCurrency: string,
): readonly StatementMovement[] {
  const price = flow.reportingCurrency === reportingCurrency ? flow.price : null;
  const known = flow.movements.map((each) => knownMovement(each, flow.snapshot, price));
  return flow.unexplained === '0' ? known : [...known, unexplainedMovement(flow, found, price)];
}

function knownMovement(
  {
    kind,
    at,
    amount,
    instructionId,
    askedBy,
    approvedBy,
    about,
    reference,
    withdrawalAccountId,
    fill,
    inFlight,
  }: FlowMovement,
  snapshot: Instant,
  price: string | null,
): StatementMovement {
  return {
    kind,
    at,
    snapshot,
    amount,
    price,
    value: valuedAt(amount, price),
    instructionId,
    askedBy,
    approvedBy,
    about,
    ...(inFlight !== undefined && { inFlight }),
    ...(reference !== undefined && { reference }),
    ...(withdrawalAccountId !== undefined && { withdrawalAccountId }),
    ...(fill !== undefined && { fill }),
  };
}

/** Unexplained until a person has explained it, or a matching rule. */
function unexplainedMovement(
  { snapshot, readAt, unexplained: amount }: Flow,
  found: Break | undefined,
  price: string | null,
): StatementMovement {
  const seen = { at: readAt, snapshot, amount, price, value: valuedAt(amount, price) };
  const named = found === undefined ? null : namedBy(found);
  if (named === null) {
    const about = found === undefined ? ({ code: 'within-tolerance' } as const) : null;
    return { ...NOBODY, kind: 'unexplained', ...seen, about };
  }
  return {
    kind: amount.startsWith('-') ? 'outflow' : 'inflow',
    ...seen,
    instructionId: null,
    askedBy: named.by,
    approvedBy: closedBy(found ?? null),
    about: named.about,
  };
}

function valuedAt(amount: string, price: string | null): string | null {
  return price === null ? null : valueAtShown(amount, price);
}
