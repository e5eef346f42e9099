import { createHash } from 'node:crypto';
import { Decimal } from '../money/decimal.ts';
import { decimalOf, formatDecimal } from '../money/decimal-text.ts';
import { canonicalText } from '../seals/canonical-text.ts';
import type { Instant } from '../time/instant.ts';
import { bookingDays, bookingPeriod } from './booking-days.ts';
import {
  mayStillChange,
  movementHappening,
  referencesOf,
  revaluationHappening,
} from './entry-references.ts';
import {
  type BookedAgainst,
  counterAccount,
  type GeneralLedger,
  holdingsCode,
  revaluationAccount,
} from './general-ledger.ts';
import type { FactsById } from './instruction-facts.ts';
import { descriptionOf, explanationOf } from './shown-movement.ts';
import type {
  CurrencyStatement,
  MovementKind,
  ReconcilingKind,
  Statement,
  StatementMovement,
} from './statement.ts';

/** holding: what is held at the service. counter: where it came from or went to. */
export type JournalSide = 'holding' | 'counter';

/** One line of an entry. An entry has two: what one debits, the other credits. */
export interface JournalLine {
  /** The entry's reference: that of the same movement in the bank statements. */
  readonly entry: string;
  /** The day of the booking, in the statement's time zone. */
  readonly date: string;
  readonly kind: MovementKind | ReconcilingKind | 'revaluation';
  readonly side: JournalSide;
  /** The account of the general ledger. */
  readonly account: string;
  readonly isSuspense: boolean;
  /** Of a month that is not frozen: it may still become another entry, and is not to be booked yet. */
  readonly isPending: boolean;
  readonly currency: string;
  /** Native amounts, decimal text, exact; both null for a revaluation, which moves none. One of the two is null otherwise. */
  readonly debit: string | null;
  readonly credit: string | null;
  /** The same in the reporting currency, exact; null without a price. */
  readonly debitValue: string | null;
  readonly creditValue: string | null;
  readonly instructionId: string | null;
  readonly withdrawalAccountId: string | null;
  readonly matchingRuleId: string | null;
  readonly reference: string | null;
  readonly description: string | null;
  /** Of a movement's value: the rate in it, and, in a currency that was asked for, its path, or why there is none. */
  readonly valued: Pick<StatementMovement, 'manualRate' | 'valuedBy' | 'unvaluedBecause'> | null;
}

/** How the journal of a currency leads from its opening to its closing balance. */
export interface JournalBalance {
  readonly currency: string;
  /** The account that stands for what is held. */
  readonly account: string;
  readonly opening: string;
  readonly debits: string;
  readonly credits: string;
  readonly closing: string;
  /**
   * In the reporting currency, revaluation and reconciling items included; a balance without a value is null, and counts as
   * nothing. All null where those are not booked.
   */
  readonly openingValue: string | null;
  readonly debitsValue: string | null;
  readonly creditsValue: string | null;
  readonly closingValue: string | null;
}

/** All lines on one account in one currency. */
export interface JournalAccount {
  readonly account: string;
  readonly currency: string;
  readonly isSuspense: boolean;
  readonly lines: number;
  readonly debits: string;
  readonly credits: string;
  /** Of the lines that have a value; `unvalued` counts the others. */
  readonly debitsValue: string;
  readonly creditsValue: string;
  readonly unvalued: number;
}

export interface Journal {
  readonly tenant: string;
  readonly month: string;
  readonly timeZone: string;
  readonly reportingCurrency: string;
  /** Digest of the statement that it ties to; null before that is frozen, and in another currency than it was recorded in. */
  readonly statementDigest: string | null;
  /** Where its opening balances come from: of a month that is not frozen, they may still change. */
  readonly opening: Statement['basis']['opening'];
  /** The rates in its values; and what it was recorded in, where values are in another currency. */
  readonly marks: Pick<Statement, 'manualRates' | 'recordedIn' | 'refusedRates'>;
  /** SHA-256 over the codes that it was made with: another one names other accounts for the same amounts. */
  readonly codesDigest: string;
  readonly lines: readonly JournalLine[];
  readonly balances: readonly JournalBalance[];
  readonly accounts: readonly JournalAccount[];
}

