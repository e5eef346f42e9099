import readXlsxFile from 'read-excel-file/node';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../../../reporting/formats/report.ts';
import {
  XLSX_MAX_CELL_CHARACTERS,
  XLSX_MAX_ROWS,
} from '../../../../reporting/formats/xlsx/limits.ts';
import { renderXlsx } from '../../../../reporting/formats/xlsx/render.ts';
import { part, ROWS, report } from './sample-report.ts';
import { wholeFile } from './whole-file.ts';

/** Empty rows of 64 kB of a sheet, by far. */
const CHUNK_ROWS = 64 * 1024;

const workbook = (of: Report) => wholeFile(renderXlsx(of));

describe('XLSX', () => {
  test('exact text beside a rounded number, dates as dates, integers as integers', async () => {
    const file = await workbook(report(part(ROWS)));
    const [sheet] = await readXlsxFile(file);
    expect(sheet?.sheet).toBe('Balances');
    expect(sheet?.data).toEqual([
      [
        'Currency',
        'At (UTC)',
        'Day',
        'Amount (exact)',
        'Amount (rounded)',
        'Value (exact)',
        'Value (rounded)',
        'Count',
      ],
      [
        'BTC',
        expect.toSatisfy(isWithinAMillisecondOf('2026-03-29T00:59:59.123Z')),
        new Date('2026-03-29T00:00:00.000Z'),
        '-1.5',
        -1.5,
        '-97500.123456789012345678',
        -97500.123456789,
        3,
      ],
      ['=HYPERLINK("http://x")', null, null, '0.000000000000000001', 1e-18, null, null, null],
    ]);
  });

  test('the heading is frozen, texts are no formulas, each part is a sheet of its own name', async () => {
    const long = 'A title: longer than a sheet name may be';
    const parts = [part(ROWS), { ...part([]), title: long }, { ...part([]), title: long }];
    const file = await workbook(report(...parts));
    const sheets = await readXlsxFile(file);
    expect(sheets.map(({ sheet }) => sheet)).toEqual([
      'Balances',
      'A title  longer than a sheet na',
      'A title  longer than a sheet  2',
    ]);
    const xml = await unpacked(file, 'xl/worksheets/sheet1.xml');
    expect(xml).toMatch(/<pane ySplit="1"[^>]*state="frozen"/);
    expect(xml).not.toContain('<f>');
  });

  test('a price is shown with its digits, and is none of the values that are shown to the cent', async () => {
    const columns = [
      { key: 'price', title: 'Price', type: 'price' },
      { key: 'value', title: 'Value', type: 'value' },
    ] as const;
    const rows = [{ price: '0.00001234', value: '0.00001234' }];
    const file = await workbook(report(part(rows, columns)));
    const [sheet] = await readXlsxFile(file);
    expect(sheet?.data[1]).toEqual(['0.00001234', 0.00001234, '0.00001234', 0.00001234]);
    const styles = await unpacked(file, 'xl/styles.xml');
    const xml = await unpacked(file, 'xl/worksheets/sheet1.xml');
    const [price, value] = [...xml.matchAll(/<c r="[BD]2" s="(\d+)"/g)].map(([, style]) => style);
    expect(price).not.toBe(value);
    expect(styles).toContain('#,##0.00################');
  });

  test('texts that look like escapes, and carriage returns, are read as they were written', async () => {
    const currency = 'a_x0041_b\rc_x000D_';
    const file = await workbook(report(part([{ currency }])));
    const xml = await unpacked(file, 'xl/worksheets/sheet1.xml');
    expect(xml).toContain('a_x005F_x0041_b_x000D_c_x005F_x000D_');
    const excel = (text: string) =>
      text.replace(/_x([0-9A-F]{4})_/g, (_, code) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      );
    expect(excel('a_x005F_x0041_b_x000D_c_x005F_x000D_')).toBe(currency);
  });

  test('a number has no more digits than a double holds', async () => {
    const file = await workbook(report(part([{ amount: '12345678901234567890.123' }])));
    const [sheet] = await readXlsxFile(file);
    expect(sheet?.data[1]?.slice(3, 5)).toEqual(['12345678901234567890.123', 12345678901234600000]);
  });

  test('characters that XML cannot carry are written out, never dropped', async () => {
    const file = await workbook(report(part([{ currency: 'a\u0007b\ud800c\ufffdd 🙂' }])));
    const [sheet] = await readXlsxFile(file);
    expect(sheet?.data[1]?.[0]).toBe('a⟨U+0007⟩b⟨U+D800⟩c⟨U+FFFD⟩d 🙂');
  });

  test('a text that no cell takes is refused with both lengths', async () => {
    const fits = 'x'.repeat(XLSX_MAX_CELL_CHARACTERS);
    const file = await workbook(report(part([{ currency: fits }])));
    expect((await readXlsxFile(file))[0]?.data[1]?.[0]).toBe(fits);
    const refused = workbook(report(part([{ currency: `${fits}x` }])));
    await expect(refused).rejects.toMatchObject({
      code: 'xlsx-cell-too-long',
      message: expect.stringContaining('32768 characters'),
    });
  });

  test('more rows than a sheet takes are refused, and those before are passed on as they come', async () => {
    let made = 0;
    function* rows() {
      for (;;) {
        made += 1;
        yield {};
      }
    }
    const pieces = renderXlsx(report(part(rows())));
    while (made === 0) await pieces.next();
    // A heading and some rows: a chunk, and no more of them.
    expect(made).toBeLessThan(CHUNK_ROWS);
    await expect(wholeFile(pieces)).rejects.toMatchObject({
      code: 'xlsx-too-many-rows',
      message: expect.stringContaining(`${XLSX_MAX_ROWS} rows`),
    });
    expect(made).toBe(XLSX_MAX_ROWS);
  });
});

/** Excel keeps a time as a fraction of a day in a double; readers cut the last millisecond off. */
function isWithinAMillisecondOf(instant: string): (seen: unknown) => boolean {
  return (seen) => seen instanceof Date && Math.abs(seen.getTime() - Date.parse(instant)) <= 1;
}

/** One file of the archive, by its central directory. */
async function unpacked(archive: Buffer, wanted: string): Promise<string> {
  const { inflateRawSync } = await import('node:zlib');
  for (
    let at = archive.indexOf('PK\x01\x02');
    at >= 0;
    at = archive.indexOf('PK\x01\x02', at + 4)
  ) {
    const nameLength = archive.readUInt16LE(at + 28);
    if (archive.toString('utf8', at + 46, at + 46 + nameLength) !== wanted) continue;
    const size = archive.readUInt32LE(at + 20);
    const local = archive.readUInt32LE(at + 42);
    const begin = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    return inflateRawSync(archive.subarray(begin, begin + size)).toString();
  }
  throw new Error(`${wanted} is not in the archive`);
}
