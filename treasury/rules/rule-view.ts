import type { Calendar } from '../calendars/calendar.ts';
import type { Lane, RuleUsage } from '../instructions/lane.ts';
import type { OutflowBound } from '../limits/outflow-bounds.ts';
import type { Money } from '../money/money.ts';
import type { Controls } from '../policy/controls.ts';
import type { Conversion } from '../policy/conversion.ts';
import type { Halting } from '../policy/halt-state.ts';
import type { SweepRule } from '../policy/sweep-rule.ts';
import type { Instant } from '../time/instant.ts';
import type { Balances } from '../valuation/balance.ts';
import type { LimitAmounts } from '../value-limits/limit-amounts.ts';
import type { DestinationView } from './checks/destination.ts';
import type { Market } from './conversion-trade.ts';

export interface ConversionBasis {
  readonly conversion: Conversion;
  readonly market: Market;
  /** Of the currency that it converts into. */
  readonly lane: Lane | null;
  /** The circle of currencies that the rule converts in; null if it is in none. */
  readonly circle: readonly string[] | null;
}

/** One rule with everything its decision rests on. */
export interface RuleView {
  readonly rule: SweepRule;
  /** The limits of the rule, in amounts. */
  readonly limits: LimitAmounts<SweepRule>;
  /** Every account that it pays to, in the order of its parts. */
  readonly destinations: readonly DestinationView[];
  /** Ids of accounts whose items cannot be read. Absent: none. */
  readonly unreadableAccounts?: readonly string[];
  /** Those of the policy. Absent: none. */
  readonly calendars?: readonly Calendar[];
  readonly controls: Controls | null;
  readonly halt: Halting;
  readonly balances: Balances;
  readonly balancesReadAt: Instant;
  readonly lane: Lane | null;
  /** Null without a lane: then the rule's use of its limits is not known. */
  readonly usage: RuleUsage | null;
  readonly epoch: string;
  readonly snapshot: Instant;
  readonly now: Instant;
  /** The part of this balance that is committed by open instructions and by earlier rules. */
  readonly committed: Money;
  /** The part of this balance that has left, or may have, and is not booked yet. */
  readonly unbooked: Money;
  /** What a rule that converts rests on beside all that. */
  readonly conversion: ConversionBasis | null;
  /** Floors and limits over several currencies. */
  readonly bounds: readonly OutflowBound[];
}
