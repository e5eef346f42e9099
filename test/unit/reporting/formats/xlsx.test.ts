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

/** Thirty fraction digits: as many as decimal text has. */
const ALL_DIGITS = `#,##0.00${'#'.repeat(28)}`;

/** The formats of the numbers in a row, in the order of their columns. */
async function formatsOf(file: Buffer, row: number): Promise<readonly string[]> {
  const styles = `${await unpacked(file, 'xl/styles.xml')}`;
  const xml = `${await unpacked(file, 'xl/worksheets/sheet1.xml')}`;
  const cells = /<cellXfs.*<\/cellXfs>/s.exec(styles)?.[0] ?? '';
  const ids = [...cells.matchAll(/<xf [^>]*?numFmtId="(\d+)"/g)].map(([, id]) => id);
  const numbers = [...xml.matchAll(new RegExp(`<c r="[A-Z]+${row}" s="(\\d+)"><v>`, 'g'))];
  return numbers.map(
    ([, style]) =>
      new RegExp(`numFmtId="${ids[Number(style)]}" formatCode="([^"]*)"`).exec(styles)?.[1] ?? '',
  );
}

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

  test('a price is shown with its digits', async () => {
    const columns = [
      { key: 'price', title: 'Price', type: 'price' },
      { key: 'value', title: 'Value', type: 'value' },
    ] as const;
    const rows = [{ price: '0.00001234', value: '0.00001234' }];
    const file = await workbook(report(part(rows, columns)));
    const [sheet] = await readXlsxFile(file);
    expect(sheet?.data[1]).toEqual(['0.00001234', 0.00001234, '0.00001234', 0.00001234]);
    expect(await formatsOf(file, 2)).toEqual([ALL_DIGITS, ALL_DIGITS]);
  });

  test('a value is shown to the cent, and never as a zero that it is not: "-0.00" says that something is owed', async () => {
    const columns = [{ key: 'value', title: 'Value', type: 'value' }] as const;
    const shown = async (value: string) => {
      const file = await workbook(report(part([{ value }], columns)));
      const [sheet] = await readXlsxFile(file);
      return [...(await formatsOf(file, 2)), ...(sheet?.data[1] ?? [])];
    };
    expect(await shown('-12.345')).toEqual(['#,##0.00', '-12.345', -12.345]);
    expect(await shown('-0.005')).toEqual(['#,##0.00', '-0.005', -0.005]);
    expect(await shown('-0.0049')).toEqual([ALL_DIGITS, '-0.0049', -0.0049]);
    expect(await shown('0.0049')).toEqual([ALL_DIGITS, '0.0049', 0.0049]);
    expect(await shown('-0.00')).toEqual(['#,##0.00', '0.00', 0]);
    expect(await shown('0')).toEqual(['#,##0.00', '0', 0]);
  });

  test('no amount that decimal text can hold is shown as zero', async () => {
    const columns = [{ key: 'amount', title: 'Amount', type: 'amount' }] as const;
    const file = await workbook(report(part([{ amount: `0.${'0'.repeat(29)}1` }], columns)));
    const [format = ''] = await formatsOf(file, 2);
    expect(format.split('.')[1]).toHaveLength(30);
  });

  test('the style sheet has the default style, and every format names what there is', async () => {
    const file = await workbook(report(part(ROWS)));
    const styles = `${await unpacked(file, 'xl/styles.xml')}`;
    const order = ['numFmts', 'fonts', 'fills', 'borders', 'cellStyleXfs', 'cellXfs', 'cellStyles'];
    const found = order.map((name) => styles.indexOf(`<${name} `));
    expect(found).toEqual([...found].sort((a, b) => a - b));
    expect(found).not.toContain(-1);
    expect(styles).toContain('<cellStyle name="Normal" xfId="0" builtinId="0"/>');
    const count = (name: string) => Number(new RegExp(`<${name} count="(\\d+)"`).exec(styles)?.[1]);
    const cells = /<cellXfs.*<\/cellXfs>/s.exec(styles)?.[0] ?? '';
    const formats = [...cells.matchAll(/<xf ([^>]*)>/g)].map(([, said = '']) =>
      Object.fromEntries(
        [...said.matchAll(/(\w+)="(\d+)"/g)].map(([, name, id]) => [name, Number(id)]),
      ),
    );
    expect(formats).toHaveLength(count('cellXfs'));
    expect(formats[0]).toMatchObject({ numFmtId: 0, fontId: 0, fillId: 0, borderId: 0, xfId: 0 });
    for (const { fontId = -1, fillId = -1, borderId = -1, xfId = -1, numFmtId = -1 } of formats) {
      expect([fontId, fillId, borderId, xfId, numFmtId].filter((id) => id < 0)).toEqual([]);
      expect([fontId < count('fonts'), fillId < count('fills')]).toEqual([true, true]);
      expect([borderId < count('borders'), xfId < count('cellStyleXfs')]).toEqual([true, true]);
      expect(numFmtId === 0 || styles.includes(`<numFmt numFmtId="${numFmtId}"`)).toBe(true);
    }
    for (const [font] of styles.matchAll(/<font>.*?<\/font>/gs)) {
      expect(font).toMatch(/<name val="Calibri"\/><sz val="11"\/>/);
    }
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
