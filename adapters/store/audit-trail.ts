import { QueryCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { AuditEntry } from '../../treasury/audit/audit-entry.ts';
import type { TrailPorts } from '../../treasury/audit/verify-trail.ts';
import { fromItem } from './item.ts';
import { ledgerKeys } from './keys.ts';
import { AUDIT_ENTRY } from './ledger-items.ts';
import { type Page, type PageRequest, readPage } from './pages.ts';
import { holding, textsIn } from './searched-text.ts';
import type { StoreTable } from './store-table.ts';

/** The filters of a list of the audit log; an absent one does not filter. */
export interface AuditFilter {
  readonly by?: string;
  readonly action?: string;
  readonly subject?: string;
  /** Part of a name, of an action, a subject or a request id, or of what was set. */
  readonly text?: string;
  readonly from?: string;
  readonly to?: string;
}

/** The audit log of a tenant, newest first. */
export async function listAudit(
  table: StoreTable,
  tenant: string,
  filter: AuditFilter,
  page: PageRequest,
): Promise<Page<AuditEntry>> {
  const { from, to, text, ...equal } = filter;
  return await readPage(
    table,
    {
      partitionAttribute: 'pk',
      sortAttribute: 'sk',
      partition: ledgerKeys.auditPartition(tenant),
      kind: AUDIT_ENTRY,
      startKey: (sortKey) => (/^ENTRY#\d+$/.test(sortKey) ? {} : null),
      only: { equal, between: { path: 'at', from, to } },
      matches: holding(text, textsOf),
    },
    page,
  );
}

function textsOf(entry: AuditEntry): readonly (string | undefined)[] {
  const { by, approvedBy, action, subject, requestId, before, after } = entry;
  return [by, approvedBy, action, subject, requestId, ...textsIn(before), ...textsIn(after)];
}

/** The chain, read from its beginning. */
export function entriesAfter(table: StoreTable): TrailPorts['entriesAfter'] {
  return async (tenant, sequence, limit) => {
    const { Items = [] } = await table.client.send(
      new QueryCommand({
        TableName: table.tableName,
        KeyConditionExpression: 'pk = :pk AND sk > :after',
        ExpressionAttributeValues: marshall({
          ':pk': ledgerKeys.auditPartition(tenant),
          ':after': ledgerKeys.auditEntry(tenant, sequence).sk,
        }),
        ConsistentRead: true,
        Limit: limit,
      }),
    );
    return Items.map((item) => fromItem(AUDIT_ENTRY, item));
  };
}