/** What a journal is made of. */
export interface JournalMaterial {
  readonly statement: Statement;
  readonly ledger: GeneralLedger;
  readonly facts: FactsById;
  /** Whether the effect of prices is booked. Without it, values do not tie to the statement; amounts do. */
  readonly revaluation: boolean;
  /** The end of the booking days of a month that goes on. */
  readonly createdAt: Instant;
}

/**
 * A month's double entries: per currency, debits are credits to the last digit, and opening + journal = closing on the
 * account of what is held. Pure.
 */
export function journalOf(material: JournalMaterial): Journal {
  const { statement, ledger } = material;
  const { tenant, month, timeZone, reportingCurrency, digest, ...rest } = statement;
  const { manualRates, recordedIn, refusedRates } = rest;
  const lines = linesOf(material);
  const balances = statement.currencies.map((each) => balanceOf(each, lines, material));
  const codesDigest = createHash('sha256')
    .update(
      canonicalText({
        codes: ledger.codes,
        accounts: Object.fromEntries(ledger.accounts),
        classes: Object.fromEntries(ledger.classes),
      }),
    )
    .digest('hex');
  return {
    ...{ tenant, month, timeZone, reportingCurrency, statementDigest: digest, codesDigest },
    opening: statement.basis.opening,
    marks: {
      ...(manualRates === undefined ? {} : { manualRates }),
      ...(recordedIn === undefined ? {} : { recordedIn }),
      ...(refusedRates === undefined ? {} : { refusedRates }),
    },
    lines,
    balances,
    accounts: accountsOf(lines),
  };
}

/** What an entry of a journal books, before it has its reference. */
interface Booking {
  readonly happening: readonly string[];
  readonly currency: string;
  readonly kind: JournalLine['kind'];
  readonly booked: Instant | null;
  /** Signed: what comes in is positive. */
  readonly amount: string | null;
  readonly value: string | null;
  readonly against: BookedAgainst;
  readonly movement: StatementMovement | null;
}

function linesOf(material: JournalMaterial): readonly JournalLine[] {
  const { statement, createdAt } = material;
  const bookings = statement.currencies.flatMap((each) => bookingsOf(each, material));
  const references = referencesOf(statement, bookings);
  const dayOf = bookingDays(statement.timeZone, bookingPeriod(statement, createdAt));
  return bookings.flatMap((booking, index) => {
    const labels = { entry: references[index] ?? '', date: dayOf(booking.booked, 'within') };
    return (['holding', 'counter'] as const).map((side) => lineOf(booking, side, labels, material));
  });
}

function bookingsOf(
  { currency, movements, revaluation, reconciling }: CurrencyStatement,
  { statement, ledger, facts, revaluation: isRevalued }: JournalMaterial,
): readonly Booking[] {
  const moved = movements.map((movement): Booking => {
    const { kind, snapshot, amount, value, instructionId } = movement;
    const known = instructionId === null ? undefined : facts.get(instructionId);
    return {
      ...{ currency, kind, amount, value, movement, booked: snapshot },
      happening: movementHappening(currency, movement),
      against: counterAccount(ledger, movement, known),
    };
  });
  const { kind, value } = reconciling ?? {
    kind: 'revaluation' as const,
    value: revaluation ?? '0',
  };
  if (!isRevalued || decimalOf(value).isZero()) return moved;
  const effect: Booking = {
    ...{ currency, kind, booked: null, amount: null, value },
    happening: revaluationHappening(currency, statement),
    against: revaluationAccount(ledger),
    movement: null,
  };
  return [...moved, effect];
}

