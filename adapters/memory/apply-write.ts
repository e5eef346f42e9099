import { SHARED_WRITES } from '../../treasury/counters/shared-counts.ts';
import type { Instruction } from '../../treasury/instructions/instruction.ts';
import type { Lane } from '../../treasury/instructions/lane.ts';
import { claimWindowOf } from '../../treasury/ledger/claim-window.ts';
import type { LedgerWrite } from '../../treasury/ledger/ledger.ts';
import type { Controls } from '../../treasury/policy/controls.ts';
import { marksOf } from '../../treasury/policy/halt-marks.ts';
import { type HaltAct, haltedBy, withoutOldestAct } from '../../treasury/policy/halt-state.ts';
import { bookOf } from './books.ts';
import { claimKey, keyOf } from './ledger-keys.ts';
import type { LedgerState } from './ledger-state.ts';

/** What stood in the place of a write, as the stream of a table says it; null if nothing did, or of what no one asks. */
export type Before = Instruction | Lane | Controls | null;

/** Carries out one write whose condition holds. */
export function applyWrite(state: LedgerState, change: LedgerWrite): Before {
  const key = keyOf(change);
  if (key !== null) state.written.add(key);
  switch (change.kind) {
    case 'create-instruction':
    case 'replace-instruction':
      enterClaim(state, change.instruction);
      return replace(state.instructions, change.instruction.id, change.instruction);
    case 'create-lane':
    case 'rearm-lane':
      return replace(state.lanes, change.lane.currency, change.lane);
    case 'replace-lane':
      return replace(state.lanes, change.lane.currency, asCounted(state, change));
    case 'put-claim':
      state.claims.set(claimKey(change.window), change.window);
      return null;
    case 'put-trade-usage':
    case 'put-approval-usage':
    case 'put-outflow-usage':
      state.counts.set(SHARED_WRITES[change.kind], change.usage);
      return null;
    case 'put-controls': {
      const before = state.controls;
      state.controls = change.controls;
      return before;
    }
    case 'halt':
    case 'mark-halt':
    case 'resume':
    case 'halt-audited':
      applyToSwitch(state, change);
      return null;
    case 'put-rule':
    case 'put-calendar':
    case 'put-account':
    case 'put-change':
      applyToPolicy(state, change);
      return null;
    case 'put-manual-rate':
    case 'put-matching-rule':
    case 'put-matching-usage':
    case 'put-flow':
    case 'put-break':
    case 'put-pending-claims':
    case 'put-rearming':
    case 'put-unbooked':
    case 'put-webhook':
      state.books.put(bookOf(change));
      return null;
    case 'append-audit':
      state.audit.push(change.entry);
      return null;
    case 'create-decision-run':
      state.runs.put(change.run);
      return null;
    // Asserted only, or known by the key that is written above.
    case 'assert-account-unchanged':
    case 'assert-calendar-unchanged':
    case 'assert-controls-unchanged':
    case 'assert-halt-generation':
    case 'assert-matching-rule-unchanged':
    case 'assert-rule-unchanged':
    case 'create-webhook-secret':
    case 'mark-instruction':
    case 'record-missed':
    case 'record-trade-id':
    case 'record-withdrawal-id':
      return null;
    default:
      return change satisfies never;
  }
}

function applyToSwitch(
  state: LedgerState,
  change: LedgerWrite & { readonly kind: 'halt' | 'mark-halt' | 'resume' | 'halt-audited' },
): void {
  switch (change.kind) {
    case 'halt':
      applyHalt(state, change.act);
      return;
    case 'mark-halt':
      state.haltMarks = [...state.haltMarks, change.mark];
      return;
    case 'resume': {
      const { unaudited, unkept } = state.halt;
      state.halt = { ...change.halt, unaudited, unkept };
      return;
    }
    case 'halt-audited': {
      const { audited } = change;
      state.halt =
        'actId' in audited
          ? withoutOldestAct(state.halt)
          : { ...state.halt, unkept: state.halt.unkept - audited.unkept };
      return;
    }
    default:
      change satisfies never;
  }
}

function applyToPolicy(
  state: LedgerState,
  change: LedgerWrite & {
    readonly kind: 'put-rule' | 'put-calendar' | 'put-account' | 'put-change';
  },
): void {
  switch (change.kind) {
    case 'put-rule':
      state.rules.set(change.rule.id, change.rule);
      return;
    case 'put-calendar':
      state.calendars.set(change.calendar.id, change.calendar);
      return;
    case 'put-account':
      state.accounts.set(change.account.id, change.account);
      return;
    case 'put-change':
      state.changes.set(change.change.id, change.change);
      return;
    default:
      change satisfies never;
  }
}

/** The one write that rests on nothing. */
export function applyHalt(state: LedgerState, act: HaltAct): void {
  state.halt = haltedBy(state.halt, act);
  state.haltMarks = [...state.haltMarks, ...marksOf(state.halt, act)];
}

function enterClaim(state: LedgerState, instruction: Instruction): void {
  const window = claimWindowOf(instruction);
  if (window !== null) state.claims.set(claimKey(window), window);
}

/** The counts stand in an item of their own, which stays unless the write counts. */
function asCounted(
  { lanes }: LedgerState,
  { lane, read }: LedgerWrite & { readonly kind: 'replace-lane' },
): Lane {
  const before = lanes.get(lane.currency);
  if (before === undefined || (read !== undefined && read.countsVersion !== lane.countsVersion)) {
    return lane;
  }
  const { counts, countsVersion } = before;
  return { ...lane, counts, ...(countsVersion !== undefined && { countsVersion }) };
}

function replace<T>(items: Map<string, T>, key: string, item: T): T | null {
  const before = items.get(key) ?? null;
  items.set(key, item);
  return before;
}
