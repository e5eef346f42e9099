import type { TransactWriteItem } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { AuditEntry } from '../../treasury/audit/audit-entry.ts';
import { SHARED_WRITES } from '../../treasury/counters/shared-counts.ts';
import type { Instruction } from '../../treasury/instructions/instruction.ts';
import { claimWindowOf } from '../../treasury/ledger/claim-window.ts';
import type { LedgerWrite } from '../../treasury/ledger/ledger.ts';
import type { MissedOccurrences } from '../../treasury/ledger/missed-occurrences.ts';
import { following } from './conditional-put.ts';
import { type DecisionRunTable, decisionRunItem, openedRuns } from './decision-run-item.ts';
import type { SwitchChange } from './halt-puts.ts';
import { assertHalt } from './halt-writes.ts';
import { INSTRUCTION } from './instruction-item.ts';
import { attributesOf, type ItemKind, itemOf, toItem } from './item.ts';
import { type Key, ledgerKeys } from './keys.ts';
import { LANE, LANE_COUNTS } from './lane-item.ts';
import {
  ACCOUNT,
  AUDIT_ENTRY,
  AUDIT_HEAD,
  BREAK,
  CALENDAR,
  CHANGE,
  CLAIM,
  CONTROLS,
  FLOW,
  HALT_MARK,
  INSTRUCTION_MARK,
  KNOWN_TRADE,
  KNOWN_WITHDRAWAL,
  MANUAL_RATE,
  MATCHING_RULE,
  MATCHING_USAGE,
  MISSED,
  PENDING_CLAIMS,
  REARMING,
  RULE,
  SHARED_COUNTS,
  UNBOOKED,
  WEBHOOK,
  WEBHOOK_SECRET,
} from './ledger-items.ts';

/** Nothing of a commit updates an item: roles put, and check, and update the kill switch by itself alone. */
export type Write = Pick<TransactWriteItem, 'Put' | 'ConditionCheck'>;
const ABSENT = 'attribute_not_exists(pk)';

/** One change as the conditional writes it stands for. Nothing is computed here. */
export function writesOf(
  target: Target,
  change: Exclude<LedgerWrite, SwitchChange>,
): readonly Write[] {
  const { table, tenant } = target;
  switch (change.kind) {
    case 'create-instruction':
      return [
        putNew(target, INSTRUCTION, change.instruction),
        ...claimIndex(target, change.instruction),
      ];
    case 'replace-instruction':
      return [
        putVersion(target, INSTRUCTION, change.instruction),
        ...claimIndex(target, change.instruction),
      ];
    case 'create-lane':
    case 'replace-lane':
    case 'rearm-lane':
      return laneWrites(target, change);
    case 'put-rearming':
      return [putVersion(target, REARMING, change.rearming)];
    case 'create-decision-run':
      return [putNewRun(target, change)];
    case 'record-missed':
      return [putMissed(target, change.missed)];
    case 'assert-account-unchanged':
    case 'assert-calendar-unchanged':
    case 'assert-controls-unchanged':
    case 'assert-halt-generation':
    case 'assert-matching-rule-unchanged':
    case 'assert-rule-unchanged':
      return assertionsOf(target, change);
    case 'mark-halt':
      return [{ Put: { TableName: table, Item: itemOf(HALT_MARK, tenant, change.mark) } }];
    case 'record-withdrawal-id':
      return [putNew(target, KNOWN_WITHDRAWAL, change)];
    case 'record-trade-id':
      return [putNew(target, KNOWN_TRADE, change)];
    case 'put-trade-usage':
    case 'put-approval-usage':
    case 'put-outflow-usage':
      return [putVersion(target, SHARED_COUNTS[SHARED_WRITES[change.kind]], change.usage)];
    case 'mark-instruction':
      return [putNew(target, INSTRUCTION_MARK, change.mark)];
    case 'put-controls':
    case 'put-rule':
    case 'put-account':
    case 'put-calendar':
    case 'put-webhook':
    case 'put-manual-rate':
    case 'put-matching-rule':
      return policyVersion(target, change);
    case 'create-webhook-secret':
      return [putNew(target, WEBHOOK_SECRET, change.secret)];
    case 'put-matching-usage':
      return [putVersion(target, MATCHING_USAGE, change.usage)];
    case 'put-change':
      return [putVersion(target, CHANGE, change.change)];
    case 'put-flow':
      return [putVersion(target, FLOW, change.flow)];
    case 'put-break':
      return [putVersion(target, BREAK, change.break)];
    case 'put-pending-claims':
      return [putVersion(target, PENDING_CLAIMS, change.pendingClaims)];
    case 'put-claim':
      return [put(table, attributesOf(CLAIM, tenant, change.window), 'attribute_exists(pk)')];
    case 'put-unbooked':
      return [putVersion(target, UNBOOKED, change.conclusion)];
    case 'append-audit':
      return appendAudit(table, tenant, change.entry);
    default:
      return change satisfies never;
  }
}

