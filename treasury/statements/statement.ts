import * as z from 'zod/mini';
import { auditHeadSchema } from '../audit/audit-entry.ts';
import { actorSchema } from '../facts/actor.ts';
import { movementFactSchema } from '../facts/movement-facts.ts';
import { movementFillSchema } from '../ledger/movement-fill.ts';
import { decimalText } from '../money/decimal-text.ts';
import { tradeFeeSchema } from '../outcomes/outcome.ts';
import { refusedRateSchema, usedRateSchema } from '../policy/used-rate.ts';
import { record, type Stored } from '../records/record.ts';
import { UNVALUED_REASONS } from '../report-values/unvalued-reason.ts';
import { instant } from '../time/instant-schema.ts';
import { statementBasisSchema } from './statement-basis.ts';

/** How a value in a currency that was asked for came about, or why there is none: never in what is frozen. */
const valuedInFields = {
  /** The path of prices behind it; "manual" with a manual rate in it. */
  valuedBy: z.exactOptional(
    record(() => ({
      path: z.enum(['same', 'direct', 'inverse', 'crossed', 'manual']),
      instruments: z.array(z.string()),
    })),
  ),
  unvaluedBecause: z.exactOptional(z.enum(UNVALUED_REASONS)),
};

const statementBalanceSchema = record(() => ({
  /** Tick of the snapshot and the moment its balances were read. */
  snapshot: instant,
  readAt: instant,
  /** Native amount, decimal text, exact. */
  amount: decimalText,
  /** Reporting currency per unit as recorded by that snapshot; null without a price path. */
  price: z.nullable(decimalText),
  /** In the reporting currency, decimal text as the snapshot has it; null without a price. */
  value: z.nullable(decimalText),
  /** Set if a manual rate is in the price. */
  manualRate: z.exactOptional(usedRateSchema),
  ...valuedInFields,
}));

/** A balance at a boundary of the statement: that of the last snapshot whose tick lies before it; at the
 * beginning of a first month, that of its first snapshot. */
export type StatementBalance = Stored<typeof statementBalanceSchema>;

/** Why a balance moved. A movement that no instruction accounts for is unexplained until a person explains it. */
export const MOVEMENT_KINDS = ['withdrawal', 'trade', 'inflow', 'outflow', 'unexplained'] as const;
export type MovementKind = (typeof MOVEMENT_KINDS)[number];

export const statementMovementSchema = record(() => ({
  kind: z.enum(MOVEMENT_KINDS),
  /**
   * When it was confirmed (instructions; if one was settled later: when it was claimed) or first seen (everything
   * else).
   */
  at: instant,
  /** Tick of the snapshot that first shows it; its prices value the movement. */
  snapshot: instant,
  /** Signed native amount, decimal text: incoming amounts are positive. */
  amount: decimalText,
  price: z.nullable(decimalText),
  /** Signed, in the reporting currency; null without a price. */
  value: z.nullable(decimalText),
  /** Set if a manual rate is in the price. */
  manualRate: z.exactOptional(usedRateSchema),
  ...valuedInFields,
  /** Set while the outcome of the request is not known, although the balances show it already. */
  inFlight: z.exactOptional(z.literal(true)),
  /** For withdrawals and trades. */
  instructionId: z.nullable(z.string()),
  /** Whoever asked for it; of a difference, whoever explained it. */
  askedBy: z.nullable(actorSchema),
  /** Whoever approved it; of a difference, whoever closed it. */
  approvedBy: z.array(actorSchema),
  /** Null: of a difference that is not explained. */
  about: z.nullable(movementFactSchema),
  /** For withdrawals and trades that have one: the caller's own word for the request. */
  reference: z.exactOptional(z.string()),
  /** Of a withdrawal: the registered account that it went to. */
  withdrawalAccountId: z.exactOptional(z.string()),
  /** Of an instruction booked in parts: those that the statement before shows in the same month of UTC, where there are any. */
  partsBefore: z.exactOptional(z.int().check(z.positive())),
  /** Of a trade that says what was executed, where it first shows. */
  fill: z.exactOptional(movementFillSchema),
}));

