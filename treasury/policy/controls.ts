import type { Instant } from '../time/instant.ts';

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
 * `oneAbove` one, above `twoAbove` two. An amount that can not be valued counts as above both.
 */
export interface ApprovalTiers {
  readonly oneAbove?: string;
  readonly twoAbove?: string;
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
  /** Whether evidence alone may settle an unknown outcome, where exactly one explanation fits every
   * reading, after the quarantine. Absent or false: two people do. */
  readonly automaticSettlement?: boolean;
  /** Seconds until a proposed change of the policy expires; absent: 72 hours. */
  readonly changeExpirySeconds?: number;
  /** Seconds from the approval of an account until it can be paid to; absent: 24 hours. */
  readonly accountCoolingOffSeconds?: number;
  /** Set when the halt came from an anomaly or a person. */
  readonly haltedBecause?: { readonly at: Instant; readonly by: string; readonly words: string };
  readonly version: number;
}

const STRICTNESS: Readonly<Record<Mode, number>> = { live: 0, 'dry-run': 1, halted: 2 };

/** 0 live, 1 dry-run, 2 halted: the higher, the less leaves. */
export function strictnessOf(mode: Mode): number {
  return STRICTNESS[mode];
}

/** The mode that holds for a currency: the stricter of the client's and the currency's own. */
export function modeFor(controls: Controls, currency: string): Mode {
  const own = controls.currencyModes[currency] ?? 'live';
  return STRICTNESS[own] > STRICTNESS[controls.mode] ? own : controls.mode;
}
