import type { TransactWriteItem } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { AuditEntry } from '../../treasury/audit/audit-entry.ts';
import type { Instruction, InstructionStatus } from '../../treasury/instructions/instruction.ts';
import type { Lane } from '../../treasury/instructions/lane.ts';
import type { Break } from '../../treasury/ledger/break.ts';
import type { ClaimWindow } from '../../treasury/ledger/claim-window.ts';
import type { Flow } from '../../treasury/ledger/flow.ts';
import type { Change, StoredDecision } from '../../treasury/ledger/ledger.ts';
import type { PolicyChange } from '../../treasury/ledger/policy-change.ts';
import type { TradeUsage } from '../../treasury/limits/trade-usage.ts';
import { haltMarkItem } from './halt-marks.ts';
import type { SwitchChange } from './halt-puts.ts';
import { assertHalt } from './halt-writes.ts';
import { toItem } from './item.ts';
import { type Key, ledgerKeys } from './keys.ts';

/** Nothing of a commit updates an item: roles put, and check, and update the kill switch by itself alone. */
export type Write = Pick<TransactWriteItem, 'Put' | 'ConditionCheck'>;
const ABSENT = 'attribute_not_exists(pk)';

/** One change as the conditional writes it stands for. Nothing here computes: it only says. */
export function writesOf(
  table: string,
  client: string,
  change: Exclude<Change, SwitchChange>,
): readonly Write[] {
  switch (change.kind) {
    case 'create-instruction':
      return [
        put(table, instructionItem(change.instruction), ABSENT),
        ...claimIndex(table, change.instruction),
      ];
    case 'replace-instruction':
      return [
        putVersion(table, instructionItem(change.instruction), change.instruction.version),
        ...claimIndex(table, change.instruction),
      ];
    case 'create-lane':
      return [put(table, laneItem(change.lane), ABSENT)];
    case 'replace-lane':
      return [replaceLane(table, change)];
    case 'arm-lane':
      return [armLane(table, change)];
    case 'put-arming': {
      const { arming } = change;
      const item = { ...ledgerKeys.arming(client), entity: 'arming', ...arming };
      return [putVersion(table, item, arming.version)];
    }
    case 'create-decision':
      return [put(table, decisionItem(change.decision), ABSENT)];
    case 'keep-controls':
      return [
        keepControls(table, client, change),
        isLatest(table, client, ledgerKeys.controls(client), change.version),
      ];
    case 'assert-halt-generation':
      return [assertHalt(table, client, change)];
    case 'mark-halt':
      return [{ Put: { TableName: table, Item: toItem(haltMarkItem(client, change.mark)) } }];
    case 'keep-rule':
      return [
        check(table, ledgerKeys.rule(client, change.ruleId), {
          version: change.version,
          enabled: true,
        }),
        isLatest(table, client, ledgerKeys.rule(client, change.ruleId), change.version),
      ];
    case 'keep-account':
      return [
        keepAccount(table, client, change),
        isLatest(table, client, ledgerKeys.account(client, change.accountId), change.version),
      ];
    case 'know-withdrawal':
      return [put(table, withdrawalItem(client, change), ABSENT)];
    case 'record-trade-id':
      return [put(table, tradeItem(client, change), ABSENT)];
    case 'put-trade-usage': {
      const { usage } = change;
      return [putVersion(table, tradeUsageItem(usage), usage.version)];
    }
    case 'put-approval-usage': {
      const { usage } = change;
      const item = {
        ...ledgerKeys.approvalUsage(usage.client),
        entity: 'approval-usage',
        ...usage,
      };
      return [putVersion(table, item, usage.version)];
    }
    case 'put-controls':
      return versioned(table, client, ledgerKeys.controls(client), 'controls', change.controls);
    case 'put-rule':
      return versioned(table, client, ledgerKeys.rule(client, change.rule.id), 'rule', change.rule);
    case 'put-account':
      return versioned(
        table,
        client,
        ledgerKeys.account(client, change.account.id),
        'account',
        change.account,
      );
    case 'put-change':
      return [putVersion(table, changeItem(change.change), change.change.version)];
    case 'put-flow':
      return [putVersion(table, flowItem(change.flow), change.flow.version)];
    case 'put-break':
      return [putVersion(table, breakItem(change.break), change.break.version)];
    case 'put-awaited': {
      const { awaited } = change;
      const item = { ...ledgerKeys.awaited(client), entity: 'awaited', ...awaited };
      return [putVersion(table, item, awaited.version)];
    }
    case 'put-claim':
      return [put(table, claimItem(client, change.window), 'attribute_exists(pk)')];
    case 'put-unbooked': {
      const { conclusion } = change;
      const key = ledgerKeys.unbooked(client, conclusion.currency);
      return [putVersion(table, { ...key, entity: 'unbooked', ...conclusion }, conclusion.version)];
    }
    case 'append-audit':
      return appendAudit(table, client, change.entry);
    default:
      return change satisfies never;
  }
}

