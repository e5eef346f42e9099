import type { Put } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { LedgerWrite } from '../../treasury/ledger/ledger.ts';
import { type HaltState, haltedBy } from '../../treasury/policy/halt-state.ts';
import { haltAnew } from './halt-writes.ts';
import { itemOf } from './item.ts';
import { HALT } from './ledger-items.ts';

/*
 * The kill switch as a part of a commit. A halt by itself is one update that reads nothing (halt.ts). A commit also
 * holds the partitions of others, of the audit log among them, and roles may update the kill switch alone: IAM may
 * well look at the partition keys of a whole transaction at once. So its item is put whole, on condition that it is
 * as it was read.
 */

/** The part of a commit that changes the kill switch. */
export type SwitchChange = LedgerWrite & { readonly kind: 'halt' | 'resume' | 'halt-audited' };

export function isSwitch(change: LedgerWrite): change is SwitchChange {
  return change.kind === 'halt' || change.kind === 'resume' || change.kind === 'halt-audited';
}

/** A condition that is never met: the basis of the change is gone, and the commit fails with all else. */
const NEVER = 'attribute_exists(pk) AND attribute_not_exists(pk)';

/** The put of the new state that the change makes; `standing` is null if the current item cannot be read. */
export function switchPut(
  table: string,
  tenant: string,
  change: SwitchChange,
  current: HaltState | null,
): Put {
  if (current === null) {
    if (change.kind !== 'halt') throw new Error(`the halt of ${tenant} cannot be read`);
    return { TableName: table, Item: itemOf(HALT, tenant, haltAnew(tenant, change.act)) };
  }
  const next = switched(current, change);
  const target = { TableName: table, Item: itemOf(HALT, tenant, next ?? current) };
  return { ...target, ...(next === null ? { ConditionExpression: NEVER } : unchanged(current)) };
}

/** The new state that the change makes; null if it rests on another one. */
function switched(current: HaltState, change: SwitchChange): HaltState | null {
  switch (change.kind) {
    case 'halt':
      return haltedBy(current, change.act);
    case 'resume': {
      const { because: _ended, unaudited, unkept, ...rest } = current;
      if (change.halt.resumed.generation !== current.generation) return null;
      // The halts that wait for the audit log by now, without those that waited when two people looked at it.
      return { ...rest, ...change.halt, unaudited, unkept };
    }
    case 'halt-audited':
      return audited(current, change);
    default:
      return change satisfies never;
  }
}

function audited(
  current: HaltState,
  { audited: what }: LedgerWrite & { readonly kind: 'halt-audited' },
): HaltState | null {
  const { unaudited, unkept } = current;
  if ('actId' in what) {
    const { actId, againAt } = what;
    const isOldest = unaudited[0]?.id === actId;
    const isThere = againAt === undefined || unaudited[againAt]?.id === actId;
    return isOldest && isThere ? { ...current, unaudited: unaudited.slice(1) } : null;
  }
  return unkept < what.unkept ? null : { ...current, unkept: unkept - what.unkept };
}

/**
 * Every halt and every end of one is another generation; between two of them halts only leave for the audit log. So
 * the generation, and how many wait, say that nothing has changed.
 */
function unchanged({ generation, unaudited, unkept }: HaltState) {
  if (generation === 0) return { ConditionExpression: 'attribute_not_exists(pk)' };
  const waiting =
    unaudited.length === 0
      ? absentOr('#unaudited', 'size(#unaudited) = :waiting')
      : 'size(#unaudited) = :waiting';
  const beyond = unkept === 0 ? absentOr('#unkept', '#unkept = :unkept') : '#unkept = :unkept';
  return {
    ConditionExpression: `#generation = :generation AND ${waiting} AND ${beyond}`,
    ExpressionAttributeNames: {
      '#generation': 'generation',
      '#unaudited': 'unaudited',
      '#unkept': 'unkept',
    },
    ExpressionAttributeValues: marshall({
      ':generation': generation,
      ':waiting': unaudited.length,
      ':unkept': unkept,
    }),
  };
}

/** Fields that the one write that halts never wrote are absent, and read as none. */
function absentOr(name: string, condition: string): string {
  return `(attribute_not_exists(${name}) OR ${condition})`;
}
