import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseDocument } from 'yaml';
import { calendarsProblems } from '../../treasury/policy/calendar-checks.ts';
import { problemsOfLimitedAccounts } from '../../treasury/policy/limited-account-checks.ts';
import { labelProblems, policyRuleProblems } from '../../treasury/policy/policy-cross-checks.ts';
import { withoutSchemaPointer } from '../../treasury/policy/policy-file.ts';
import { problemsOf } from '../../treasury/policy/policy-problem.ts';
import { CONTROLS_ID, type Drafts, KINDS, OBJECT_KINDS, type ObjectKind } from './object-kinds.ts';

/** One object as its file has it. */
export interface DesiredObject<Kind extends ObjectKind = ObjectKind> {
  readonly kind: Kind;
  readonly id: string;
  /** Relative to the folder, for messages. */
  readonly file: string;
  readonly draft: Drafts[Kind];
}

/** A folder of policy objects. Kinds without a place in the folder are not managed by it. */
export interface DesiredPolicy {
  readonly objects: readonly DesiredObject[];
  readonly managed: ReadonlySet<ObjectKind>;
}

/** One thing that is wrong with one file. */
export interface FileProblem {
  readonly file: string;
  /** "maximum"; empty: of the whole file. */
  readonly path: string;
  readonly seen: string;
  readonly accepted: string;
}

export type FolderRead =
  | { readonly ok: true; readonly policy: DesiredPolicy }
  | { readonly ok: false; readonly problems: readonly FileProblem[] };

/** Bytes of one file: an account with all its details has a tenth of this. */
const MAX_FILE_BYTES = 100_000;

const EXTENSIONS = ['.yaml', '.yml', '.json'];
/** What a pull leaves beside the objects: the state of the last pull, and the schema for editors. */
const OWN_FILES = new Set(['policy.schema.json', 'README.md']);

/**
 * Reads a folder: `controls.yaml`, `accounts/*.yaml`, `rules/*.yaml`, or the same as JSON. Every problem of every file
 * is reported. A file in another place is one of them: a rule that is in the wrong folder would be no rule.
 */
export async function readFolder(folder: string): Promise<FolderRead> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => error,
  );
  if (names instanceof Error) {
    return {
      ok: false,
      problems: [
        { file: folder, path: '', seen: `${names.code}`, accepted: 'a folder that can be read' },
      ],
    };
  }
  const files = names
    .filter((each) => each.isFile())
    .map((each) =>
      path.relative(folder, path.join(each.parentPath, each.name)).split(path.sep).join('/'),
    )
    .filter((file) => !file.split('/').some((part) => part.startsWith('.')) && !OWN_FILES.has(file))
    .sort();
  const read = await Promise.all(files.map((file) => readObject(folder, file)));
  const objects = read.flatMap((each) => ('problems' in each ? [] : [each]));
  const problems = [
    ...read.flatMap((each) => ('problems' in each ? each.problems : [])),
    ...twice(objects),
    ...amongObjects(objects),
  ];
  if (problems.length > 0) return { ok: false, problems };
  const folders = new Set(names.filter((each) => each.isDirectory()).map(({ name }) => name));
  const managed = KINDS.filter(
    (kind) => folders.has(OBJECT_KINDS[kind].place) || objects.some((each) => each.kind === kind),
  );
  return { ok: true, policy: { objects, managed: new Set(managed) } };
}

type ReadObject = DesiredObject | { readonly problems: readonly FileProblem[] };

