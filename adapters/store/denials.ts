import { UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { type Denial, type Denials, hourOf } from '../../treasury/audit/denial.ts';
import { ledgerKeys } from './keys.ts';
import { DENIALS } from './ledger-items.ts';
import { type Page, type PageRequest, readPage } from './pages.ts';
import { holding } from './searched-text.ts';
import type { StoreTable } from './store-table.ts';

/** The filters of a list of denials; an absent one does not filter. */
export interface DenialsFilter {
  readonly by?: string;
  /** Part of a name, a route, a problem's code or a request id. */
  readonly text?: string;
  readonly from?: string;
  readonly to?: string;
}

/** Counts denials of one kind, in one write that reads nothing and waits for no other writer. */
export async function countDenial(
  { client: dynamo, tableName }: StoreTable,
  { tenant, at, by, route, code, requestId }: Denial,
  times = 1,
): Promise<void> {
  const hour = hourOf(at);
  const set = { entity: 'denials', tenant, hour, by, route, lastAt: at, code, requestId };
  const names = [...Object.keys(set), 'firstAt', 'count'];
  await dynamo.send(
    new UpdateItemCommand({
      TableName: tableName,
      Key: marshall(ledgerKeys.denials(tenant, hour, by, route)),
      UpdateExpression: `SET ${Object.keys(set)
        .map((name) => `#${name} = :${name}`)
        .join(', ')}, #firstAt = if_not_exists(#firstAt, :lastAt) ADD #count :times`,
      ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
      ExpressionAttributeValues: marshall({
        ...Object.fromEntries(Object.entries(set).map(([name, value]) => [`:${name}`, value])),
        ':times': times,
      }),
    }),
  );
}

/** The denials of people, newest hour first. */
export async function listDenials(
  table: StoreTable,
  tenant: string,
  { by, text, from, to }: DenialsFilter,
  page: PageRequest,
): Promise<Page<Denials>> {
  return await readPage(
    table,
    {
      partitionAttribute: 'pk',
      sortAttribute: 'sk',
      partition: ledgerKeys.denialsPartition(tenant),
      kind: DENIALS,
      startKey: () => ({}),
      only: { equal: { by }, between: { path: 'lastAt', from, to } },
      matches: holding(text, (denials: Denials) => [
        denials.by,
        denials.route,
        denials.code,
        denials.requestId,
      ]),
    },
    page,
  );
}
