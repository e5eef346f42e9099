import { createSeries } from '../../adapters/store/series.ts';
import { decimalOf, formatDecimal } from '../../treasury/money/decimal-text.ts';
import { hourOf } from '../../treasury/series/hour.ts';
import { type SeriesName, type SeriesPoint, TOTAL } from '../../treasury/series/series.ts';
import { writeDay } from '../../treasury/series/update-series.ts';
import { plusSeconds } from '../../treasury/time/instant.ts';
import { seeded } from '../seeded.ts';
import { benchCurrencies } from './bench-policy.ts';
import { storedBytes } from './stored-bytes.ts';
import type { CostTables } from './tables.ts';
import { type Counted, perOne, type Units } from './units.ts';

const DAY = '2026-01-04';
const MINUTES_A_DAY = 1_440;
const SEED = 20_260_104;

/** The share of one tick in the end of its day: the series of a whole day are closed. */
export interface DaysEnd {
  readonly units: Units;
  readonly bytes: number;
}

/** A day whose hours are written, closed. Prices move with every tick, balances stay. */
export async function measureDaysEnd(
  tables: CostTables,
  counted: Counted,
  currencies: number,
  everyMinutes: number,
): Promise<DaysEnd> {
  const tenant = `day-${currencies}-${everyMinutes}`;
  const series = createSeries(tables.seriesTable);
  const hours = Map.groupBy(ticksOfDay(everyMinutes), hourOf);
  const pointsAt = movingPoints(currencies);
  for (const [hour, ticks] of hours) {
    const points = new Map<SeriesName, SeriesPoint[]>();
    for (const tick of ticks) {
      for (const [name, point] of pointsAt(tick)) {
        points.set(name, [...(points.get(name) ?? []), point]);
      }
    }
    await series.writeHour(tenant, hour, ticks.length, points);
  }
  const before = await storedBytes([tables.seriesTable], tenant);
  const { value: _, ...units } = await counted(() => writeDay({ series }, tenant, DAY));
  const bytes = (await storedBytes([tables.seriesTable], tenant)) - before;
  const ticks = MINUTES_A_DAY / everyMinutes;
  return { units: perOne(units, ticks), bytes: bytes / ticks };
}

function ticksOfDay(everyMinutes: number): readonly string[] {
  return Array.from({ length: MINUTES_A_DAY / everyMinutes }, (_, index) =>
    plusSeconds(`${DAY}T00:00:00.000Z`, index * everyMinutes * 60),
  );
}

function movingPoints(currencies: number) {
  const random = seeded(SEED);
  const held = benchCurrencies(currencies, random).map(({ name, balance }) => ({
    name,
    amount: balance.toFixed(8),
    price: 10 ** (random() * 5),
  }));
  return (at: string): readonly (readonly [SeriesName, SeriesPoint])[] => {
    const rest = { at, reportingCurrency: 'USD', unvalued: [] };
    const points = held.map((each) => {
      each.price *= 1 + (random() - 0.5) / 500;
      const price = each.price.toFixed(4);
      const value = formatDecimal(decimalOf(each.amount).times(decimalOf(price)));
      return [each.name, { ...rest, amount: each.amount, price, value }] as const;
    });
    const total = held.reduce((sum, { amount, price }) => sum + Number(amount) * price, 0);
    return [...points, [TOTAL, { ...rest, amount: total.toFixed(12), price: null, value: null }]];
  };
}
