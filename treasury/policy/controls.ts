import * as z from 'zod/mini';
import { decimalText } from '../money/decimal-text.ts';
import { record, type Stored } from '../records/record.ts';
import { sealSchema } from '../seals/seal.ts';
import { ZERO_BALANCES } from '../valuation/absent-balances.ts';
import { serviceAmountsSchema } from './answered-amounts.ts';
import {
  type Halting,
  type HaltSummary,
  haltOf,
  personsHaltSchema,
  summaryOf,
} from './halt-state.ts';

/** live: money moves. dry-run: everything is decided, nothing is sent. halted: the kill switch. */
export const MODES = ['live', 'dry-run', 'halted'] as const;
export type Mode = (typeof MODES)[number];

const mode = z.enum(MODES);

const rollingNotionalSchema = record(() => ({
  total: z.exactOptional(decimalText),
  person: z.exactOptional(decimalText),
}));

/** Decimal text in the reporting currency. */
export type RollingNotional = Stored<typeof rollingNotionalSchema>;

const tradeLimitsSchema = record(() => ({
  /** Instruments (BASE/QUOTE) that may be traded; an empty list allows none. */
  instruments: z.array(z.string()),
  /** Largest value of one trade, decimal text in the reporting currency. */
  maximumNotional: decimalText,
  /** How far, in percent, a price may lie on the losing side of the market; absent: 5. */
  collarPercent: z.exactOptional(decimalText),
  /** Largest value traded in rolling 24 hours, by everybody and by each person; absent: no such limit. */
  per24Hours: z.exactOptional(rollingNotionalSchema),
  /** Above this value another person approves a trade before it is sent; absent: no trade needs approval. */
  approvalAbove: z.exactOptional(decimalText),
  /**
   * Forms of the ids with which the service answers a trade, as an unknown trade proposes them (`ord-<9-digits>`): an id of
   * one of them, at the place that the stage names, confirms a trade. Absent: an id alone confirms none.
   */
  idForms: z.exactOptional(z.array(z.string())),
}));

export type TradeLimits = Stored<typeof tradeLimitsSchema>;

const approvalTiersSchema = record(() => ({
  oneAbove: z.exactOptional(decimalText),
  twoAbove: z.exactOptional(decimalText),
}));

/**
 * How many people approve a withdrawal, by its value in the reporting currency; decimal text. Above
 * `oneAbove` one, above `twoAbove` two. An amount that cannot be valued counts as above both.
 */
export type ApprovalTiers = Stored<typeof approvalTiersSchema>;

const feeBoundSchema = record(() => ({
  /** By currency, decimal text in it. */
  absolute: z.exactOptional(z.record(z.string(), decimalText)),
  /** Percent of the amount, decimal text. */
  percent: z.exactOptional(decimalText),
}));

/** The largest fee of one withdrawal or trade: both parts together. */
export type FeeBound = Stored<typeof feeBoundSchema>;

const generalLedgerCodesSchema = record(() => ({
  /** The account that stands for what is held, by currency. */
  holdings: z.exactOptional(z.record(z.string(), z.string())),
  /** The account against which an explained movement is booked, by its kind, if its class has none of its own. */
  kinds: z.exactOptional(z.record(z.string(), z.string())),
  /** Against which both sides of a trade are booked. */
  trades: z.exactOptional(z.string()),
  /** Against which the effect of prices is booked. */
  revaluations: z.exactOptional(z.string()),
  /** Against which everything else is booked. */
  suspense: z.exactOptional(z.string()),
}));

/** Codes of the general ledger, as the tenant's books name their accounts. No decision about money reads them. */
export type GeneralLedgerCodes = Stored<typeof generalLedgerCodesSchema>;
const liquidityFloorSchema = record(() => ({
  /** Of everything together, decimal text in the reporting currency. */
  total: z.exactOptional(decimalText),
  /** By currency, decimal text in it. */
  currencies: z.exactOptional(z.record(z.string(), decimalText)),
}));

/** What no sweep of any rule may leave less than, whatever the rule itself keeps. */
export type LiquidityFloor = Stored<typeof liquidityFloorSchema>;

const counterpartyLimitsSchema = record(() => ({
  /** The label that its accounts have as their counterparty. */
  name: z.string(),
  per24Hours: z.exactOptional(decimalText),
  per30Days: z.exactOptional(decimalText),
}));

/** What all accounts of one counterparty together may be paid, decimal text in the reporting currency. */
export type CounterpartyLimits = Stored<typeof counterpartyLimitsSchema>;

const withdrawalLimitsSchema = record(() => ({
  /** The value of all withdrawals of rolling 24 hours, decimal text in the reporting currency. */
  per24Hours: z.exactOptional(decimalText),
  counterparties: z.exactOptional(z.array(counterpartyLimitsSchema)),
}));

/** What may leave at most, by sweeps and by withdrawals that people request, together. */
export type WithdrawalLimits = Stored<typeof withdrawalLimitsSchema>;

