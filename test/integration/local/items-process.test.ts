import { expect, it } from 'vitest';
import { ItemsProcess } from '../../../local/demo-data/items-process.ts';
import type { ItemsPart, ItemsWanted } from '../../../local/demo-data/items-wanted.ts';

const WANTED: ItemsWanted = {
  ...{ tenant: 'main', reportingCurrency: 'USD', last: '2026-11-21T15:00:07.000Z' },
  ...{ balances: {}, prices: {}, reportingTimeZone: 'UTC', statementGraceHours: 24 },
};

async function read(parts: AsyncIterable<ItemsPart>): Promise<void> {
  for await (const _ of parts);
}

it('says why the history could not be computed', async () => {
  const items = new ItemsProcess();
  const broken = { ...WANTED, last: 'no instant' };
  await expect(read(items.make(broken))).rejects.toThrow('the demo data could not be made up: ');
});

it('does not wait for a program that has ended', async () => {
  const items = new ItemsProcess();
  const reading = read(items.make(WANTED));
  items.stop();
  await expect(reading).rejects.toThrow('ended before it was done');
});
