import type { AuditEntry } from '../../treasury/audit/audit-entry.ts';
import { SHARED_WRITES } from '../../treasury/counters/shared-counts.ts';
import { isUnreadable, type Lane } from '../../treasury/instructions/lane.ts';
import type { LedgerWrite } from '../../treasury/ledger/ledger.ts';
import { bookOf } from './books.ts';
import { claimKey, follows, keyOf, type PieceKind, versionKey } from './ledger-keys.ts';
import type { LedgerState } from './ledger-state.ts';

/** Whether the condition of one write holds: the very conditions of adapters/store/writes.ts. */
export function holds(state: LedgerState, change: LedgerWrite): boolean {
  switch (change.kind) {
    case 'create-instruction':
      return !state.instructions.has(change.instruction.id);
    case 'replace-instruction':
      return follows(state.instructions.get(change.instruction.id), change.instruction);
    case 'create-lane':
      return !state.lanes.has(change.lane.currency);
    case 'replace-lane':
      return laneHolds(state, change);
    case 'rearm-lane': {
      const current = state.lanes.get(change.lane.currency);
      return (
        current !== undefined &&
        !isUnreadable(current) &&
        follows(current, change.lane) &&
        current.epoch === change.fromEpoch &&
        current.status.state === 'idle'
      );
    }
    case 'assert-account-unchanged':
    case 'assert-calendar-unchanged':
    case 'assert-controls-unchanged':
    case 'assert-halt-generation':
    case 'assert-matching-rule-unchanged':
    case 'assert-rule-unchanged':
      return isUnchanged(state, change);
    case 'halt':
    case 'mark-halt':
    case 'resume':
    case 'halt-audited':
      return switchHolds(state, change);
    case 'put-controls':
    case 'put-rule':
    case 'put-account':
    case 'put-calendar':
    case 'put-manual-rate':
    case 'put-matching-rule':
      return isNextVersion(state, change);
    case 'put-trade-usage':
    case 'put-approval-usage':
    case 'put-outflow-usage':
      return follows(state.counts.get(SHARED_WRITES[change.kind]), change.usage);
    case 'append-audit':
      return auditHolds(state, change.entry);
    case 'put-change':
      return follows(state.changes.get(change.change.id), change.change);
    case 'put-matching-usage':
    case 'put-flow':
    case 'put-break':
    case 'put-pending-claims':
    case 'put-rearming':
    case 'put-unbooked':
    case 'put-webhook': {
      const { kind, id, item } = bookOf(change);
      return follows(state.books.get(kind, id), item);
    }
    case 'put-claim':
      return state.claims.has(claimKey(change.window));
    case 'mark-instruction':
      return isNew(state, change);
    case 'create-decision-run':
      return state.runs.isNew(change.run);
    case 'record-missed':
      return change.missed.ended !== undefined || isNew(state, change);
    case 'create-webhook-secret':
    case 'record-withdrawal-id':
    case 'record-trade-id':
      return isNew(state, change);
    default:
      return change satisfies never;
  }
}

/** Writes that only assert: what a decision rests on is still what it rested on. */
type Assertion = Extract<LedgerWrite, { readonly kind: `assert-${string}` }>;

function isUnchanged(state: LedgerState, change: Assertion): boolean {
  switch (change.kind) {
    case 'assert-controls-unchanged':
      return controlsHold(state, change);
    case 'assert-halt-generation':
      return haltHolds(state, change);
    case 'assert-rule-unchanged': {
      const rule = state.rules.get(change.ruleId);
      return (
        rule?.version === change.version &&
        rule.enabled &&
        isLatest(state, 'rule', change.ruleId, change.version)
      );
    }
    case 'assert-account-unchanged': {
      const account = state.accounts.get(change.accountId);
      return (
        account?.version === change.version &&
        account.status === 'active' &&
        account.currency === change.currency &&
        (account.usableFrom === undefined || account.usableFrom <= change.at) &&
        isLatest(state, 'account', change.accountId, change.version)
      );
    }
    case 'assert-calendar-unchanged': {
      const { calendarId: id, version } = change;
      return (
        state.calendars.get(id)?.version === version && isLatest(state, 'calendar', id, version)
      );
    }
    case 'assert-matching-rule-unchanged': {
      const { ruleId: id, version } = change;
      const rule = state.books.get('matching-rule', id);
      return (
        rule?.version === version && rule.enabled && isLatest(state, 'matching-rule', id, version)
      );
    }
    default:
      return change satisfies never;
  }
}

