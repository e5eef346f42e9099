import type { Seal } from '../seals/seal.ts';
import type { Instant } from '../time/instant.ts';
import { type Halting, type HaltWords, haltOf } from './halt-state.ts';

/** live: money moves. dry-run: everything is decided, nothing is sent. halted: the kill switch. */
export type Mode = 'live' | 'dry-run' | 'halted';

export interface TradeLimits {
  /** Instruments (BASE/QUOTE) that may be traded; an empty list allows none. */
  readonly instruments: readonly string[];
  /** Largest value of one trade, decimal text in the reporting currency. */
  readonly maximumNotional: string;
  /** How far, in percent, a price may lie on the losing side of the market; absent: 5. */
  readonly collarPercent?: string;
  /** Largest value traded in rolling 24 hours, by everybody and by each person; absent: no such limit. */
  readonly per24Hours?: RollingNotional;
  /** Above this value another person approves a trade before it is sent; absent: nobody has to. */
  readonly approvalAbove?: string;
}

/** Decimal text in the reporting currency. */
export interface RollingNotional {
  readonly client?: string;
  readonly user?: string;
}

/**
 * How many people approve a withdrawal, by its value in the reporting currency; decimal text. Above
 * `oneAbove` one, above `twoAbove` two. An amount that cannot be valued counts as above both.
 */
export interface ApprovalTiers {
  readonly oneAbove?: string;
  readonly twoAbove?: string;
}

/** The largest fee of one withdrawal or trade: both parts together. */
export interface FeeBound {
  /** By currency, decimal text in it. */
  readonly absolute?: Readonly<Record<string, string>>;
  /** Percent of the amount, decimal text. */
  readonly percent?: string;
}

/** What holds for a client as a whole. A missing item means disarmed: nothing is sent. */
export interface Controls {
  readonly mode: Mode;
  /** A currency of its own mode; the stricter of the two holds. */
  readonly currencyModes: Readonly<Record<string, Mode>>;
  readonly reportingCurrency: string;
  readonly trades: TradeLimits;
  /** Absent: only what a rule asks for itself, and one person for what somebody asks for by hand. */
  readonly approvalTiers?: ApprovalTiers;
  /** Seconds an approval may be awaited before the instruction expires. */
  readonly approvalExpirySeconds: number;
  /** Longest time, in seconds, after which the service may still execute a request that it received. */
  readonly lateExecutionBoundSeconds: number;
  /** Seconds after which what the service confirmed should show in the balances; absent: three days. */
  readonly bookingBoundSeconds?: number;
  /** What the service may take as a fee on top of what is withdrawn or traded; absent: nothing. */
  readonly feeBound?: FeeBound;
  /** Whether evidence alone may settle an unknown outcome, where exactly one explanation fits every
   * reading, after the quarantine. Absent or false: two people do. */
  readonly automaticSettlement?: boolean;
  /** Seconds until a proposed change of the policy expires; absent: 72 hours. */
  readonly changeExpirySeconds?: number;
  /** Seconds from the approval of an account until it can be paid to; absent: 24 hours. */
  readonly accountCoolingOffSeconds?: number;
  /** Why the mode is halted: by a change of the controls, or by a halt of a version before the kill switch had
   * an item of its own. */
  readonly haltedBecause?: { readonly at: Instant; readonly by: string; readonly words: string };
  readonly version: number;
  /** Over this version, by whoever wrote it; without one nothing leaves. */
  readonly seal?: Seal;
}

const STRICTNESS: Readonly<Record<Mode, number>> = { live: 0, 'dry-run': 1, halted: 2 };

/** 0 live, 1 dry-run, 2 halted: the higher, the less leaves. */
export function strictnessOf(mode: Mode): number {
  return STRICTNESS[mode];
}

/** The mode that holds for a currency: the strictest of the kill switch, the client's and the currency's own. */
export function modeFor(controls: Controls, halt: Halting, currency: string): Mode {
  if (haltOf(halt, currency) !== null) return 'halted';
  const own = controls.currencyModes[currency] ?? 'live';
  return STRICTNESS[own] > STRICTNESS[controls.mode] ? own : controls.mode;
}

/** Why a currency is halted, in whichever of the two places; null where it is not. */
export function haltWords(controls: Controls, halt: Halting, currency: string): HaltWords | null {
  const item = haltOf(halt, currency);
  if (item !== null) return item;
  const { mode, haltedBecause } = controls;
  if (mode === 'halted') {
    return { everything: true, ...(haltedBecause === undefined ? {} : { because: haltedBecause }) };
  }
  return controls.currencyModes[currency] === 'halted' ? { everything: false } : null;
}

/** The mode that holds where a currency says nothing of its own. */
export function overallMode(controls: Controls, { mode }: Halting): Mode {
  return mode === 'halted' ? mode : controls.mode;
}
