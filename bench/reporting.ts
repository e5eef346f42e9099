import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { startMeteredEngine } from './engine/metered-engine.ts';
import { sayRunning } from './report/running.ts';
import { PER_DAY, PER_HOUR, tickOf } from './reporting/load.ts';
import { READ_UNIT_BYTES, WRITE_UNIT_BYTES } from './reporting/meter.ts';
import { measureNaive, type Naive, naiveUnits } from './reporting/naive.ts';
import { plot } from './reporting/plot.ts';
import { QUESTIONS } from './reporting/queries.ts';
import { type Books, booksOn } from './reporting/tables.ts';
import { timed } from './reporting/timing.ts';
import { seriesWriter, writeHistory } from './reporting/writing.ts';

/*
 * What reporting costs, in the units that are paid for, as the engine answers them, and how that grows.
 *
 *   npm run bench:reporting                    some ten minutes
 *   npm run bench:reporting -- --measured 365  writes a whole year snapshot by snapshot, not a week of it
 *   npm run bench:reporting -- --days 30       a part of a year; the questions about a year then find less
 *   npm run bench:reporting -- --part questions, and so on: writing, questions, currencies, years
 *   npm run bench:reporting -- --write         also puts the tables and plots into docs/
 */

const CURRENCIES = 50;
const WRITE_BUDGET = 12;
const GROWTH_CURRENCIES = [10, 50, 200, 1_000];
const GROWTH_YEARS = [1, 3, 10];
/** A day and the hour after it: the shortest history with a closed day, and its share of everything. */
const GROWTH_SNAPSHOTS = PER_DAY + PER_HOUR;
const DOCUMENT = 'docs/reporting.md';

const PARTS = ['writing', 'questions', 'currencies', 'years'] as const;

const { values } = parseArgs({
  options: {
    days: { type: 'string', default: '365' },
    part: { type: 'string', multiple: true, default: [...PARTS] },
    measured: { type: 'string', default: '7' },
    write: { type: 'boolean', default: false },
  },
});
const days = Number(values.days);
const measured = Number(values.measured);

const wanted = (part: (typeof PARTS)[number]): boolean => values.part.includes(part);

/** Tables by their titles. */
const sections = new Map<string, string>();
const engine = await startMeteredEngine();
try {
  sayRunning(`measuring ${values.part.join(', ')}`);
  if (wanted('writing') || wanted('questions')) await reference();
  const byCurrencies = wanted('currencies') ? await growthWithCurrencies() : null;
  const byYears = wanted('years') ? await growthWithYears() : null;
  if (values.write) await document(byCurrencies, byYears);
} finally {
  await engine.stop();
}

async function reference(): Promise<void> {
  const books = await booksOn(engine.endpoint);
  const naive = await measureNaive(books, CURRENCIES);
  if (wanted('writing')) await writing(books, naive);
  if (!wanted('questions')) return;
  const year = await booksOn(engine.endpoint);
  await seriesWriter(year, CURRENCIES)(days);
  say(`${days * PER_DAY} snapshots generated and rolled up for the questions`);
  await questions(year, days * PER_DAY, naive);
}

async function writing(books: Books, naive: Naive): Promise<void> {
  const count = measured * PER_DAY;
  say(`${CURRENCIES} currencies, a snapshot every 5 minutes: ${count} snapshots as they arrive`);
  const written = await writeHistory(books, CURRENCIES, count, progress(count));
  const per = (units: number) => (units / count).toFixed(2);
  const series = written.consumed.writeUnits - written.raw.writeUnits;
  const seriesBytes = written.consumed.writtenBytes - written.raw.writtenBytes;
  const floor = (bytes: number) => (bytes / WRITE_UNIT_BYTES / count).toFixed(2);
  table('Write units per snapshot', [
    ['', 'Sluice', 'floor (bytes / 1 kB)', 'one item per currency', 'budget'],
    ['the snapshot', per(written.raw.writeUnits), floor(written.raw.writtenBytes), '', ''],
    ['its share of hours and days', per(series), floor(seriesBytes), '', ''],
    [
      'together',
      per(written.consumed.writeUnits),
      floor(written.consumed.writtenBytes),
      naive.unitsPerSnapshot.toFixed(2),
      `${WRITE_BUDGET}`,
    ],
    ['the most with one snapshot', written.worst.toFixed(0), '', '', ''],
  ]);
  say(`reading for them: ${per(written.consumed.readUnits)} read units per snapshot`);
  say(`written in ${written.seconds.toFixed(0)} s, ${written.consumed.calls} calls`);
}

async function questions(books: Books, count: number, naive: Naive): Promise<void> {
  const end = tickOf(count);
  const units = [['', 'Sluice', 'floor (bytes / 8 kB)', 'one item per currency', 'budget']];
  const times = [['', 'ms', 'the same calls alone, ms', 'ratio', 'calls']];
  for (const question of QUESTIONS) {
    const asked = await books.meter.of(() => question.ask(books, end));
    units.push([
      question.name,
      asked.readUnits.toFixed(1),
      (asked.readBytes / READ_UNIT_BYTES).toFixed(2),
      naiveUnits(naive, question, CURRENCIES).toFixed(1),
      question.budget === undefined ? '' : `${question.budget}`,
    ]);
    const { ms, bareMs, calls } = await timed(books.client, () => question.ask(books, end));
    const ratio = (ms / bareMs).toFixed(2);
    times.push([question.name, ms.toFixed(1), bareMs.toFixed(1), ratio, String(calls)]);
    if (question.budget !== undefined && asked.readUnits > question.budget) {
      process.exitCode = 1;
      say(`over its budget: ${question.name}`);
    }
  }
  table('Read units per question', units);
  table('Time per question', times);
}