function lineOf(
  { currency, kind, amount, value, against, movement }: Booking,
  side: JournalSide,
  labels: Pick<JournalLine, 'entry' | 'date'>,
  { statement, ledger, facts }: JournalMaterial,
): JournalLine {
  const { code, isSuspense } = against;
  const isHolding = side === 'holding';
  // A price is positive, so a value goes the way of its amount, also where it is worth nothing.
  const isDebit = isHolding !== decimalOf(amount ?? value ?? '0').isNegative();
  const [own, worth] = [sidesOf(amount, isDebit), sidesOf(value, isDebit)];
  const id = movement?.instructionId ?? null;
  const known = id === null ? undefined : facts.get(id);
  return {
    ...labels,
    kind,
    side,
    account: isHolding ? holdingsCode(ledger, currency) : code,
    isSuspense: !isHolding && isSuspense,
    isPending: mayStillChange(movement, statement),
    currency,
    ...own,
    debitValue: worth.debit,
    creditValue: worth.credit,
    instructionId: id,
    withdrawalAccountId: movement?.withdrawalAccountId ?? known?.withdrawalAccountId ?? null,
    matchingRuleId: explanationOf(movement?.about ?? null)?.ruleId ?? null,
    reference: movement?.reference ?? null,
    description: movement === null ? null : descriptionOf(movement),
    valued: movement,
  };
}

const NEITHER = { debit: null, credit: null } as const;

/** What comes in debits what is held, and credits where it came from. */
function sidesOf(signed: string | null, isDebit: boolean) {
  if (signed === null) return NEITHER;
  const amount = formatDecimal(decimalOf(signed).abs());
  return isDebit ? { debit: amount, credit: null } : { debit: null, credit: amount };
}

/** @throws if the lines do not lead from the opening to the closing balance: a defect, and no journal. */
function balanceOf(
  { currency, opening, closing }: CurrencyStatement,
  lines: readonly JournalLine[],
  { ledger, revaluation: isRevalued }: JournalMaterial,
): JournalBalance {
  const own = lines.filter((line) => line.currency === currency);
  const held = own.filter(({ side }) => side === 'holding');
  const against = own.filter(({ side }) => side === 'counter');
  const [debits, credits] = [sum(held, 'debit'), sum(held, 'credit')];
  const reached = decimalOf(opening.amount).plus(debits).minus(credits);
  const isBalanced = debits.equals(sum(against, 'credit')) && credits.equals(sum(against, 'debit'));
  if (!isBalanced || !reached.equals(decimalOf(closing.amount))) {
    throw new Error(
      `the journal of ${currency} does not tie: ${formatDecimal(reached)} is reached`,
    );
  }
  return {
    currency,
    account: holdingsCode(ledger, currency),
    opening: opening.amount,
    debits: formatDecimal(debits),
    credits: formatDecimal(credits),
    closing: closing.amount,
    openingValue: isRevalued ? opening.value : null,
    debitsValue: isRevalued ? formatDecimal(sum(held, 'debitValue')) : null,
    creditsValue: isRevalued ? formatDecimal(sum(held, 'creditValue')) : null,
    closingValue: isRevalued ? closing.value : null,
  };
}

type AmountField = 'debit' | 'credit' | 'debitValue' | 'creditValue';

function sum(lines: readonly JournalLine[], field: AmountField): Decimal {
  return lines.reduce((total, line) => total.plus(decimalOf(line[field] ?? '0')), new Decimal(0));
}

/** By account, then by currency. */
function accountsOf(lines: readonly JournalLine[]): readonly JournalAccount[] {
  const groups = Map.groupBy(lines, ({ account, currency, isSuspense }) =>
    JSON.stringify([account, currency, isSuspense]),
  );
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, group]) => {
      const [first] = group;
      if (first === undefined) return [];
      const { account, currency, isSuspense } = first;
      const unvalued = group.filter((line) => (line.debitValue ?? line.creditValue) === null);
      return [
        {
          ...{ account, currency, isSuspense, lines: group.length },
          debits: formatDecimal(sum(group, 'debit')),
          credits: formatDecimal(sum(group, 'credit')),
          debitsValue: formatDecimal(sum(group, 'debitValue')),
          creditsValue: formatDecimal(sum(group, 'creditValue')),
          unvalued: unvalued.length,
        },
      ];
    });
}
