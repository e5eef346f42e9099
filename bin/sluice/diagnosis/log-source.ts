import { readFile } from 'node:fs/promises';
import { CommandError } from '../command-error.ts';

/** Where lines of the log come from. */
export interface LogSource {
  /** What it is, or why there is none: a line of the bundle. */
  readonly name: string;
  /** The latest lines that name any of these ids, oldest first, their fields taken apart. */
  readonly linesAbout: (ids: readonly string[]) => Promise<readonly unknown[]>;
}

/** Lines that go into a bundle, the latest: one instruction writes some dozen. */
export const MOST_LINES = 1_000;

export const NO_LOGS: LogSource = noLogs('none were asked for');

export function noLogs(why: string): LogSource {
  return { name: `none: ${why}`, linesAbout: async () => [] };
}

/** Files that are read one after the other, the oldest first; one that is gone is passed over if another is there. */
export function fileLogs(name: string, files: readonly string[]): LogSource {
  return {
    name,
    linesAbout: async (ids) => {
      const texts = await Promise.all(files.map(textOf));
      if (texts.every((text) => text === null)) {
        throw new CommandError(`${files.at(-1)} cannot be read`, {
          exit: 'usage',
          help: 'Name a file that you may read: --logs FILE.',
        });
      }
      return texts
        .flatMap((text) => (text ?? '').split('\n'))
        .filter((line) => ids.some((id) => line.includes(id)))
        .slice(-MOST_LINES)
        .map(fieldsOfLine);
    },
  };
}

async function textOf(file: string): Promise<string | null> {
  return await readFile(file, 'utf8').catch(() => null);
}

/** A line of a function is JSON, locally behind the function's name; redacting takes its fields apart. */
export function fieldsOfLine(line: string): unknown {
  const start = line.indexOf('{');
  if (start === -1) return line;
  try {
    const from = line.slice(0, start).trim();
    return { ...(from === '' ? {} : { from }), ...JSON.parse(line.slice(start)) };
  } catch {
    return line;
  }
}