/** One movement of one currency, placed in the interval between two snapshots that shows it. */
export type StatementMovement = Stored<typeof statementMovementSchema>;

/** Why the value of a currency moved by more than can be told to be movements and prices. */
export const RECONCILING_KINDS = [
  'enters-valuation',
  'leaves-valuation',
  'movements-without-price',
  'outside-valuation',
] as const;
export type ReconcilingKind = (typeof RECONCILING_KINDS)[number];

export const currencyStatementSchema = record(() => ({
  currency: z.string(),
  opening: statementBalanceSchema,
  movements: z.array(statementMovementSchema),
  closing: statementBalanceSchema,
  /** Closing value - opening value - values of the movements: the effect of prices. Null if one is unknown. */
  revaluation: z.nullable(decimalText),
  /** The same where one is unknown and counts as nothing: what makes the values add up, by its name. Absent: all are known. */
  reconciling: z.exactOptional(
    record(() => ({ kind: z.enum(RECONCILING_KINDS), value: decimalText })),
  ),
}));

/** opening + movements = closing, to the last digit, for each currency. */
export type CurrencyStatement = Stored<typeof currencyStatementSchema>;

export const currencyStatementsSchema = z.array(currencyStatementSchema);

const fillSumSchema = record(() => ({
  instrument: z.string(),
  side: z.enum(['buy', 'sell']),
  trades: z.int(),
  /** Sums of what was executed, decimal text, without fees. */
  base: decimalText,
  quote: decimalText,
  /** In the quote currency; less than zero where the fills were better than decided. */
  slippage: decimalText,
  /** By currency. */
  fees: z.array(tradeFeeSchema),
  /** Trades whose fees the service does not name: they may have had some. */
  withoutFees: z.int(),
}));

/** What the trades of one instrument and side were filled at in a month. */
export type FillSum = Stored<typeof fillSumSchema>;

/** A statement without its currencies, which lie beside it in parts. */
export const statementHeadSchema = record(() => ({
  tenant: z.string(),
  /** YYYY-MM. */
  month: z.string(),
  /** IANA name; its midnights bound the month. */
  timeZone: z.string(),
  /** From inclusive, to exclusive. */
  from: instant,
  to: instant,
  reportingCurrency: z.string(),
  /** What it rests on. */
  basis: statementBasisSchema,
  /**
   * Sums of all currencies: opening + movements + revaluation + reconciling = closing. What has no value counts as nothing;
   * `unvalued` names the currencies with such a balance or movement.
   */
  totals: record(() => ({
    opening: decimalText,
    movements: decimalText,
    revaluation: decimalText,
    reconciling: decimalText,
    closing: decimalText,
    unvalued: z.array(z.string()),
  })),
  /** Of the trades with a fill; absent if there are none. */
  fills: z.exactOptional(z.array(fillSumSchema)),
  /** The manual rates in its values, each in the version that was in force; absent: none. */
  manualRates: z.exactOptional(z.array(usedRateSchema)),
  /** Rates that would value what has no value, and are not what Sluice wrote: never in what is frozen. */
  refusedRates: z.exactOptional(z.array(refusedRateSchema)),
  /** Set where it is valued in another currency than it was recorded in: never in what is frozen. */
  recordedIn: z.exactOptional(
    record(() => ({ reportingCurrency: z.string(), digest: z.nullable(z.string()) })),
  ),
  /** SHA-256, hex, of the canonical text of the rest; null while the month is open. */
  digest: z.nullable(z.string()),
  frozenAt: z.nullable(instant),
}));

/** The same as the ledger holds it, with the end of the audit chain that names its digest: no part of what is frozen. */
export const storedStatementHeadSchema = record(() => ({
  ...statementHeadSchema.shape,
  /** Absent of made-up history. */
  chained: z.exactOptional(auditHeadSchema),
}));
export type StoredStatementHead = Stored<typeof storedStatementHeadSchema>;

export const statementSchema = record(() => ({
  ...statementHeadSchema.shape,
  currencies: currencyStatementsSchema,
}));

/** One month of one tenant. Frozen once the month is closed: `digest` is over everything else in it. */
export type Statement = Stored<typeof statementSchema>;