async function readObject(folder: string, file: string): Promise<ReadObject> {
  const kind = kindOf(file);
  if (kind === null) {
    const places = KINDS.map((each) =>
      each === 'controls' ? 'controls.yaml' : `${OBJECT_KINDS[each].place}/*.yaml`,
    );
    return problem(file, '', 'a file of no kind', `${places.join(', ')} (or .yml, .json)`);
  }
  const text = await readFile(path.join(folder, file), 'utf8');
  if (text.length > MAX_FILE_BYTES) {
    return problem(file, '', `${text.length} characters`, `at most ${MAX_FILE_BYTES}`);
  }
  const document = parseDocument(text, { uniqueKeys: true, strict: true });
  const [fault] = document.errors;
  if (fault !== undefined) {
    return problem(file, '', fault.message.split('\n')[0] ?? '', 'YAML or JSON');
  }
  let json: unknown;
  try {
    json = withoutSchemaPointer(document.toJS({ maxAliasCount: 0 }));
  } catch (error) {
    // The parser throws for what only the whole document shows: aliases, which a small file could nest without end.
    return problem(file, '', (error as Error).message, 'YAML without aliases, or JSON');
  }
  const parsed = OBJECT_KINDS[kind].schema.safeParse(json);
  if (!parsed.success) {
    const problems = problemsOf(parsed.error, json).map((each) => ({ file, ...each }));
    return { problems };
  }
  const draft = parsed.data as Drafts[typeof kind];
  return { kind, file, id: 'id' in draft ? draft.id : CONTROLS_ID, draft };
}

function kindOf(file: string): ObjectKind | null {
  const { dir, name, ext } = path.posix.parse(file);
  if (!EXTENSIONS.includes(ext)) return null;
  if (dir === '') return name === OBJECT_KINDS.controls.place ? 'controls' : null;
  return KINDS.find((kind) => kind !== 'controls' && OBJECT_KINDS[kind].place === dir) ?? null;
}

function problem(file: string, at: string, seen: string, accepted: string): ReadObject {
  return { problems: [{ file, path: at, seen, accepted }] };
}

/** Two files of one id: which of them would count? */
function twice(objects: readonly DesiredObject[]): readonly FileProblem[] {
  const first = new Map<string, string>();
  return objects.flatMap(({ kind, id, file }) => {
    const key = `${kind}:${OBJECT_KINDS[kind].keyOf(id)}`;
    const other = first.get(key);
    if (other === undefined) {
      first.set(key, file);
      return [];
    }
    const accepted = `an id of its own; ${other} has this one`;
    return [{ file, path: 'id', seen: JSON.stringify(id), accepted }];
  });
}

const NAMES_A_CALENDAR = /^rules\[\d+\]\.calendars\[/;

/** The rules between objects, as far as the folder holds both; the API checks the rest against what stands. */
function amongObjects(objects: readonly DesiredObject[]): readonly FileProblem[] {
  const of = <Kind extends ObjectKind>(kind: Kind) =>
    objects.filter((each): each is DesiredObject<Kind> => each.kind === kind);
  const [accounts, rules, calendars] = [of('account'), of('rule'), of('calendar')];
  const [controls] = of('controls');
  const policy = {
    accounts: accounts.map(({ draft }) => draft),
    rules: rules.map(({ draft }) => draft),
    calendars: calendars.map(({ draft }) => draft),
  };
  const amongRules =
    accounts.length === 0 || rules.length === 0
      ? []
      : policyRuleProblems(policy, controls?.draft.reportingCurrency);
  const found = [
    // A folder without calendars says nothing of those that stand.
    ...amongRules.filter(({ path: at }) => calendars.length > 0 || !NAMES_A_CALENDAR.test(at)),
    ...(rules.length === 0 ? problemsOfLimitedAccounts(policy.accounts) : []),
    ...(rules.length === 0 ? [] : labelProblems(policy)),
    ...calendarsProblems(policy.calendars),
  ];
  return found.map(({ path: at, seen, accepted }) => {
    const [, list, index, field] = /^(rules|accounts|calendars)\[(\d+)\]\.(.*)$/.exec(at) ?? [];
    const listed = list === 'accounts' ? accounts : list === 'calendars' ? calendars : rules;
    const whole = at === 'accounts' ? OBJECT_KINDS.account : OBJECT_KINDS.rule;
    const file = listed[Number(index)]?.file ?? whole.place;
    return { file, path: field ?? at, seen, accepted };
  });
}
