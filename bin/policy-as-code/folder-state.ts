import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { withoutByteOrderMark } from '../../treasury/validation/byte-order-mark.ts';
import { CommandError } from '../sluice/command-error.ts';
import type { KnownVersions } from './plan.ts';

/** Beside the objects: which versions the folder knew last. Worth committing: it tells drift from changes. */
const STATE_FILE = '.sluice-state.json';

const stateSchema = z.strictObject({
  stateVersion: z.literal(1),
  /** By tenant and API address: one folder can serve several stages. */
  known: z.record(z.string(), z.record(z.string(), z.int())),
});

/**
 * Empty for a folder that was never pulled from there, or applied to it.
 * @throws CommandError if the file cannot be read: a merge left its marks in it, say
 */
export async function readKnown(folder: string, of: string): Promise<KnownVersions> {
  return (await readState(folder)).known[of] ?? {};
}

export async function writeKnown(folder: string, of: string, known: KnownVersions): Promise<void> {
  const state = await readState(folder);
  const next = { ...state, known: { ...state.known, [of]: sorted(known) } };
  await writeFile(path.join(folder, STATE_FILE), `${JSON.stringify(next, null, 2)}\n`);
}

async function readState(folder: string): Promise<z.infer<typeof stateSchema>> {
  const text = await readFile(path.join(folder, STATE_FILE), 'utf8').catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    },
  );
  if (text === null) {
    await refuseMissing(folder);
    return { stateVersion: 1, known: {} };
  }
  return stateIn(withoutByteOrderMark(text), path.join(folder, STATE_FILE));
}

/** Where there is no folder, its state could not be written afterwards either. */
async function refuseMissing(folder: string): Promise<void> {
  await stat(folder).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(`${folder} cannot be read: ${error.code}`);
  });
}

/** What git writes where two sides of a merge differ. */
const MERGE_CONFLICT = /^(?:<{7}|={7}|>{7})/m;

function stateIn(text: string, file: string): z.infer<typeof stateSchema> {
  const state = stateSchema.safeParse(jsonOf(text)).data;
  if (state !== undefined) return state;
  const why = MERGE_CONFLICT.test(text) ? 'has a merge conflict' : 'is not what Sluice wrote';
  throw new CommandError(`${file} ${why}`, {
    help: 'It only tells what drifted from what the folder changes: take either side of it, or delete it, and plan again.',
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function sorted(known: KnownVersions): KnownVersions {
  return Object.fromEntries(Object.entries(known).sort(([one], [other]) => (one < other ? -1 : 1)));
}
