import { PutItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { type Person, personSchema } from '../../treasury/ledger/person.ts';
import { attributesOf, fromItem, type ItemKind, toItem } from './item.ts';
import { ledgerKeys } from './keys.ts';
import { readLabels } from './labels.ts';
import type { StoreTable } from './store-table.ts';

/** People of a tenant whose names are read at most: one page, and more than any treasury has. */
const MAX_PEOPLE = 500;

const PERSON: ItemKind<Person> = {
  entity: 'person',
  schema: personSchema,
  key: (tenant, { id }) => ledgerKeys.person(tenant, id),
};

/** Keeps a display name in place of the one before: no decision rests on it, so the last one counts. */
async function putPerson({ client, tableName }: StoreTable, person: Person): Promise<void> {
  const Item = toItem(attributesOf(PERSON, person.tenant, person));
  await client.send(new PutItemCommand({ TableName: tableName, Item }));
}

/** The place where a function keeps display names. */
export function peopleIn(table: StoreTable) {
  return { putPerson: (person: Person) => putPerson(table, person) };
}

/** The display names of people who have done something, by id. May be a second old. */
async function readPeople(
  { client, tableName }: StoreTable,
  tenant: string,
): Promise<ReadonlyMap<string, string>> {
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName: tableName,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: marshall({ ':pk': ledgerKeys.peoplePartition(tenant) }),
      Limit: MAX_PEOPLE,
    }),
  );
  return new Map(Items.map((item) => fromItem(PERSON, item)).map(({ id, name }) => [id, name]));
}

/** Where a function reads the names beside ids. */
export function namesIn(table: StoreTable) {
  return {
    readLabels: (tenant: string) => readLabels(table, tenant),
    readPeople: (tenant: string) => readPeople(table, tenant),
  };
}
