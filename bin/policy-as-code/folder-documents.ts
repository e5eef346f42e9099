import type { Dirent } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseDocument } from 'yaml';
import { withoutSchemaPointer } from '../../treasury/policy/policy-file.ts';
import { withoutByteOrderMark } from '../../treasury/validation/byte-order-mark.ts';
import { KINDS, OBJECT_KINDS, type ObjectKind } from './object-kinds.ts';

/** One thing that is wrong with one file. */
export interface FileProblem {
  readonly file: string;
  /** "maximum"; empty: of the whole file. */
  readonly path: string;
  readonly seen: string;
  readonly accepted: string;
}

/** What a file holds, before it is known whether that is acceptable. */
export interface FolderDocument {
  readonly kind: ObjectKind;
  /** Relative to the folder, for messages. */
  readonly file: string;
  readonly json: unknown;
}

export interface FolderDocuments {
  readonly documents: readonly FolderDocument[];
  readonly problems: readonly FileProblem[];
  /** The kinds that have a place in the folder, if it is an empty one. */
  readonly places: ReadonlySet<ObjectKind>;
}

/** Bytes of one file: an account with all its details has a tenth of this. */
const MAX_FILE_BYTES = 100_000;

const EXTENSIONS = ['.yaml', '.yml', '.json'];
/** What a pull leaves beside the objects: the state of the last pull, and the schema for editors. */
const OWN_FILES = new Set(['policy.schema.json', 'README.md']);

/**
 * Reads a folder: `controls.yaml`, `accounts/*.yaml`, `rules/*.yaml`, or the same as JSON. A file in another place is a
 * problem: a rule that is in the wrong folder would be no rule.
 */
export async function readDocuments(folder: string): Promise<FolderDocuments> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => error,
  );
  if (names instanceof Error) {
    const accepted = 'a folder that can be read';
    const problems = [{ file: folder, path: '', seen: `${names.code}`, accepted }];
    return { documents: [], problems, places: new Set() };
  }
  const read = await Promise.all(filesIn(folder, names).map((file) => readOne(folder, file)));
  const documents = read.flatMap((each) => ('problem' in each ? [] : [each]));
  // One of the same name in another place is not the folder's own: to manage what is missing there would delete all.
  const own = names.filter((each) => each.isDirectory() && !isBelow(folder, each.parentPath));
  const folders = new Set(own.map(({ name }) => name));
  return {
    documents,
    problems: [
      ...read.flatMap((each) => ('problem' in each ? [each.problem] : [])),
      ...otherControls(documents),
    ],
    places: new Set(KINDS.filter((kind) => folders.has(OBJECT_KINDS[kind].place))),
  };
}

/** There is one set of controls: which of two files would count? */
function otherControls(documents: readonly FolderDocument[]): readonly FileProblem[] {
  const [first, ...others] = documents.filter(({ kind }) => kind === 'controls');
  const accepted = `one file of the controls; ${first?.file} holds them`;
  return others.map(({ file }) => ({ file, path: '', seen: 'a second one', accepted }));
}

function filesIn(folder: string, names: readonly Dirent[]): readonly string[] {
  return names
    .filter((each) => each.isFile())
    .map((each) =>
      path.relative(folder, path.join(each.parentPath, each.name)).split(path.sep).join('/'),
    )
    .filter((file) => !file.split('/').some((part) => part.startsWith('.')) && !OWN_FILES.has(file))
    .sort();
}

function isBelow(folder: string, parent: string): boolean {
  return path.relative(folder, parent) !== '';
}

async function readOne(
  folder: string,
  file: string,
): Promise<FolderDocument | { readonly problem: FileProblem }> {
  const problem = (seen: string, accepted: string) => ({
    problem: { file, path: '', seen, accepted },
  });
  const kind = kindOf(file);
  if (kind === null) {
    const places = KINDS.map((each) =>
      each === 'controls' ? 'controls.yaml' : `${OBJECT_KINDS[each].place}/*.yaml`,
    );
    return problem('a file of no kind', `${places.join(', ')} (or .yml, .json)`);
  }
  const text = withoutByteOrderMark(await readFile(path.join(folder, file), 'utf8'));
  if (text.length > MAX_FILE_BYTES) {
    return problem(`${text.length} characters`, `at most ${MAX_FILE_BYTES}`);
  }
  const document = parseDocument(text, { uniqueKeys: true, strict: true });
  const [fault] = document.errors;
  if (fault !== undefined) {
    return problem(fault.message.split('\n')[0] ?? '', 'YAML or JSON');
  }
  let json: unknown;
  try {
    json = withoutSchemaPointer(document.toJS({ maxAliasCount: 0 }));
  } catch (error) {
    // The parser throws for what only the whole document shows: aliases, which a small file could nest without end.
    return problem((error as Error).message, 'YAML without aliases, or JSON');
  }
  return { kind, file, json };
}

function kindOf(file: string): ObjectKind | null {
  const { dir, name, ext } = path.posix.parse(file);
  if (!EXTENSIONS.includes(ext)) return null;
  if (dir === '') return name === OBJECT_KINDS.controls.place ? 'controls' : null;
  return KINDS.find((kind) => kind !== 'controls' && OBJECT_KINDS[kind].place === dir) ?? null;
}
