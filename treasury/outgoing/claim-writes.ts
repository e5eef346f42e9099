import type { Calendar } from '../calendars/calendar.ts';
import type { ClaimRecord, Lane } from '../instructions/lane.ts';
import { claimLane } from '../instructions/lane-transitions.ts';
import type { LedgerWrite } from '../ledger/ledger.ts';
import type { Controls } from '../policy/controls.ts';
import type { HaltState } from '../policy/halt-state.ts';
import type { RegisteredAccount } from '../policy/registered-account.ts';
import type { SweepRule } from '../policy/sweep-rule.ts';

/** A lane, and what is claimed in it. */
export interface ClaimedLane {
  readonly lane: Lane;
  readonly record: ClaimRecord;
}

/** What a claim takes, and what it rests on: each piece of policy in the very version that it was decided on. */
export interface Claim {
  /** Of a trade, that of the base currency first. */
  readonly lanes: readonly [ClaimedLane, ...ClaimedLane[]];
  /** The instruction as the claim makes it: created with it, or moved on from `approved`. */
  readonly instruction: readonly LedgerWrite[];
  /** What it counts in outside of its lanes, each on the version that was read. */
  readonly counted: readonly LedgerWrite[];
  readonly controls: Controls;
  readonly halt: Pick<HaltState, 'generation'>;
  /** Absent: it leaves for no account. */
  readonly account?: RegisteredAccount;
  /** Null: no rule decided it. */
  readonly rule: Pick<SweepRule, 'id' | 'version'> | null;
  /** Those that the rule names. */
  readonly calendars: readonly Pick<Calendar, 'id' | 'version'>[];
}

/** The one conditional write of a claim, of whatever kind: all of it stands, or none. */
export function claimWrites(claim: Claim): readonly LedgerWrite[] {
  const { lanes, instruction, counted, controls, halt, account, rule, calendars } = claim;
  const currencies = lanes.map(({ lane }) => lane.currency);
  const [first] = lanes;
  const { version } = controls;
  return [
    ...instruction,
    ...lanes.map(
      ({ lane, record }): LedgerWrite => ({
        kind: 'replace-lane',
        lane: claimLane(lane, record),
        from: 'idle',
        read: lane,
      }),
    ),
    { kind: 'assert-controls-unchanged', version, mode: 'live', currencies },
    { kind: 'assert-halt-generation', generation: halt.generation, currencies },
    ...(account === undefined ? [] : [accountUnchanged(account, first)]),
    ...(rule === null ? [] : [ruleUnchanged(rule)]),
    ...calendars.map(calendarUnchanged),
    ...counted,
  ];
}

function accountUnchanged(
  { id: accountId, version }: RegisteredAccount,
  { lane: { currency }, record: { claimedAt: at } }: ClaimedLane,
): LedgerWrite {
  return { kind: 'assert-account-unchanged', accountId, version, currency, at };
}

function ruleUnchanged({ id: ruleId, version }: Pick<SweepRule, 'id' | 'version'>): LedgerWrite {
  return { kind: 'assert-rule-unchanged', ruleId, version };
}

function calendarUnchanged({
  id: calendarId,
  version,
}: Pick<Calendar, 'id' | 'version'>): LedgerWrite {
  return { kind: 'assert-calendar-unchanged', calendarId, version };
}
