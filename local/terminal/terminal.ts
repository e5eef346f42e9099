import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

/** Assumed where a terminal does not say how wide it is. */
const USUAL_WIDTH = 80;

/** A line that is written over while work goes on; null if there is none. */
const progress: { text: string | null } = { text: null };

/** Back to the beginning of the line, and everything behind it gone. */
const CLEAR_LINE = '\r\u001b[2K';

function write(stream: NodeJS.WriteStream, text: string): void {
  const { text: under } = progress;
  if (under !== null) process.stdout.write(CLEAR_LINE);
  stream.write(text);
  if (under !== null) process.stdout.write(under);
}

/** The one place where the local stack writes for a person. */
export const terminal = {
  say: (line: string): void => write(process.stdout, `${line}\n`),
  complain: (line: string): void => write(process.stderr, `${line}\n`),
  /** Shows a line in place of the one before; null takes it away. Only for a terminal. */
  showProgress: (text: string | null): void => {
    if (progress.text !== null) process.stdout.write(CLEAR_LINE);
    // Cut before it is painted: what ends a colour must not be cut off.
    progress.text =
      text === null ? null : terminal.painted('dim', text.slice(0, widthOfTerminal() - 1));
    if (progress.text !== null) process.stdout.write(progress.text);
  },
  /** Whether a person sees it; otherwise it goes to a file or a program. */
  get isInteractive(): boolean {
    return process.stdout.isTTY === true;
  },
  /** Characters of a line; null where it is no terminal, and nothing is wrapped. */
  get width(): number | null {
    return process.stdout.isTTY ? widthOfTerminal() : null;
  },
  /** In colour on a terminal, unless NO_COLOR is set. */
  painted: (style: Style, text: string): string =>
    styleText(style, text, { stream: process.stdout }),
};

function widthOfTerminal(): number {
  return process.stdout.columns || USUAL_WIDTH;
}