function laneWrites(
  target: Target,
  change: LedgerWrite & { readonly kind: 'create-lane' | 'replace-lane' | 'rearm-lane' },
): readonly Write[] {
  switch (change.kind) {
    case 'create-lane':
      return [putNew(target, LANE, change.lane)];
    case 'replace-lane':
      return [replaceLane(target, change), ...laneCounts(target, change)];
    case 'rearm-lane':
      return [rearmLane(target, change)];
    default:
      return change satisfies never;
  }
}

/** Every piece of policy whose versions stay on record. */
function policyVersion(
  target: Target,
  change: LedgerWrite & {
    readonly kind: `put-${'controls' | 'rule' | 'account' | 'calendar' | 'webhook' | 'manual-rate' | 'matching-rule'}`;
  },
): readonly Write[] {
  switch (change.kind) {
    case 'put-controls':
      return versioned(target, CONTROLS, change.controls);
    case 'put-rule':
      return versioned(target, RULE, change.rule);
    case 'put-account':
      return versioned(target, ACCOUNT, change.account);
    case 'put-calendar':
      return versioned(target, CALENDAR, change.calendar);
    case 'put-webhook':
      return versioned(target, WEBHOOK, change.webhook);
    case 'put-manual-rate':
      return versioned(target, MANUAL_RATE, change.rate);
    case 'put-matching-rule':
      return versioned(target, MATCHING_RULE, change.rule);
    default:
      return change satisfies never;
  }
}

/** What a decision rests on is still what it rested on, and no later version of it is on record. */
function assertionsOf(
  { table, tenant }: Place,
  change: Extract<LedgerWrite, { readonly kind: `assert-${string}` }>,
): readonly Write[] {
  switch (change.kind) {
    case 'assert-controls-unchanged':
      return [
        assertControlsUnchanged(table, tenant, change),
        isLatest(table, tenant, ledgerKeys.controls(tenant), change.version),
      ];
    case 'assert-halt-generation':
      return [assertHalt(table, tenant, change)];
    case 'assert-rule-unchanged':
      return [
        check(table, ledgerKeys.rule(tenant, change.ruleId), {
          version: change.version,
          enabled: true,
        }),
        isLatest(table, tenant, ledgerKeys.rule(tenant, change.ruleId), change.version),
      ];
    case 'assert-account-unchanged':
      return [
        assertAccountUnchanged(table, tenant, change),
        isLatest(table, tenant, ledgerKeys.account(tenant, change.accountId), change.version),
      ];
    case 'assert-calendar-unchanged': {
      const key = ledgerKeys.calendar(tenant, change.calendarId);
      const { version } = change;
      return [check(table, key, { version }), isLatest(table, tenant, key, version)];
    }
    case 'assert-matching-rule-unchanged': {
      const key = ledgerKeys.matchingRule(tenant, change.ruleId);
      const { version } = change;
      return [check(table, key, { version, enabled: true }), isLatest(table, tenant, key, version)];
    }
    default:
      return change satisfies never;
  }
}

/** Whose item is put where. */
export interface Target {
  readonly table: string;
  readonly tenant: string;
  readonly runs: DecisionRunTable | null;
}

function put(table: string, item: object, condition: string): Write {
  return { Put: { TableName: table, Item: toItem(item), ConditionExpression: condition } };
}