function put(table: string, item: object, condition: string): Write {
  return { Put: { TableName: table, Item: toItem(item), ConditionExpression: condition } };
}

/** Replaces an item whose version is the one before; the first version must find nothing. */
function putVersion(table: string, item: object, version: number): Write {
  if (version === 1) return put(table, item, ABSENT);
  return {
    Put: {
      TableName: table,
      Item: toItem(item),
      ConditionExpression: '#version = :before',
      ExpressionAttributeNames: { '#version': 'version' },
      ExpressionAttributeValues: marshall({ ':before': version - 1 }),
    },
  };
}

/** The current item and, beside it, the version as it will stand for ever. */
function versioned(
  table: string,
  client: string,
  key: Key,
  entity: string,
  value: { readonly version: number },
): readonly Write[] {
  const history = ledgerKeys.policyVersion(client, key.sk, value.version);
  return [
    putVersion(table, { ...key, entity, ...value }, value.version),
    put(table, { ...history, entity: `${entity}-version`, ...value }, ABSENT),
  ];
}

function replaceLane(table: string, change: Change & { readonly kind: 'replace-lane' }): Write {
  const { lane, from, releasedAt } = change;
  // The version carries budgets and everything else that was decided on; epoch and latch are
  // named as well, since they are what must never be wrong.
  const conditions = ['#version = :before', '#epoch = :epoch', '#latch.#state = :from'];
  const names: Record<string, string> = {
    '#version': 'version',
    '#epoch': 'epoch',
    '#latch': 'latch',
    '#state': 'state',
  };
  const values: Record<string, unknown> = {
    ':before': lane.version - 1,
    ':epoch': lane.epoch,
    ':from': from,
  };
  if (releasedAt !== undefined) {
    conditions.push('#latch.#claim.#quarantineUntil <= :releasedAt');
    Object.assign(names, { '#claim': 'claim', '#quarantineUntil': 'quarantineUntil' });
    values[':releasedAt'] = releasedAt;
  }
  return {
    Put: {
      TableName: table,
      Item: toItem(laneItem(lane)),
      ConditionExpression: conditions.join(' AND '),
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: marshall(values),
    },
  };
}