/** Of policy whose versions stay on record: it follows the one that stands, and none was written in its place. */
function isNextVersion(
  state: LedgerState,
  change: LedgerWrite & {
    readonly kind: `put-${'controls' | 'rule' | 'account' | 'calendar' | 'manual-rate' | 'matching-rule'}`;
  },
): boolean {
  switch (change.kind) {
    case 'put-controls':
      return follows(state.controls, change.controls) && isNew(state, change);
    case 'put-rule':
      return follows(state.rules.get(change.rule.id), change.rule) && isNew(state, change);
    case 'put-account':
      return follows(state.accounts.get(change.account.id), change.account) && isNew(state, change);
    case 'put-calendar':
      return (
        follows(state.calendars.get(change.calendar.id), change.calendar) && isNew(state, change)
      );
    case 'put-manual-rate':
    case 'put-matching-rule': {
      const { kind, id, item } = bookOf(change);
      return follows(state.books.get(kind, id), item) && isNew(state, change);
    }
    default:
      return change satisfies never;
  }
}

function switchHolds(
  state: LedgerState,
  change: LedgerWrite & { readonly kind: 'halt' | 'mark-halt' | 'resume' | 'halt-audited' },
): boolean {
  switch (change.kind) {
    case 'halt':
    case 'mark-halt':
      return true;
    case 'resume':
      return state.halt.generation === change.halt.resumed.generation;
    case 'halt-audited': {
      const { audited } = change;
      return 'actId' in audited
        ? [0, audited.againAt ?? 0].every((at) => state.halt.unaudited[at]?.id === audited.actId)
        : state.halt.unkept >= audited.unkept;
    }
    default:
      return change satisfies never;
  }
}

function laneHolds(
  state: LedgerState,
  { lane, from, releasedAt, read }: LedgerWrite & { readonly kind: 'replace-lane' },
): boolean {
  const current = state.lanes.get(lane.currency);
  if (current === undefined || isUnreadable(current)) return false;
  if (current.version !== lane.version - 1) return false;
  if (current.epoch !== lane.epoch || current.status.state !== from) return false;
  if (!countsHold(current, lane, read)) return false;
  if (releasedAt === undefined) return true;
  return current.status.state !== 'idle' && current.status.claim.quarantineUntil <= releasedAt;
}

/** The counts stand in an item of their own, which a write that counts says what it read of. */
function countsHold(current: Lane, lane: Lane, read: Lane | undefined): boolean {
  const { countsVersion: version = 0 } = current;
  if (read === undefined || read.countsVersion === lane.countsVersion) {
    if (lane.version === current.version + 1 && (lane.countsVersion ?? 0) > version)
      throw new Error(`what limits count of ${lane.currency} would be lost: no lane was read`);
    return true;
  }
  return version === (lane.countsVersion ?? 0) - 1;
}

function controlsHold(
  state: LedgerState,
  change: LedgerWrite & { readonly kind: 'assert-controls-unchanged' },
): boolean {
  const controls = state.controls;
  if (controls?.version !== change.version || controls.mode !== change.mode) return false;
  if (!isLatest(state, 'controls', '', change.version)) return false;
  return change.currencies.every((currency) => {
    const own = controls.currencyModes[currency];
    return own === undefined || own === change.mode;
  });
}

function haltHolds(
  state: LedgerState,
  { generation, currencies }: LedgerWrite & { readonly kind: 'assert-halt-generation' },
): boolean {
  const halt = state.halt;
  if (halt.generation !== generation) return false;
  return halt.mode === 'live' && currencies.every((each) => !Object.hasOwn(halt.currencies, each));
}

function auditHolds(state: LedgerState, entry: AuditEntry): boolean {
  const head = state.auditHead();
  if (state.audit.length >= entry.sequence) return false;
  return entry.sequence === 1 ? head.sequence === 0 : head.hash === entry.previousHash;
}

/** No later version is on record: the current one was not put back, past every condition. */
function isLatest(state: LedgerState, kind: PieceKind, id: string, version: number): boolean {
  return !state.written.has(versionKey(kind, id, version + 1));
}

function isNew(state: LedgerState, change: LedgerWrite): boolean {
  const key = keyOf(change);
  return key !== null && !state.written.has(key);
}