type Place = Pick<Target, 'table' | 'tenant'>;

function putNew<T extends object>({ table, tenant }: Place, kind: ItemKind<T>, value: T): Write {
  return put(table, attributesOf(kind, tenant, value), ABSENT);
}

function putNewRun(
  { tenant, runs }: Target,
  { run, pinned }: Extract<LedgerWrite, { kind: 'create-decision-run' }>,
): Write {
  const { table, retention } = openedRuns(runs);
  const item = decisionRunItem(tenant, run, retention, pinned);
  const { tableName } = table;
  return { Put: { TableName: tableName, Item: item, ConditionExpression: ABSENT } };
}

/** Replaces an item whose version is the one before; the first version must find nothing. */
function putVersion<T extends { readonly version: number }>(
  target: Target,
  kind: ItemKind<T>,
  value: T,
): Write {
  const { table, tenant } = target;
  const item = itemOf(kind, tenant, value);
  return { Put: { TableName: table, Item: item, ...following(value.version) } };
}

/** The current item and, beside it, the version as it will stand for ever. */
function versioned<T extends { readonly version: number }>(
  target: Target,
  kind: ItemKind<T>,
  value: T,
): readonly Write[] {
  const { table, tenant } = target;
  const { sk } = kind.key(tenant, value);
  const history = ledgerKeys.policyVersion(tenant, sk, value.version);
  const entity = `${kind.entity}-version`;
  return [
    putVersion(target, kind, value),
    put(table, { ...attributesOf(kind, tenant, value), ...history, entity }, ABSENT),
  ];
}

function replaceLane(
  { table, tenant }: Target,
  change: LedgerWrite & { readonly kind: 'replace-lane' },
): Write {
  const { lane, from, releasedAt } = change;
  // The version covers budgets and everything else behind the decision; epoch and status are named as well, since they
  // must never be wrong.
  const conditions = ['#version = :before', '#epoch = :epoch', '#status.#state = :from'];
  const names: Record<string, string> = {
    '#version': 'version',
    '#epoch': 'epoch',
    '#status': 'status',
    '#state': 'state',
  };
  const values: Record<string, unknown> = {
    ':before': lane.version - 1,
    ':epoch': lane.epoch,
    ':from': from,
  };
  if (releasedAt !== undefined) {
    conditions.push('#status.#claim.#quarantineUntil <= :releasedAt');
    Object.assign(names, { '#claim': 'claim', '#quarantineUntil': 'quarantineUntil' });
    values[':releasedAt'] = releasedAt;
  }
  return {
    Put: {
      TableName: table,
      Item: itemOf(LANE, tenant, lane),
      ConditionExpression: conditions.join(' AND '),
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: marshall(values),
    },
  };
}

function laneCounts(
  target: Target,
  { lane, read }: LedgerWrite & { readonly kind: 'replace-lane' },
): readonly Write[] {
  const { tenant, currency, counts, countsBeside, countsVersion: version } = lane;
  if (version === undefined || read === undefined || read.countsVersion === version) return [];
  return [putVersion(target, LANE_COUNTS, { ...countsBeside, tenant, currency, counts, version })];
}

/** Only a free lane is armed, and only from the table that people saw it in. */
function rearmLane(
  { table, tenant }: Target,
  { lane, fromEpoch }: LedgerWrite & { readonly kind: 'rearm-lane' },
): Write {
  return {
    Put: {
      TableName: table,
      Item: itemOf(LANE, tenant, lane),
      ConditionExpression: '#version = :before AND #epoch = :from AND #status.#state = :idle',
      ExpressionAttributeNames: {
        '#version': 'version',
        '#epoch': 'epoch',
        '#status': 'status',
        '#state': 'state',
      },
      ExpressionAttributeValues: marshall({
        ':before': lane.version - 1,
        ':from': fromEpoch,
        ':idle': 'idle',
      }),
    },
  };
}

/**
 * No later version is on record: the current one was not put back. Its seal would still be valid; but the history is
 * only added to, and the table's own policy denies every deletion from it.
 */
