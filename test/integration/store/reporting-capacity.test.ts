import { describe, expect, it } from 'vitest';
import { snapshotItem } from '../../../adapters/store/snapshots.ts';
import { load, PER_DAY, PER_HOUR, TENANT, tickOf } from '../../../bench/reporting/load.ts';
import { QUESTIONS } from '../../../bench/reporting/queries.ts';
import { booksOn } from '../../../bench/reporting/tables.ts';
import { seriesWriter, writeHistory } from '../../../bench/reporting/writing.ts';
import { engineForTests } from './engine-for-tests.ts';

/** A small part of bench/reporting: what would break a budget is seen before a change is merged. */

const engine = engineForTests();
async function endpoint(): Promise<string> {
  const address = await engine().client.config.endpoint?.();
  return `http://${address?.hostname}:${address?.port}`;
}

describe('with fifty currencies and a snapshot every five minutes', () => {
  it('a snapshot takes at most 5 write units, its share of roll-ups included', async () => {
    const books = await booksOn(await endpoint());
    // One hour, and the snapshot that closes it; a day adds a roll-up of each series, and its points in 3 kB.
    const written = await writeHistory(books, 50, PER_HOUR + 1);
    const series = written.consumed.writeUnits - written.raw.writeUnits;
    const perSnapshot =
      written.raw.writeUnits / (PER_HOUR + 1) + series / PER_HOUR + (51 * 4) / PER_DAY;
    expect(perSnapshot).toBeLessThanOrEqual(5);
    // The chunks, their names, and the hour that is open.
    expect(series).toBeGreaterThanOrEqual(11);
  });

  it.each(QUESTIONS.filter(({ budget }) => budget !== undefined).map(({ name }) => name))(
    '%s stays within its budget of read units',
    async (name) => {
      const question = QUESTIONS.find((each) => each.name === name);
      if (question?.budget === undefined) throw new Error('no budget');
      const { books, end, days } = await history();
      const asked = await books.meter.of(() => question.ask(books, end));
      // What a year of days takes follows from what these few take: they are all alike.
      const fixed = await books.meter.of(() => books.series.openHour(TENANT));
      const ofDays = (365 * (asked.readBytes - fixed.readBytes)) / days / 8_192;
      const units = name.includes('by day') ? fixed.readUnits + ofDays + 0.5 : asked.readUnits;
      expect(asked.readBytes).toBeGreaterThan(0);
      expect(units).toBeLessThanOrEqual(question.budget);
    },
  );

  let made: ReturnType<typeof make> | undefined;
  const history = () => {
    made ??= make();
    return made;
  };
  async function make() {
    const books = await booksOn(await endpoint());
    const days = 2;
    await seriesWriter(books, 50)(days);
    return { books, days, end: tickOf(days * PER_DAY) };
  }
});

describe('with a thousand currencies', () => {
  it('a snapshot is a quarter of the largest item at most', () => {
    const packed = snapshotItem(load(1_000)(0), 120).packed?.B;
    expect(packed?.length).toBeGreaterThan(20_000);
    expect(packed?.length).toBeLessThan(100_000);
  });
});
