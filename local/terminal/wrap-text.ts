/**
 * One word of a line: an amount stays with its currency ("50,000 USD"), a number with its unit ("50 %", "10 s"), however
 * narrow the terminal is.
 */
const WORD = /\S*\d (?:[A-Z][A-Z0-9]{1,19}\b|%|s\b)\S*|\S+/g;

/** Narrower than this, lines would be longer than wide. */
const MIN_WIDTH = 20;

/** The text in lines of at most so many characters; a word that is longer has a line of its own. */
export function wrapText(text: string, width: number): readonly string[] {
  const room = Math.max(width, MIN_WIDTH);
  const lines: string[] = [];
  let line = '';
  for (const [word] of text.matchAll(WORD)) {
    if (line !== '' && line.length + 1 + word.length > room) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}

/** The text behind a prefix, wrapped; further lines are indented. A null width does not wrap. */
export function hangingText(
  prefix: string,
  text: string,
  width: number | null,
  indent: number = prefix.length,
): string {
  if (width === null) return `${prefix}${text}`;
  const first = wrapText(text, width - prefix.length);
  if (first.length < 2) return `${prefix}${first[0] ?? ''}`;
  const [head = ''] = first;
  const rest = wrapText(text.slice(head.length).trimStart(), width - indent);
  return [`${prefix}${head}`, ...rest.map((line) => `${' '.repeat(indent)}${line}`)].join('\n');
}