interface Growth {
  readonly places: readonly number[];
  readonly lines: Record<string, number[]>;
}

async function growthWithCurrencies(): Promise<Growth> {
  const rows = [['currencies', 'write units', 'of it raw', 'bytes of a snapshot', 'most at once']];
  const lines: Record<string, number[]> = { 'write units per snapshot': [] };
  for (const currencies of GROWTH_CURRENCIES) {
    const books = await booksOn(engine.endpoint);
    const written = await writeHistory(books, currencies, GROWTH_SNAPSHOTS);
    const per = (units: number) => units / GROWTH_SNAPSHOTS;
    rows.push([
      `${currencies}`,
      per(written.consumed.writeUnits).toFixed(2),
      per(written.raw.writeUnits).toFixed(2),
      per(written.raw.writtenBytes).toFixed(0),
      written.worst.toFixed(0),
    ]);
    lines['write units per snapshot']?.push(per(written.consumed.writeUnits));
    await ask(books, tickOf(GROWTH_SNAPSHOTS), lines, ['latest', 'one currency, 24 h raw']);
  }
  table('Growth with currencies: writing, per snapshot', rows);
  table('Growth with currencies: read units', transposed('currencies', GROWTH_CURRENCIES, lines));
  return { places: GROWTH_CURRENCIES, lines };
}

/** One currency over many years. */
async function growthWithYears(): Promise<Growth> {
  const lines: Record<string, number[]> = {};
  const names = QUESTIONS.filter(({ budget }) => budget !== undefined).map(({ name }) => name);
  const books = await booksOn(engine.endpoint);
  const write = seriesWriter(books, 1);
  for (const years of GROWTH_YEARS) {
    await write(years * days);
    await ask(books, tickOf(years * days * PER_DAY), lines, names);
  }
  table('Growth with years: read units', transposed('years', GROWTH_YEARS, lines));
  return { places: GROWTH_YEARS, lines };
}

async function ask(
  books: Books,
  end: string,
  lines: Record<string, number[]>,
  names: readonly string[],
): Promise<void> {
  for (const question of QUESTIONS.filter(({ name }) => names.includes(name))) {
    const asked = await books.meter.of(() => question.ask(books, end));
    const line = lines[question.name] ?? [];
    lines[question.name] = [...line, asked.readUnits];
  }
}

function transposed(what: string, places: readonly number[], lines: Record<string, number[]>) {
  const named = Object.entries(lines).filter(([name]) => !name.startsWith('write'));
  return [
    [what, ...named.map(([name]) => name)],
    ...places.map((place, at) => [
      `${place}`,
      ...named.map(([, of]) => (of[at] ?? Number.NaN).toFixed(1)),
    ]),
  ];
}

function table(title: string, rows: readonly (readonly string[])[]): void {
  const [head = [], ...body] = rows;
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = head.map((_, index) => (index === 0 ? '---' : '---:'));
  const text = [`### ${title}`, '', line(head), line(rule), ...body.map(line), ''];
  sections.set(title, text.join('\n'));
  process.stdout.write(`\n${text.join('\n')}\n`);
}

/** Between its two marks the document holds what was measured last, table by table. */
async function document(byCurrencies: Growth | null, byYears: Growth | null): Promise<void> {
  const text = await readFile(DOCUMENT, 'utf8');
  const [begin, end] = ['<!-- measured -->', '<!-- until here -->'];
  const [before = '', rest = ''] = text.split(begin);
  const [measured = '', after = ''] = rest.split(end);
  const tables = new Map(
    measured
      .split(/^(?=### )/m)
      .filter((each) => each.startsWith('### '))
      .map((each) => [each.slice(4, each.indexOf('\n')), each.trimEnd()]),
  );
  for (const [title, each] of sections) tables.set(title, each.trimEnd());
  const all = [...tables.values()].join('\n\n');
  await writeFile(DOCUMENT, `${before}${begin}\n\n${all}\n\n${end}${after}`);
  const draw = async (file: string, title: string, growth: Growth | null) => {
    if (growth === null) return;
    const lines = Object.entries(growth.lines).map(([name, of]) => ({ name, values: of }));
    await writeFile(file, plot(title, growth.places, lines));
  };
  await draw('docs/reporting-currencies.svg', 'units, by currencies', byCurrencies);
  await draw('docs/reporting-years.svg', 'read units, by years of history', byYears);
}

function progress(count: number) {
  let told = 0;
  return (done: number) => {
    const percent = Math.floor((done / count) * 10) * 10;
    if (percent > told && process.stderr.isTTY) process.stderr.write(`${percent} %\n`);
    told = percent;
  };
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
