/*
 * The writer's style sheet has cell formats alone. A workbook has named styles as well (ECMA-376 part 1, 18.8): without "Normal"
 * readers make one up, warn, or repair the file. Each format names what it is made of.
 */

/** The default style: General, in the first font, the first fill and the first border. */
const GENERAL = 'numFmtId="0" fontId="0" fillId="0" borderId="0"';
const STYLE_FORMATS = `<cellStyleXfs count="1"><xf ${GENERAL}/></cellStyleXfs>`;
const STYLES =
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>';

/** What a format refers to, where it does not say so itself. */
const DEFAULTS = ['numFmtId', 'fontId', 'fillId', 'borderId', 'xfId'] as const;

/** @throws Error if the writer's style sheet is not as it was: an upgrade shows in the first file of a test. */
export function withDefaultStyle(xml: string): string {
  const [before, formats, after, ...more] = xml.split(/(<cellXfs[^>]*>.*<\/cellXfs>)/s);
  if (before === undefined || formats === undefined || after === undefined || more.length > 0) {
    throw new Error('the style sheet of a workbook has no formats');
  }
  const complete = formats.replace(/<xf ([^>]*)>/g, (_, said: string) => {
    const left = DEFAULTS.filter((name) => !said.includes(`${name}=`));
    return `<xf ${[...left.map((name) => `${name}="0"`), said.trim()].join(' ').trim()}>`;
  });
  return `${before}${STYLE_FORMATS}${complete}${STYLES}${after}`;
}

const NAMED_STYLES = {
  files: { transform: { 'xl/styles.xml': { transform: withDefaultStyle } } },
};

/** The font that Excel has for new workbooks. */
export const STYLED = { fontFamily: 'Calibri', fontSize: 11, features: [NAMED_STYLES] };
