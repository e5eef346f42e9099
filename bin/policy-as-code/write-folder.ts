import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isMap, parseDocument, stringify } from 'yaml';
import { policySchemaDocument } from '../../api/policy-reference/policy-schema-document.ts';
import { withoutByteOrderMark } from '../../treasury/validation/byte-order-mark.ts';
import { keyOf } from './make-plan.ts';
import { type Drafts, OBJECT_KINDS, type ObjectKind } from './object-kinds.ts';
import type { CurrentObject, Plan } from './plan.ts';
import type { DesiredPolicy } from './read-folder.ts';

/** What a pull does to one file. */
export interface FileWrite {
  readonly file: string;
  readonly action: 'created' | 'rewritten' | 'deleted';
}

/**
 * Writes what stands: a file for each object that the folder does not have, and another content for each that differs.
 * Files that agree are left alone, and comments stay. `plan`: of the folder as it was; its changes are what is undone.
 */
export async function writeFolder(
  folder: string,
  desired: DesiredPolicy,
  current: readonly CurrentObject[],
  plan: Plan,
): Promise<readonly FileWrite[]> {
  const files = new Map(desired.objects.map((each) => [keyOf(each), each.file]));
  const inForce = new Map(current.map((each) => [keyOf(each), each]));
  const written: FileWrite[] = [];
  const differing = new Set(plan.changes.map(keyOf));
  for (const object of current) {
    const key = keyOf(object);
    const file = files.get(key);
    if (file !== undefined && !differing.has(key)) continue;
    written.push(await put(folder, file ?? fileOf(object), object, file !== undefined));
  }
  for (const [key, file] of files) {
    if (inForce.has(key)) continue;
    await rm(path.join(folder, file));
    written.push({ file, action: 'deleted' });
  }
  await writeFile(
    path.join(folder, 'policy.schema.json'),
    `${JSON.stringify(policySchemaDocument(), null, 2)}\n`,
  );
  return written;
}

/** Writes one object, over the file that has it. */
export async function writeObject(
  folder: string,
  desired: DesiredPolicy,
  object: CurrentObject,
): Promise<FileWrite> {
  const file = desired.objects.find((each) => keyOf(each) === keyOf(object))?.file;
  return await put(folder, file ?? fileOf(object), object, file !== undefined);
}

async function put(
  folder: string,
  file: string,
  { kind, draft }: CurrentObject,
  exists: boolean,
): Promise<FileWrite> {
  const target = path.join(folder, file);
  await mkdir(path.dirname(target), { recursive: true });
  const text = exists
    ? edited(withoutByteOrderMark(await readFile(target, 'utf8')), file, draft)
    : written(file, kind, draft);
  await writeFile(target, text);
  return { file, action: exists ? 'rewritten' : 'created' };
}

/** Ids of rules are file names as they are; an account goes by its label. */
function fileOf({ kind, id, draft }: CurrentObject): string {
  const { place } = OBJECT_KINDS[kind];
  if (kind === 'controls') return `${place}.yaml`;
  return `${place}/${kind === 'account' && 'label' in draft ? `${slug(draft.label)}-${id.slice(-4)}` : id}.yaml`;
}

function slug(label: string): string {
  return (
    label
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '') || 'account'
  );
}

function written(file: string, kind: ObjectKind, draft: Drafts[ObjectKind]): string {
  const up = file.includes('/') ? '../' : './';
  const schema = `${up}policy.schema.json#/$defs/${OBJECT_KINDS[kind].definition}`;
  return `# yaml-language-server: $schema=${schema}\n${stringify(draft, { lineWidth: 0 })}`;
}

/** Only the fields that differ change, so that comments and order stay. */
function edited(text: string, file: string, draft: Drafts[ObjectKind]): string {
  if (file.endsWith('.json')) {
    const { $schema } = JSON.parse(text) as { readonly $schema?: unknown };
    return `${JSON.stringify({ ...($schema === undefined ? {} : { $schema }), ...draft }, null, 2)}\n`;
  }
  const document = parseDocument(text);
  const before = document.toJS() as Record<string, unknown>;
  if (!isMap(document.contents)) return stringify(draft, { lineWidth: 0 });
  const after: Readonly<Record<string, unknown>> = { ...draft };
  for (const name of Object.keys(before)) if (!(name in after)) document.delete(name);
  for (const [name, value] of Object.entries(after)) {
    if (JSON.stringify(before[name]) !== JSON.stringify(value)) document.set(name, value);
  }
  return document.toString({ lineWidth: 0 });
}
