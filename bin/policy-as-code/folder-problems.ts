import { parsePolicyFile } from '../../treasury/policy/policy-file.ts';
import type { PolicyProblem } from '../../treasury/policy/policy-problem.ts';
import type { FileProblem, FolderDocument } from './folder-documents.ts';
import { KINDS, OBJECT_KINDS, type ObjectKind } from './object-kinds.ts';

/** The documents of a folder in the form of a policy file. Kinds that it does not have are absent. */
function asPolicyFile(documents: readonly FolderDocument[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    KINDS.flatMap((kind) => {
      const contents = documentsOf(documents, kind).map(({ json }) => json);
      if (contents.length === 0) return [];
      return [[OBJECT_KINDS[kind].list, kind === 'controls' ? contents[0] : contents]];
    }),
  );
}

/**
 * Everything that is wrong with the documents of a folder, by themselves and among each other, as far as the folder holds
 * both; the API checks the rest against what stands.
 */
export function problemsOfFolder(documents: readonly FolderDocument[]): readonly FileProblem[] {
  const others = KINDS.filter((kind) => documentsOf(documents, kind).length === 0);
  const lists: ReadonlySet<string> = new Set(others.map((kind) => OBJECT_KINDS[kind].list));
  // Null is no list: whatever would be compared with it is not checked.
  const unknown = Object.fromEntries([...lists].map((list) => [list, null]));
  const parsed = parsePolicyFile({ ...unknown, ...asPolicyFile(documents) }, undefined, () => null);
  const problems = parsed.ok ? [] : parsed.problems.filter(({ path }) => !lists.has(path));
  return problems.map((each) => inFile(each, documents));
}

/** The documents of a folder that is the whole policy: a kind that it does not have is empty, as `sluice pull` leaves it. */
export function asWholePolicy(
  documents: readonly FolderDocument[],
): Readonly<Record<string, unknown>> {
  const lists = KINDS.filter((kind) => kind !== 'controls').map((kind) => OBJECT_KINDS[kind].list);
  return { ...Object.fromEntries(lists.map((list) => [list, []])), ...asPolicyFile(documents) };
}

const PIECE = /\b(\w+)\[(\d+)\]/;

/** A problem of a policy file, at its place in the folder. */
export function inFile(
  { path, seen, accepted }: PolicyProblem,
  documents: readonly FolderDocument[],
): FileProblem {
  const fileOf = (list = '', index = 0) => {
    const kind = KINDS.find((each) => OBJECT_KINDS[each].list === list);
    if (kind === undefined) return undefined;
    return documentsOf(documents, kind)[index]?.file ?? OBJECT_KINDS[kind].place;
  };
  const [, list, index, rest] = /^(\w+)(?:\[(\d+)\])?(?:\.(.*))?$/.exec(path) ?? [];
  const isWhole = list !== 'controls' && index === undefined;
  return {
    file: fileOf(list, isWhole ? documents.length : Number(index ?? 0)) ?? '',
    path: isWhole ? path : (rest ?? ''),
    seen,
    // Another piece goes by its file, not by its place in a list that stands in no file.
    accepted: accepted.replace(PIECE, (text, of, at) => fileOf(of, Number(at)) ?? text),
  };
}

function documentsOf(documents: readonly FolderDocument[], kind: ObjectKind) {
  return documents.filter((each) => each.kind === kind);
}
