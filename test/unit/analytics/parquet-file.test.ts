import fc from 'fast-check';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { describe, expect, it } from 'vitest';
import {
  type ParquetColumn,
  ParquetFile,
  type Row,
} from '../../../adapters/analytics/parquet-file.ts';
import { decimalCell } from '../../../treasury/analytics/decimal-cell.ts';
import { Decimal, ROUNDING } from '../../../treasury/money/decimal.ts';

const ROOM = { digits: 38, scale: 18 };

const COLUMNS: readonly ParquetColumn[] = [
  { name: 'at', type: 'instant' },
  { name: 'exact', type: 'text' },
  { name: 'rough', type: 'decimal' },
  { name: 'yes', type: 'boolean' },
  { name: 'count', type: 'whole' },
];

async function written(rows: Iterable<Row>) {
  const pieces: Uint8Array[] = [];
  const sink = {
    add: async (bytes: Uint8Array) => {
      pieces.push(bytes);
    },
    finish: async () => {},
  };
  const file = new ParquetFile(COLUMNS, ROOM, sink);
  for (const row of rows) await file.add(row);
  await file.finish();
  const bytes = new Uint8Array(Buffer.concat(pieces));
  return { file: bytes.buffer, pieces: pieces.length };
}

function row(exact: string | null): Row {
  const rough = exact === null ? null : decimalCell(exact, ROOM).unscaled;
  return { at: '2026-03-29T01:00:00.000Z', exact, rough, yes: true, count: 7 };
}

/** The unscaled decimals as they stand in a column: readers turn them into floating point. */
function unscaled(exact: string): string {
  return String(decimalCell(exact, ROOM).unscaled);
}

describe('a file of rows', () => {
  it('holds texts, instants to the millisecond, whole numbers and truths as they were', async () => {
    const { file } = await written([row('1.5'), row(null)]);
    expect(await parquetReadObjects({ file })).toEqual([
      { at: new Date('2026-03-29T01:00:00.000Z'), exact: '1.5', rough: 1.5, yes: true, count: 7 },
      { at: new Date('2026-03-29T01:00:00.000Z'), exact: null, rough: null, yes: true, count: 7 },
    ]);
  });

  it('holds an amount of 30 integer and 30 fraction digits exactly', async () => {
    const widest = `-${'9'.repeat(30)}.${'123456789'.repeat(4).slice(0, 30)}`;
    const { file } = await written([row(widest)]);
    const [read] = await parquetReadObjects({ file });
    expect(read).toMatchObject({ exact: widest, rough: null });
  });

  it('is one without rows, too', async () => {
    const { file } = await written([]);
    expect(await parquetReadObjects({ file })).toEqual([]);
    expect(parquetMetadata(file).num_rows).toBe(0n);
  });

  it('is handed over a row group at a time, and has every row in order', async () => {
    const count = 21_000;
    const rows = function* () {
      for (let index = 0; index < count; index++) yield row(`${index}.25`);
    };
    const { file, pieces } = await written(rows());
    expect(parquetMetadata(file).row_groups.map(({ num_rows }) => Number(num_rows))).toEqual([
      20_000, 1_000,
    ]);
    expect(pieces).toBeGreaterThanOrEqual(2);
    const read = await parquetReadObjects({ file, columns: ['exact'] });
    expect(read.map(({ exact }) => exact)).toEqual([...rows()].map(({ exact }) => exact));
  });

  it('refuses a row that lacks a column', async () => {
    await expect(written([{ at: null }])).rejects.toThrow('a row without its column exact');
  });
});

describe('an amount as DECIMAL(38,18)', () => {
  it('is the amount itself up to 20 integer and 18 fraction digits', () => {
    const widest = `${'9'.repeat(20)}.${'9'.repeat(18)}`;
    for (const amount of ['0', '-1', '0.000000000000000001', widest, `-${widest}`]) {
      expect(decimalCell(amount, ROOM).exact).toBe(true);
    }
    expect(unscaled(widest)).toBe('9'.repeat(38));
    expect(unscaled('-0.000000000000000001')).toBe('-1');
  });

  it('is what decimal arithmetic makes of it, whatever the amount', () => {
    const part = (least: number, most: number) =>
      fc.stringMatching(new RegExp(`^[0-9]{${least},${most}}$`));
    fc.assert(
      fc.property(fc.boolean(), part(1, 30), part(0, 30), (negative, whole, fraction) => {
        const text = `${negative ? '-' : ''}${BigInt(whole)}${fraction === '' ? '' : `.${fraction}`}`;
        const { unscaled, exact } = decimalCell(text, ROOM);
        const rounded = new Decimal(text).toDecimalPlaces(ROOM.scale, ROUNDING.halfEven);
        const fits = rounded.abs().lessThan('1e20');
        const scaled = BigInt(rounded.times('1e18').toFixed(0));
        expect(unscaled).toBe(fits ? scaled : null);
        expect(exact).toBe(fits && rounded.equals(text));
      }),
    );
  });

  it('is rounded half to even where the fraction is finer, and says so', () => {
    const rounded = (last: string) => decimalCell(`0.0000000000000000${last}`, ROOM);
    expect(rounded('025')).toEqual({ unscaled: 2n, exact: false });
    expect(rounded('035')).toEqual({ unscaled: 4n, exact: false });
    expect(rounded('0251')).toEqual({ unscaled: 3n, exact: false });
    expect(rounded('0250')).toEqual({ unscaled: 2n, exact: false });
    expect(rounded('0200')).toEqual({ unscaled: 2n, exact: true });
  });

  it('is left out where it is too large, also where only the rounding makes it so', () => {
    const tooLarge = { unscaled: null, exact: false };
    expect(decimalCell(`1${'0'.repeat(20)}`, ROOM)).toEqual(tooLarge);
    expect(decimalCell(`${'9'.repeat(20)}.${'9'.repeat(19)}`, ROOM)).toEqual(tooLarge);
  });
});
