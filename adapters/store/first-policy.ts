import { marshall } from '@aws-sdk/util-dynamodb';
import type { AuditEntry } from '../../treasury/audit/audit-entry.ts';
import type { FirstPolicyLedger } from '../../treasury/changes/apply-first-policy.ts';
import type { CurrentItem } from '../../treasury/ledger/policy-change.ts';
import { MAX_ITEM_BYTES } from '../../treasury/ledger/transaction-limits.ts';
import { isSwitch } from './halt-puts.ts';
import { fromItem } from './item.ts';
import { bytesOfItem } from './item-bytes.ts';
import { ledgerKeys } from './keys.ts';
import { createLedger } from './ledger.ts';
import { AUDIT_ENTRY } from './ledger-items.ts';
import { readManualRates } from './manual-rates.ts';
import { readMatchingRules } from './matching-rules.ts';
import type { StoreTable } from './store-table.ts';
import { pagesOf } from './table-items.ts';
import { webhooksOf } from './webhooks.ts';
import { writesOf } from './writes.ts';

/** The ledger, as the deployer writes a first policy to it. */
export function firstPolicyLedger(
  table: StoreTable,
): FirstPolicyLedger & ReturnType<typeof createLedger> {
  const ledger = createLedger(table);
  return {
    ...ledger,
    readPieces: async (tenant): Promise<readonly CurrentItem[]> => {
      const [policy, matchingRules, manualRates, webhooks] = await Promise.all([
        ledger.readPolicy(tenant),
        readMatchingRules(table, tenant),
        readManualRates(table, tenant),
        webhooksOf(table, tenant),
      ]);
      return [
        ...(policy.calendars ?? []).map((item) => ({ kind: 'calendar', item }) as const),
        ...policy.accounts.map((item) => ({ kind: 'account', item }) as const),
        ...policy.rules.map((item) => ({ kind: 'rule', item }) as const),
        ...matchingRules.map((item) => ({ kind: 'matching-rule', item }) as const),
        ...manualRates.map((item) => ({ kind: 'manual-rate', item }) as const),
        ...webhooks.things.map((item) => ({ kind: 'webhook', item }) as const),
      ];
    },
    readEntries: (tenant) => newestEntries(table, tenant),
    sizeOf: (tenant, write) => {
      const items = isSwitch(write)
        ? []
        : writesOf({ table: table.tableName, tenant, runs: null }, write);
      const sizes = items.map(({ Put }) => (Put?.Item === undefined ? 0 : bytesOfItem(Put.Item)));
      return { bytes: Math.max(0, ...sizes), most: MAX_ITEM_BYTES };
    },
  };
}

/** Far more than the parts of a first policy: each holds hundreds of kilobytes of it. */
const MAX_ENTRIES = 100;

async function newestEntries(table: StoreTable, tenant: string): Promise<readonly AuditEntry[]> {
  const entries: AuditEntry[] = [];
  for await (const { items } of pagesOf(table, {
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: marshall({ ':pk': ledgerKeys.auditPartition(tenant) }),
    ScanIndexForward: false,
    ConsistentRead: true,
  })) {
    entries.push(...items.map((item) => fromItem(AUDIT_ENTRY, item)));
    if (entries.length >= MAX_ENTRIES) break;
  }
  return entries;
}
