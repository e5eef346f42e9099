import { type FileProblem, type FolderDocument, readDocuments } from './folder-documents.ts';
import { problemsOfFolder } from './folder-problems.ts';
import { CONTROLS_ID, type Drafts, OBJECT_KINDS, type ObjectKind } from './object-kinds.ts';

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

export type FolderRead =
  | { readonly ok: true; readonly policy: DesiredPolicy }
  | { readonly ok: false; readonly problems: readonly FileProblem[] };

/** Reads a folder of the policy. Every problem of every file is reported at once. */
export async function readFolder(folder: string): Promise<FolderRead> {
  const { documents, problems: unread, places } = await readDocuments(folder);
  const problems = [...unread, ...problemsOfFolder(documents)].sort((one, other) =>
    one.file < other.file ? -1 : Number(one.file > other.file),
  );
  if (problems.length > 0) return { ok: false, problems };
  const managed = new Set([...places, ...documents.map(({ kind }) => kind)]);
  return { ok: true, policy: { objects: documents.map(objectOf), managed } };
}

function objectOf({ kind, file, json }: FolderDocument): DesiredObject {
  const draft = OBJECT_KINDS[kind].schema.parse(json);
  return { kind, file, id: 'id' in draft ? draft.id : CONTROLS_ID, draft };
}
