import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import type { Places } from '../test/importers/readers.ts';
import { MONTHS } from '../test/importers/two-years.ts';
import { type ImportersVerdict, verifyImporters } from '../test/importers/verify-importers.ts';

/*
 * npm run verify:importers: two years of a made-up treasury, reports and statements, into the importers of others that are
 * installed. Says what it left out, and the command that installs it; installs nothing, and needs no network.
 */

/** Sentences of one tool that are shown; --json has all. */
const MOST_SHOWN = 10;

interface VerifyOptions extends Places {
  readonly months: number;
  readonly folder?: string;
  readonly json?: true;
}

const options = new Command('verify-importers')
  .description('Reads two years of documents with the importers that are installed.')
  .option('--python <path>', 'a python3, or that of an environment', 'python3')
  .option('--java <path>', 'a java', 'java')
  .option('--jars <folder>', 'with the jars of Prowide', 'node_modules/.cache/prowide')
  .option('--hledger <path>', 'an hledger', 'hledger')
  .option('--months <number>', 'the first of them alone', checkedMonths, MONTHS.length)
  .option('--folder <folder>', 'keeps the documents there')
  .option('--json', 'one JSON object')
  .allowExcessArguments(false)
  .parse()
  .opts<VerifyOptions>();

const { months } = options;
const folder = options.folder ?? mkdtempSync(path.join(tmpdir(), 'sluice-importers-'));
try {
  const verdict = await verifyImporters(options, { folder: path.resolve(folder), months });
  const said = options.json === true ? [JSON.stringify(verdict)] : linesOf(verdict);
  process.stdout.write(`${said.join('\n')}\n`);
  if (verdict.tried.some(({ breaks }) => breaks.length > 0)) process.exitCode = 1;
} finally {
  if (options.folder === undefined) rmSync(folder, { recursive: true, force: true });
}

function checkedMonths(text: string): number {
  const value = /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= 1 && value <= MONTHS.length) return value;
  throw new InvalidArgumentError(`Expected 1 to ${MONTHS.length}.`);
}

function linesOf({ tried, leftOut }: ImportersVerdict): readonly string[] {
  const rows = tried.map(({ tool, version, documents, entries, unbooked, breaks }) => [
    ...[tool, version, String(documents), String(entries)],
    breaks.length === 0 ? 'no double, no break' : `${breaks.length} breaks`,
    unbooked === 0 ? '' : `${unbooked} documents read and not booked`,
  ]);
  return [
    ...columns([['tool', 'version', 'documents', 'entries', 'result', ''], ...rows]),
    ...tried.flatMap(({ tool, breaks }) =>
      breaks.slice(0, MOST_SHOWN).map((each) => `${tool}: ${each}`),
    ),
    ...leftOut.map(({ tool, install }) => `left out, not installed: ${tool} (${install})`),
  ];
}

function columns(rows: readonly (readonly string[])[]): readonly string[] {
  const [head = []] = rows;
  const widths = head.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
