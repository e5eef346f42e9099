import { PutItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { ASKED, load, PER_DAY } from './load.ts';
import { READ_UNIT_BYTES } from './meter.ts';
import type { Question } from './queries.ts';
import type { Books } from './tables.ts';

/** Snapshots that the other design is measured with; a year of it is 365 times the same. */
const MEASURED = PER_DAY / 4;

export interface Naive {
  readonly unitsPerSnapshot: number;
  readonly itemBytes: number;
}

/**
 * The obvious design: an item of each currency at each snapshot, keyed by currency and time, and no roll-ups.
 * Six hours of it are written and read back; what a year takes follows, since its items are all alike.
 */
export async function measureNaive(books: Books, currencies: number): Promise<Naive> {
  const next = load(currencies);
  const { client, tableName } = books.naiveTable;
  const written = await books.meter.of(async () => {
    for (let index = 0; index < MEASURED; index++) {
      const { scheduledFor: sk, takenAt, balances, valuation } = next(index);
      await Promise.all(
        Object.entries(balances).map(([currency, balance]) => {
          const { value, price, path } = valuation.values[currency] ?? {};
          const amounts = { ...balance, value, price, path, reportingCurrency: 'USD' };
          const Item = marshall({ pk: `main#${currency}`, sk, takenAt, ...amounts });
          return client.send(new PutItemCommand({ TableName: tableName, Item }));
        }),
      );
    }
  });
  const read = await books.meter.of(() =>
    client.send(
      new QueryCommand({
        TableName: tableName,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: marshall({ ':pk': `main#${ASKED}` }),
      }),
    ),
  );
  return {
    unitsPerSnapshot: written.writeUnits / MEASURED,
    itemBytes: read.readBytes / MEASURED,
  };
}

/** Read units of a question in that design: what its items have in bytes, by 8 kB a unit. */
export function naiveUnits({ itemBytes }: Naive, question: Question, currencies: number): number {
  const { items, queries } = question.naive?.(currencies, PER_DAY) ?? { items: 0, queries: 0 };
  const perQuery = (items / Math.max(1, queries)) * itemBytes;
  return (queries * Math.ceil((perQuery / READ_UNIT_BYTES) * 2)) / 2;
}