function isLatest(table: string, tenant: string, { sk }: Key, version: number): Write {
  return {
    ConditionCheck: {
      TableName: table,
      Key: marshall(ledgerKeys.policyVersion(tenant, sk, version + 1)),
      ConditionExpression: ABSENT,
    },
  };
}

/** The kill switch and dry-run, as part of the same write that claims. */
function assertControlsUnchanged(
  table: string,
  tenant: string,
  change: LedgerWrite & { readonly kind: 'assert-controls-unchanged' },
): Write {
  const names: Record<string, string> = {
    '#version': 'version',
    '#mode': 'mode',
    '#currencyModes': 'currencyModes',
  };
  const conditions = ['#version = :version', '#mode = :mode'];
  for (const [index, currency] of change.currencies.entries()) {
    names[`#currency${index}`] = currency;
    const own = `#currencyModes.#currency${index}`;
    conditions.push(`(attribute_not_exists(${own}) OR ${own} = :mode)`);
  }
  return {
    ConditionCheck: {
      TableName: table,
      Key: marshall(ledgerKeys.controls(tenant)),
      ConditionExpression: conditions.join(' AND '),
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: marshall({ ':version': change.version, ':mode': change.mode }),
    },
  };
}

function check(table: string, key: Key, expected: Readonly<Record<string, unknown>>): Write {
  const fields = Object.entries(expected);
  return {
    ConditionCheck: {
      TableName: table,
      Key: marshall(key),
      ConditionExpression: fields.map(([name]) => `#${name} = :${name}`).join(' AND '),
      ExpressionAttributeNames: Object.fromEntries(fields.map(([name]) => [`#${name}`, name])),
      ExpressionAttributeValues: marshall(
        Object.fromEntries(fields.map(([name, value]) => [`:${name}`, value])),
      ),
    },
  };
}

/** Active, of the currency, unchanged, and past its cooling-off. */
function assertAccountUnchanged(
  table: string,
  tenant: string,
  change: LedgerWrite & { readonly kind: 'assert-account-unchanged' },
): Write {
  const { accountId, version, currency, at } = change;
  return {
    ConditionCheck: {
      TableName: table,
      Key: marshall(ledgerKeys.account(tenant, accountId)),
      ConditionExpression:
        '#version = :version AND #status = :status AND #currency = :currency AND (attribute_not_exists(#usableFrom) OR #usableFrom <= :at)',
      ExpressionAttributeNames: {
        '#version': 'version',
        '#status': 'status',
        '#currency': 'currency',
        '#usableFrom': 'usableFrom',
      },
      ExpressionAttributeValues: marshall({
        ':version': version,
        ':status': 'active',
        ':currency': currency,
        ':at': at,
      }),
    },
  };
}

/** What a report says must not keep an end from being recorded, whoever wrote to the table before: the later one stands. */
function putMissed(target: Target, missed: MissedOccurrences): Write {
  if (missed.ended === undefined) return putNew(target, MISSED, missed);
  const { table, tenant } = target;
  return { Put: { TableName: table, Item: itemOf(MISSED, tenant, missed) } };
}

/** The entry, and the head moved on to it: the head's condition makes the chain one line. */
export function appendAudit(table: string, tenant: string, entry: AuditEntry): readonly Write[] {
  const head = { sequence: entry.sequence, hash: entry.hash };
  const first = entry.sequence === 1;
  return [
    putNew({ table, tenant }, AUDIT_ENTRY, entry),
    {
      Put: {
        TableName: table,
        Item: itemOf(AUDIT_HEAD, tenant, head),
        ...(first
          ? { ConditionExpression: ABSENT }
          : {
              ConditionExpression: '#hash = :before',
              ExpressionAttributeNames: { '#hash': 'hash' },
              ExpressionAttributeValues: marshall({ ':before': entry.previousHash }),
            }),
      },
    },
  ];
}

function claimIndex({ table, tenant }: Target, instruction: Instruction): readonly Write[] {
  const window = claimWindowOf(instruction);
  return window === null
    ? []
    : [{ Put: { TableName: table, Item: itemOf(CLAIM, tenant, window) } }];
}
