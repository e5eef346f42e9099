import { MAX_FRACTION_DIGITS } from '../../../treasury/money/decimal-text.ts';
import { escapedXml } from './escaped-xml.ts';
import type { ZipEntry } from './zip.ts';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** As many fraction digits as decimal text has, and as a format of Excel takes: no amount is shown as zero that is none. */
const ALL_DIGITS = `#,##0.00${'#'.repeat(MAX_FRACTION_DIGITS - 2)}`;

const FORMATS = {
  amount: ALL_DIGITS,
  value: '#,##0.00',
  price: ALL_DIGITS,
  instant: 'yyyy-mm-dd hh:mm:ss.000',
  date: 'yyyy-mm-dd',
  integer: '0',
} as const;

/** The first number of a format that is none of Excel's own. */
const FIRST_FORMAT = 164;

/** Cells of one look; the place in this list is what a cell names it by. */
const STYLES = ['plain', 'heading', 'exact', ...(Object.keys(FORMATS) as Formatted[])] as const;
type Formatted = keyof typeof FORMATS;
export type CellStyle = (typeof STYLES)[number];

export function styleNumber(style: CellStyle): number {
  return STYLES.indexOf(style);
}

/** The files of a workbook beside its sheets. */
export function workbookEntries(names: readonly string[]): readonly ZipEntry[] {
  const entry = (name: string, text: string): ZipEntry => ({ name, content: [`${HEAD}${text}`] });
  const sheets = names.map((name, index) => ({ name, number: index + 1 }));
  return [
    entry(
      '[Content_Types].xml',
      `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>${sheets
        .map(
          ({ number }) =>
            `<Override PartName="/${sheetPath(number)}" ContentType="${TYPE}.worksheet+xml"/>`,
        )
        .join('')}</Types>`,
    ),
    entry(
      '_rels/.rels',
      relationships([
        `<Relationship Id="rId1" Type="${DOCUMENT}/officeDocument" Target="xl/workbook.xml"/>`,
      ]),
    ),
    entry(
      'xl/workbook.xml',
      `<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}"><sheets>${sheets
        .map(
          ({ name, number }) =>
            `<sheet name="${escapedXml(name)}" sheetId="${number}" r:id="rId${number}"/>`,
        )
        .join('')}</sheets></workbook>`,
    ),
    entry(
      'xl/_rels/workbook.xml.rels',
      relationships([
        ...sheets.map(
          ({ number }) =>
            `<Relationship Id="rId${number}" Type="${DOCUMENT}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
        ),
        `<Relationship Id="rId${sheets.length + 1}" Type="${DOCUMENT}/styles" Target="styles.xml"/>`,
      ]),
    ),
    entry('xl/styles.xml', stylesXml()),
  ];
}

export function sheetPath(number: number): string {
  return `xl/worksheets/sheet${number}.xml`;
}

function relationships(parts: readonly string[]): string {
  return `<Relationships xmlns="${PACKAGE}/relationships">${parts.join('')}</Relationships>`;
}

/** With the default style that every reader expects at its first place. */
function stylesXml(): string {
  const formatted = Object.keys(FORMATS) as Formatted[];
  const numFmts = formatted.map(
    (kind, index) =>
      `<numFmt numFmtId="${FIRST_FORMAT + index}" formatCode="${escapedXml(FORMATS[kind])}"/>`,
  );
  const font = '<name val="Calibri"/><sz val="11"/><family val="2"/>';
  const xfs = STYLES.map((style) => {
    const at = (formatted as readonly CellStyle[]).indexOf(style);
    if (at >= 0) return xf(`numFmtId="${FIRST_FORMAT + at}" fontId="0" applyNumberFormat="1"`);
    if (style === 'heading') return xf('numFmtId="0" fontId="1" applyFont="1"');
    if (style === 'plain') return xf('numFmtId="0" fontId="0"');
    return `<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" applyAlignment="1"><alignment horizontal="right"/></xf>`;
  });
  return `<styleSheet xmlns="${MAIN}"><numFmts count="${numFmts.length}">${numFmts.join('')}</numFmts><fonts count="2"><font>${font}</font><font><b/>${font}</font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${xfs.length}">${xfs.join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
}

function xf(attributes: string): string {
  return `<xf ${attributes} fillId="0" borderId="0" xfId="0"/>`;
}

/** Begins a sheet whose heading stays where it is. `widths`: of its columns, in characters. */
export function sheetBegin(widths: readonly number[]): string {
  const columns = widths.map(
    (width, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  const cols = columns.length === 0 ? '' : `<cols>${columns.join('')}</cols>`;
  return `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>${cols}<sheetData>`;
}

export const SHEET_END = '</sheetData></worksheet>';
