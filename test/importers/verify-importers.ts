import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { stateOf } from '../../treasury/statements/entry-references.ts';
import { Books } from './books.ts';
import { type BankDocument, writeDocuments } from './documents.ts';
import { beancountText, hledgerText } from './plain-text-accounting.ts';
import {
  type Checker,
  checkersIn,
  type LeftOut,
  type Places,
  type Reader,
  readersIn,
} from './readers.ts';
import { Register } from './register.ts';
import { type Fetched, twoYears, ZONES } from './two-years.ts';

/** A tool that was tried on every document. */
interface Tried {
  readonly tool: string;
  readonly version: string;
  readonly documents: number;
  /** Each once, of both time zones. */
  readonly entries: number;
  /** Documents that it read, and from which nothing can be booked. */
  readonly unbooked: number;
  readonly breaks: readonly string[];
}

export interface ImportersVerdict {
  readonly tried: readonly Tried[];
  readonly leftOut: readonly Omit<LeftOut, 'version'>[];
}

/**
 * Two years of documents, each month's reports and then its statement, into every reader and checker that is installed: all
 * of them twice, as a bank delivers once more what it has delivered.
 */
export async function verifyImporters(
  places: Places,
  { folder, months }: { readonly folder: string; readonly months: number },
): Promise<ImportersVerdict> {
  const years = await twoYears(months);
  const documents = writeDocuments(years, path.join(folder, 'camt'));
  const books = writeBooks(years.fetched, path.join(folder, 'books'));
  const readers = readersIn(places);
  const checkers = checkersIn(places);
  return {
    tried: [
      ...readers.flatMap((each) => (each.version === null ? [] : [readBy(each, documents)])),
      ...checkers.flatMap((each) => (each.version === null ? [] : [checkedBy(each, books)])),
    ],
    leftOut: [...readers, ...checkers].flatMap((each) =>
      each.version === null ? [{ tool: each.tool, install: each.install }] : [],
    ),
  };
}

function readBy(reader: Reader, documents: readonly BankDocument[]): Tried {
  const { tool, version } = reader;
  const tried = { tool, version, documents: documents.length };
  try {
    // A register for each time zone: an ERP takes the statements of one.
    const registers = ZONES.map((zone) => {
      const own = documents.filter(({ timeZone }) => timeZone === zone);
      const delivered = [...own, ...own];
      const read = reader.read(delivered.map(({ file }) => file));
      const register = new Register();
      for (const [index, { name, month, isStatement }] of delivered.entries()) {
        const document = read[index];
        if (document === undefined) register.breaks.push(`${name}: it was not read`);
        else if (index < own.length || document.key != null)
          register.take(name, document, { month, isStatement });
      }
      return register;
    });
    const sum = (of: (each: Register) => number) =>
      registers.reduce((all, each) => all + of(each), 0);
    return {
      ...tried,
      entries: sum(({ entries }) => entries),
      unbooked: sum(({ unbooked }) => unbooked),
      breaks: registers.flatMap(({ breaks }) => breaks),
    };
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    return { ...tried, entries: 0, unbooked: 0, breaks: [said] };
  }
}

interface WrittenBooks {
  /** Without their endings. */
  readonly files: readonly string[];
  readonly entries: number;
  readonly breaks: readonly string[];
}

/** The books as they stand at each report, and at the end of two years. */
function writeBooks(fetched: readonly Fetched[], folder: string): WrittenBooks {
  mkdirSync(folder, { recursive: true });
  const written = ZONES.map((zone): WrittenBooks => {
    const books = new Books();
    const files: string[] = [];
    const write = (name: string, interim: Fetched | null) => {
      const file = path.join(folder, `${zone.replaceAll('/', '-')}-${name}`);
      const asOf = books.asOf(interim);
      writeFileSync(`${file}.journal`, hledgerText(asOf));
      writeFileSync(`${file}.beancount`, beancountText(asOf));
      files.push(file);
    };
    for (const [index, each] of fetched.entries()) {
      if (each.timeZone !== zone) continue;
      const isInterim = stateOf(each.statement) === 'interim';
      const name = `${String(index).padStart(3, '0')}-${each.month}`;
      books.take(`${zone} ${name}`, each);
      if (isInterim) write(name, each);
    }
    write('whole', null);
    return { files, entries: books.entries, breaks: books.breaks };
  });
  return {
    files: written.flatMap(({ files }) => files),
    entries: written.reduce((sum, { entries }) => sum + entries, 0),
    breaks: written.flatMap(({ breaks }) => breaks),
  };
}

function checkedBy({ tool, version, ending, check }: Checker, books: WrittenBooks): Tried {
  const files = books.files.map((file) => `${file}.${ending}`);
  const tried = { tool, version, documents: files.length, entries: books.entries, unbooked: 0 };
  try {
    const found = check(files).flatMap((errors, index) =>
      errors.map((error) => `${path.basename(files[index] ?? '')}: ${error}`),
    );
    return { ...tried, breaks: [...books.breaks, ...found] };
  } catch (error) {
    return { ...tried, breaks: [error instanceof Error ? error.message : String(error)] };
  }
}
