import path from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { ANALYTICS_FOLDER } from '../local/data-folder/files.ts';
import { renderTable } from '../local/report/table.ts';
import { openAnalystDatabase, type SqlAnswer } from '../local/sql/analyst-database.ts';
import { type Asked, askedByName, type Given } from '../local/sql/ask.ts';
import { SqlError } from '../local/sql/sql-error.ts';
import { terminal } from '../local/terminal/terminal.ts';
import { namedQueries, QUERY_PARAMETERS } from '../reporting/analytics/named-queries.ts';
import { csvText } from '../reporting/formats/csv.ts';
import { instantOf } from '../treasury/time/instant.ts';

/*
 * npm run sql: asks the analyst's files in SQL, on this machine; what Athena answers where they are in S3.
 */

/** Rows that are printed by default: a screen or two. */
const USUAL_ROWS = 1_000;
/** Rows at most: a spreadsheet's worth. They are held in memory. */
const MAX_ROWS = 1_000_000;

/** The place where npm start keeps everything. */
const DEFAULT_DATA_FOLDER = path.resolve(import.meta.dirname, '..', '.sluice', 'data');

interface Options extends Given {
  readonly named?: string;
  readonly list?: true;
  readonly data?: string;
  readonly files?: string;
  readonly json?: true;
  readonly csv?: true;
  readonly limit: number;
}

const program = new Command('sql')
  .description(
    'Answers a question in SQL from the files that snapshots, flows, breaks, instructions and decisions are in.',
  )
  .argument('[select]', 'one SELECT over the tables of docs/analytics.md')
  .option('--list', 'the named queries')
  .option('--named <query>', 'one of them instead of a SELECT');
for (const [name, { description }] of Object.entries(QUERY_PARAMETERS)) {
  program.option(`--${name} <value>`, `for named queries: ${description}`);
}
program
  .option('--data <folder>', 'the data folder of npm start (default: .sluice/data)')
  .addOption(
    new Option('--files <folder>', 'a copy of the bucket, instead of --data').conflicts('data'),
  )
  .option('--json', 'rows as JSON, every cell text or null')
  .addOption(new Option('--csv', 'rows as CSV').conflicts('json'))
  .option('--limit <rows>', 'rows at most', rowCount, USUAL_ROWS)
  .action(run);

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof SqlError)) throw error;
  terminal.complain(error.message);
  process.exitCode = 1;
}

async function run(select: string | undefined, options: Options): Promise<void> {
  if (options.list) {
    terminal.say(listed());
    return;
  }
  const database = await openAnalystDatabase(folderOf(options));
  try {
    const { sql, parameters } = questionOf(select, options);
    const answer = await database.query(sql, parameters, options.limit);
    terminal.say(shown(answer, options));
    if (answer.more) {
      terminal.complain(`there are more than ${options.limit} rows; --limit shows more of them`);
    }
  } finally {
    database.close();
  }
}

function questionOf(select: string | undefined, options: Options): Asked {
  const { named } = options;
  if ((select === undefined) === (named === undefined)) {
    throw new SqlError('expected either a SELECT in quotes or --named; --list shows the names');
  }
  if (named === undefined) return { sql: select ?? '', parameters: [] };
  return askedByName(named, options, instantOf(Date.now()));
}

function folderOf({ data, files }: Options): string {
  return files ?? path.join(data ?? DEFAULT_DATA_FOLDER, ANALYTICS_FOLDER);
}

function listed(): string {
  const rows = namedQueries().map(({ name, parameters, description }) => [
    name,
    parameters.map((each) => `--${each}`).join(' '),
    description,
  ]);
  return renderTable([{ title: 'query' }, { title: 'takes' }, { title: 'answers' }], rows);
}

function shown({ columns, rows }: SqlAnswer, { json, csv }: Options): string {
  if (json) {
    const objects = rows.map((row) =>
      Object.fromEntries(columns.map((column, index) => [column, row[index] ?? null])),
    );
    return JSON.stringify(objects, null, 2);
  }
  const cells = rows.map((row) => row.map((cell) => cell ?? ''));
  if (csv) return csvText([columns, ...cells]).trimEnd();
  const table = renderTable(
    columns.map((title) => ({ title })),
    cells,
  );
  return `${table}\n${rows.length} ${rows.length === 1 ? 'row' : 'rows'}`;
}

function rowCount(text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count >= 1 && count <= MAX_ROWS) return count;
  throw new InvalidArgumentError(`expected 1 to ${MAX_ROWS}`);
}