/** The fields of the controls that people set. The permitted values are narrower: see `policy-schema.ts`. */
export const controlsDraftSchema = record(() => ({
  mode,
  /** A currency's own mode; the stricter of the two applies. */
  currencyModes: z.record(z.string(), mode),
  reportingCurrency: z.string(),
  trades: tradeLimitsSchema,
  /** Seconds an approval may be awaited before the instruction expires. */
  approvalExpirySeconds: z.int().check(z.positive()),
  /** Longest time, in seconds, after which the service may still execute a request that it received. */
  lateExecutionBoundSeconds: z.int().check(z.nonnegative()),
  /** Absent: only the approvals that a rule requires, and one person for a withdrawal requested by hand. */
  approvalTiers: z.exactOptional(approvalTiersSchema),
  /** Seconds after which an amount that the service confirmed should show in the balances; absent: three days. */
  bookingBoundSeconds: z.exactOptional(z.int().check(z.positive())),
  /** The fee that the service may take on top of a withdrawal or trade; absent: nothing. */
  feeBound: z.exactOptional(feeBoundSchema),
  /** How answers to withdrawals state amounts; absent: as they were asked for, and any difference blocks or halts. */
  answeredAmounts: z.exactOptional(serviceAmountsSchema),
  /**
   * Whether evidence alone may settle an unknown outcome, if exactly one explanation fits every reading, after the
   * quarantine. Absent or false: two people do.
   */
  automaticSettlement: z.exactOptional(z.boolean()),
  /** What the service does with balances of zero; absent: unknown, so one that is not stated is never zero. */
  zeroBalances: z.exactOptional(z.enum(ZERO_BALANCES)),
  /** Seconds until a proposed change of the policy expires; absent: 72 hours. */
  changeExpirySeconds: z.exactOptional(z.int().check(z.positive())),
  /** Seconds from the approval of an account until it can be paid to; absent: 24 hours. */
  accountCoolingOffSeconds: z.exactOptional(z.int().check(z.nonnegative())),
  /** Absent: the journal names what is held by its currency, and books everything against suspense. */
  generalLedgerCodes: z.exactOptional(generalLedgerCodesSchema),
  /** Absent: no floor beside what each rule keeps. */
  liquidityFloor: z.exactOptional(liquidityFloorSchema),
  /** Absent: no limits beside those of rules and accounts. */
  withdrawalLimits: z.exactOptional(withdrawalLimitsSchema),
  /**
   * Whether a price over a third currency may permit money to leave, or size it. Absent or false: only an instrument of the
   * currency and the reporting currency does.
   */
  crossedPrices: z.exactOptional(z.boolean()),
}));

export const controlsSchema = record(() => ({
  ...controlsDraftSchema.shape,
  /**
   * Why the mode is halted: by a change of the controls, or by a halt of a version before the kill switch had an item
   * of its own.
   */
  haltedBecause: z.exactOptional(personsHaltSchema),
  version: z.int().check(z.positive()),
  /** In which form the tenant's ledger is written (`ledger-format.ts`); absent: the first. No person's draft has it. */
  format: z.exactOptional(z.int().check(z.nonnegative())),
  /** Over this version, by the function that wrote it; without one nothing leaves. */
  seal: z.exactOptional(sealSchema),
}));

/** The settings of a tenant as a whole. A missing item means disarmed: nothing is sent. */
export type Controls = Stored<typeof controlsSchema>;

/** No release reads it. */
const UNREADABLE_FORMAT = Number.MAX_SAFE_INTEGER;

/**
 * Stand for controls whose item cannot be read: in a format that no release reads, so that every door refuses, and of no
 * version that a write could rest on. The currency is the item's, where that can be read; whatever else they say is nothing.
 */
export function unreadableControls(reportingCurrency: string): Controls {
  return {
    mode: 'halted',
    currencyModes: {},
    reportingCurrency,
    trades: { instruments: [], maximumNotional: '0' },
    approvalExpirySeconds: 1,
    lateExecutionBoundSeconds: 0,
    version: 0,
    format: UNREADABLE_FORMAT,
  };
}

export function areUnreadable(controls: Pick<Controls, 'format'> | null): boolean {
  return controls?.format === UNREADABLE_FORMAT;
}

const STRICTNESS: Readonly<Record<Mode, number>> = { live: 0, 'dry-run': 1, halted: 2 };

/** 0 live, 1 dry-run, 2 halted: the higher, the less leaves. */
export function strictnessOf(mode: Mode): number {
  return STRICTNESS[mode];
}

/** The mode that applies to a currency: the strictest of the kill switch, the tenant's and the currency's own. */
export function modeFor(controls: Controls, halt: Halting, currency: string): Mode {
  if (haltOf(halt, currency) !== null) return 'halted';
  const own = controls.currencyModes[currency] ?? 'live';
  return STRICTNESS[own] > STRICTNESS[controls.mode] ? own : controls.mode;
}

/** Why a currency is halted, in whichever of the two places; null if it is not. */
export function haltMessage(
  controls: Controls,
  halt: Halting,
  currency: string,
): HaltSummary | null {
  const item = haltOf(halt, currency);
  if (item !== null) return item;
  const { mode, haltedBecause } = controls;
  if (mode === 'halted') return summaryOf(true, haltedBecause);
  return controls.currencyModes[currency] === 'halted' ? { everything: false } : null;
}

/** The mode of a currency without one of its own. */
export function overallMode(controls: Controls, { mode }: Halting): Mode {
  return mode === 'halted' ? mode : controls.mode;
}