/** Only what nothing holds is armed, and only from the table that people saw it in. */
function armLane(
  table: string,
  { lane, fromEpoch }: Change & { readonly kind: 'arm-lane' },
): Write {
  return {
    Put: {
      TableName: table,
      Item: toItem(laneItem(lane)),
      ConditionExpression: '#version = :before AND #epoch = :from AND #latch.#state = :idle',
      ExpressionAttributeNames: {
        '#version': 'version',
        '#epoch': 'epoch',
        '#latch': 'latch',
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
 * No later version is on record: the one that stands was not put back. Its seal holds still; but the history is added
 * to only, and the table's own policy lets nobody delete of it.
 */
function isLatest(table: string, client: string, { sk }: Key, version: number): Write {
  return {
    ConditionCheck: {
      TableName: table,
      Key: marshall(ledgerKeys.policyVersion(client, sk, version + 1)),
      ConditionExpression: ABSENT,
    },
  };
}

/** The kill switch and dry-run, as part of the same write that claims. */
function keepControls(
  table: string,
  client: string,
  change: Change & { readonly kind: 'keep-controls' },
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
      Key: marshall(ledgerKeys.controls(client)),
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
function keepAccount(
  table: string,
  client: string,
  change: Change & { readonly kind: 'keep-account' },
): Write {
  const { accountId, version, currency, at } = change;
  return {
    ConditionCheck: {
      TableName: table,
      Key: marshall(ledgerKeys.account(client, accountId)),
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

/** The entry, and the head moved on to it: the head's condition makes the chain one line. */
export function appendAudit(table: string, client: string, entry: AuditEntry): readonly Write[] {
  const head = { sequence: entry.sequence, hash: entry.hash };
  const first = entry.sequence === 1;
  return [
    put(
      table,
      { ...ledgerKeys.auditEntry(client, entry.sequence), entity: 'audit-entry', ...entry },
      ABSENT,
    ),
    {
      Put: {
        TableName: table,
        Item: toItem({ ...ledgerKeys.auditHead(client), entity: 'audit-head', ...head }),
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

/** Every claim is found again by the time in which it may show in a balance, whatever became of it. */
function claimIndex(table: string, { client, id, status }: Instruction): readonly Write[] {
  if (status.state !== 'sending') return [];
  const { claimedAt, quarantineUntil } = status.claim;
  const item = claimItem(client, { instructionId: id, claimedAt, quarantineUntil });
  return [{ Put: { TableName: table, Item: toItem(item) } }];
}

function claimItem(client: string, window: ClaimWindow): object {
  const key = ledgerKeys.claim(client, window.quarantineUntil, window.instructionId);
  return { ...key, entity: 'claim', ...window };
}

/** `entity`, `kind` and `state` stand at the top for the stream's filters. */
function instructionItem(instruction: Instruction): object {
  const { client, id, createdAt, status, content } = instruction;
  return {
    ...ledgerKeys.instruction(client, id),
    gsi1pk: ledgerKeys.instructionsByState(client, status.state),
    gsi1sk: `${createdAt}#${id}`,
    gsi2pk: ledgerKeys.instructionsByTime(client),
    gsi2sk: `${createdAt}#${id}`,
    entity: 'instruction',
    kind: content.kind,
    state: status.state,
    ...instruction,
    status: storedStatus(status),
  };
}

/** Fills are whatever JSON the service sends; as text, none of it can be what an item can't hold. */
function storedStatus(status: InstructionStatus): object {
  if (status.state !== 'confirmed' || status.confirmation.kind !== 'trade') return status;
  const { confirmation } = status;
  const { fills, ...trade } = confirmation.trade;
  if (fills === undefined) return status;
  const stored = { ...trade, fills: JSON.stringify(fills) };
  return { ...status, confirmation: { ...confirmation, trade: stored } };
}

function laneItem(lane: Lane): object {
  return { ...ledgerKeys.lane(lane.client, lane.currency), entity: 'lane', ...lane };
}

function tradeUsageItem(usage: TradeUsage): object {
  return { ...ledgerKeys.tradeUsage(usage.client), entity: 'trade-usage', ...usage };
}

function decisionItem(stored: StoredDecision): object {
  const { client, snapshot, decision } = stored;
  return {
    ...ledgerKeys.decision(client, decision.ruleId, snapshot),
    gsi2pk: ledgerKeys.decisionsByTime(client),
    gsi2sk: `${snapshot}#${decision.ruleId}`,
    entity: 'decision',
    ...stored,
  };
}

/** `state` stands at the top for lists. */
function changeItem(change: PolicyChange): object {
  const { client, id, status, madeBy, expiresAt } = change;
  const waits = `${expiresAt}#${id}`;
  // Out of both indexes again with whatever is decided; what nobody decides stays there, behind its expiry.
  const found = {
    gsi1pk: ledgerKeys.openChanges(client),
    gsi1sk: waits,
    gsi2pk: ledgerKeys.openChangesOf(client, madeBy),
    gsi2sk: waits,
  };
  return {
    ...ledgerKeys.change(client, id),
    ...(status.state === 'proposed' ? found : {}),
    entity: 'change',
    state: status.state,
    ...change,
  };
}

function flowItem(flow: Flow): object {
  return { ...ledgerKeys.flow(flow.client, flow.snapshot, flow.currency), entity: 'flow', ...flow };
}

/** `state` stands at the top for the stream's filters. */
function breakItem(stored: Break): object {
  const { client, id, status } = stored;
  return {
    ...ledgerKeys.break(client, id),
    gsi1pk: ledgerKeys.breaksByState(client, status.state),
    gsi1sk: id,
    entity: 'break',
    state: status.state,
    ...stored,
  };
}

function withdrawalItem(
  client: string,
  { withdrawalId, instructionId }: Change & { readonly kind: 'know-withdrawal' },
): object {
  return {
    ...ledgerKeys.withdrawal(client, withdrawalId),
    entity: 'known-withdrawal',
    withdrawalId,
    instructionId,
  };
}

function tradeItem(
  client: string,
  { tradeId, instructionId }: Change & { readonly kind: 'record-trade-id' },
): object {
  return { ...ledgerKeys.trade(client, tradeId), entity: 'known-trade', tradeId, instructionId };
}
