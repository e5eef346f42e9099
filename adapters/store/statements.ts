import { DynamoDBServiceException, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod/mini';
import type { AuditEntry } from '../../treasury/audit/audit-entry.ts';
import { UnreadableItemError } from '../../treasury/ledger/unreadable-item.ts';
import { isIntact } from '../../treasury/statements/build-statement.ts';
import type { FreezeResult, FrozenStatements } from '../../treasury/statements/freeze-months.ts';
import {
  type CurrencyStatement,
  currencyStatementsSchema,
  type Statement,
  type StoredStatementHead,
} from '../../treasury/statements/statement.ts';
import type { VerifyStatementsPorts } from '../../treasury/statements/verify-statements.ts';
import { putAudited } from './audited-put.ts';
import { packJson, unpackJson } from './codec.ts';
import { putIf } from './conditional-put.ts';
import { fromItem, type Item, itemOf, toItem } from './item.ts';
import { type Key, ledgerKeys } from './keys.ts';
import { STATEMENT } from './ledger-items.ts';
import type { StoreTable } from './store-table.ts';
import { itemsOf, pagesOf, thingAt } from './table-items.ts';

/** Bytes of a part: the store holds 400 kB in an item, and the fields beside it take some. */
const PART_BYTES = 380_000;

/** The one codec of statements so far. */
const CODEC = 1;

/** Digits of a part's number: far more than a statement can have. */
const PART_DIGITS = 4;

/**
 * Frozen statements on DynamoDB. The currencies are packed and lie in parts under the digest of the whole, so that
 * two freezing runs at once are not in each other's way; the head is written last, once, and decides.
 */
export function createStatements(table: StoreTable): FrozenStatements {
  return {
    readFrozen: (tenant, month, timeZone) => read(table, tenant, month, timeZone),
    isFrozen: async (tenant, month, timeZone) =>
      (await headOf(table, ledgerKeys.statement(tenant, month, timeZone))) !== null,
    freeze: (statement, entry) => freeze(table, statement, entry),
  };
}

async function freeze(
  table: StoreTable,
  statement: Statement,
  entry: AuditEntry,
): Promise<FreezeResult> {
  const { sequence, hash } = entry;
  const head = await headItem(table, { ...statement, chained: { sequence, hash } });
  const put = await putAudited(table, statement.tenant, head, entry);
  return { result: FREEZE_RESULTS[put] };
}

const FREEZE_RESULTS = {
  put: 'frozen',
  there: 'frozen-before',
  contended: 'contended',
} as const satisfies Record<string, FreezeResult['result']>;

/** A statement that was never frozen, without an entry in the audit log: of made-up history. */
export async function putStatement(table: StoreTable, statement: Statement): Promise<void> {
  await putIf(table, await headItem(table, statement));
}

/** Writes the parts, and returns the head, which decides. */
async function headItem(
  table: StoreTable,
  { currencies, ...head }: Statement & Pick<StoredStatementHead, 'chained'>,
): Promise<Item> {
  const { tenant, month, digest } = head;
  if (digest === null) throw new Error(`the statement of ${month} has no digest to be frozen by`);
  const pk = ledgerKeys.statementParts(tenant, digest);
  for (const [index, packed] of partsOf(currencies).entries()) {
    const sk = String(index).padStart(PART_DIGITS, '0');
    const Item = toItem({ pk, sk, entity: 'statement-part', packed });
    // Whatever stands there: the key is the digest of what is written.
    await table.client.send(new PutItemCommand({ TableName: table.tableName, Item }));
  }
  return itemOf(STATEMENT, tenant, head);
}

async function read(
  table: StoreTable,
  tenant: string,
  month: string,
  timeZone: string,
): Promise<Statement | null> {
  const key = ledgerKeys.statement(tenant, month, timeZone);
  const head = await headOf(table, key);
  if (head === null) return null;
  const { chained: _, ...frozen } = head;
  const unreadable = (reason: string) =>
    new UnreadableItemError('statement', `${key.pk} / ${key.sk}`, reason);
  let currencies: readonly CurrencyStatement[];
  try {
    currencies = await currenciesOf(table, tenant, head.digest ?? '');
  } catch (error) {
    if (error instanceof DynamoDBServiceException) throw error;
    throw unreadable(error instanceof Error ? error.message : String(error));
  }
  const statement = { ...frozen, currencies };
  if (isIntact(statement)) return statement;
  throw unreadable('its digest is not that of what it says');
}

/** Every frozen month of the table, with what lies there, also if its digest is not that of its content. */
export function storedStatements(table: StoreTable): VerifyStatementsPorts['storedStatements'] {
  return async function* (tenant) {
    for await (const { items } of pagesOf(table, {
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: marshall({ ':pk': ledgerKeys.statementPartition(tenant) }),
      ConsistentRead: true,
    })) {
      for (const item of items) {
        const [month = '', ...zone] = (item.sk?.S ?? '').split('#');
        yield { month, timeZone: zone.join('#'), ...(await contentOf(table, tenant, item)) };
      }
    }
  };
}

/** Whatever was done to its items is a finding about this month, and never the end of looking at the others. */
async function contentOf(
  table: StoreTable,
  tenant: string,
  item: Item,
): Promise<{ readonly statement: Statement } | { readonly unreadable: string }> {
  try {
    const { chained: _, ...head } = fromItem(STATEMENT, item);
    const currencies = await currenciesOf(table, tenant, head.digest ?? '');
    return { statement: { ...head, currencies } };
  } catch (error) {
    if (error instanceof DynamoDBServiceException) throw error;
    return { unreadable: error instanceof Error ? error.message : String(error) };
  }
}

async function headOf(table: StoreTable, key: Key): Promise<StoredStatementHead | null> {
  return await thingAt(table, key, STATEMENT);
}

async function currenciesOf(
  table: StoreTable,
  tenant: string,
  digest: string,
): Promise<readonly CurrencyStatement[]> {
  const items = await itemsOf(table, {
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: marshall({ ':pk': ledgerKeys.statementParts(tenant, digest) }),
    ConsistentRead: true,
  });
  const parts = items.map(({ packed }) => packed?.B ?? Buffer.of());
  return z.parse(currencyStatementsSchema, unpackJson(CODEC, Buffer.concat(parts)));
}

function partsOf(currencies: readonly CurrencyStatement[]): readonly Uint8Array[] {
  const packed = packJson(CODEC, currencies);
  const parts: Uint8Array[] = [];
  for (let start = 0; start < packed.length; start += PART_BYTES) {
    parts.push(packed.subarray(start, start + PART_BYTES));
  }
  return parts;
}
