import { describe, expect, it } from 'vitest';
import { flowKey } from '../../../adapters/memory/books.ts';
import { bookedTotal } from '../../../treasury/reconciliation/reading.ts';
import { frozen } from '../../../treasury/statements/build-statement.ts';
import { movementHappening, referencesOf } from '../../../treasury/statements/entry-references.ts';
import { monthBefore } from '../../../treasury/statements/month.ts';
import type { Statement } from '../../../treasury/statements/statement.ts';
import { workedOut } from '../../../treasury/statements/statement-of-month.ts';
import { type Instant, instantOf } from '../../../treasury/time/instant.ts';
import { quotes, snapshotAt, TENANT, totals } from '../../samples/snapshots.ts';
import { PlantedBooks } from '../reconciliation/planted-books.ts';

const HOUR_MS = 3_600_000;

/** An instruction that is booked in parts, one each hour, across the end of October in every zone; two currencies of it. */
const FIRST = Date.parse('2026-10-31T06:00:00.000Z');
const PARTS = 36;
const ZONES = [
  'UTC',
  'Europe/Zurich',
  'Pacific/Auckland',
  'America/Los_Angeles',
  'Asia/Kolkata',
  'Pacific/Kiritimati',
];

const tickOf = (part: number): Instant => instantOf(FIRST + part * HOUR_MS);

function booked(): PlantedBooks {
  const books = new PlantedBooks();
  const held = (part: number) => ({ BTC: `${100 - part}`, ETH: `${500 - part}` });
  const put = (tick: Instant, part: number) => {
    const snapshot = snapshotAt(tick, totals(held(part)), quotes({ BTC: '2', ETH: '3' }));
    books.snapshots.put(snapshot);
    return snapshot;
  };
  let before = put('2026-09-15T00:00:00.000Z', 0);
  for (let part = 1; part <= PARTS; part++) {
    const snapshot = put(tickOf(part), part);
    for (const currency of ['BTC', 'ETH']) {
      const [was, is] = [before, snapshot].map((each) => bookedTotal(each, currency));
      if (was === undefined || is === undefined) throw new Error('two readings');
      const flow = {
        ...{ tenant: TENANT, currency, snapshot: snapshot.scheduledFor, readAt: snapshot.takenAt },
        ...{ sinceSnapshot: before.scheduledFor, sinceReadAt: before.takenAt },
        ...{ opening: was.total.toFixed(), closing: is.total.toFixed(), unexplained: '0' },
        movements: [
          {
            ...({ kind: 'withdrawal', instructionId: 'w-1', at: tickOf(0), amount: '-1' } as const),
            ...({
              askedBy: 'tom',
              approvedBy: ['ann'],
              about: { code: 'withdrawal', accountLabel: 'in parts' },
            } as const),
          },
        ],
        ...{ price: '2', reportingCurrency: 'USD', version: 1 },
      };
      books.flows.set(flowKey(flow), flow);
    }
    before = snapshot;
  }
  put('2026-11-20T00:00:00.000Z', PARTS);
  return books;
}

/** The reference of each part, by its place. */
function referencesIn(statement: Statement): readonly (readonly [string, string])[] {
  const entries = statement.currencies.flatMap(({ currency, movements }) =>
    movements.map((movement) => ({
      happening: movementHappening(currency, movement),
      movement,
      place: `${currency} ${movement.snapshot}`,
    })),
  );
  const references = referencesOf(statement, entries);
  return entries.map(({ place }, index) => [place, references[index] ?? '']);
}

async function monthsIn(timeZone: string, isFrozen: boolean) {
  const books = booked().ports();
  const kept = new Map<string, Statement>();
  const found: (readonly [string, string])[] = [];
  for (const month of ['2026-09', '2026-10', '2026-11']) {
    const read = async (_: string, each: string) => kept.get(each) ?? null;
    const statement = await workedOut(books, { tenant: TENANT, month, timeZone }, read);
    if (statement === null) continue;
    if (isFrozen) kept.set(month, frozen(statement, '2026-12-05T00:00:00.000Z'));
    found.push(...referencesIn(statement));
  }
  expect(kept.has(monthBefore('2026-11'))).toBe(isFrozen);
  return found;
}

describe('an instruction that is booked in parts around the end of a month', () => {
  it.each(ZONES)(
    'has one reference for each part, and another for each other, in %s',
    async (zone) => {
      const found = await monthsIn(zone, false);
      expect(found).toHaveLength(2 * PARTS);
      expect(new Set(found.map(([place]) => place)).size).toBe(2 * PARTS);
      expect(new Set(found.map(([, reference]) => reference)).size).toBe(2 * PARTS);
    },
  );

  it('the same in every zone, interim and final', async () => {
    const expected = new Map(await monthsIn('UTC', false));
    for (const zone of ZONES) {
      expect(new Map(await monthsIn(zone, false)), zone).toEqual(expected);
      expect(new Map(await monthsIn(zone, true)), `${zone}, frozen`).toEqual(expected);
    }
  });

  it('does not give a reference again that a frozen month has, whatever was reconciled otherwise since', async () => {
    const timeZone = 'America/Los_Angeles';
    const all = booked();
    const october = await workedOut(all.ports(), { tenant: TENANT, month: '2026-10', timeZone });
    if (october === null) throw new Error('October has snapshots');
    const kept = frozen(october, '2026-12-05T00:00:00.000Z');
    // What was shown in November of UTC, and in October of this zone, is not taken for a part any more.
    for (const [id, flow] of all.flows) {
      const isShownBoth = flow.snapshot >= '2026-11-01' && flow.snapshot < october.to;
      if (isShownBoth) all.flows.set(id, { ...flow, movements: [], unexplained: '-1' });
    }
    const november = await workedOut(
      all.ports(),
      { tenant: TENANT, month: '2026-11', timeZone },
      async (_, month) => (month === '2026-10' ? kept : null),
    );
    if (november === null) throw new Error('November has snapshots');
    const references = [kept, november].map((each) =>
      referencesIn(each).map(([, reference]) => reference),
    );
    expect(references.map(({ length }) => length > 0)).toEqual([true, true]);
    expect(new Set(references.flat()).size).toBe(references.flat().length);
  });

  it('is looked up only where something was under way as the month began', async () => {
    const asked: string[] = [];
    const { flows, readings } = booked().ports();
    const movedBetween: typeof flows.movedBetween = async (tenant, currency, from, to) => {
      asked.push(currency);
      return await flows.movedBetween(tenant, currency, from, to);
    };
    const books = { readings, flows: { ...flows, movedBetween } };
    await workedOut(books, { tenant: TENANT, month: '2026-10', timeZone: 'Europe/Zurich' });
    expect(asked).toEqual([]);
    await workedOut(books, { tenant: TENANT, month: '2026-11', timeZone: 'Europe/Zurich' });
    expect(asked.sort()).toEqual(['BTC', 'ETH']);
  });
});
