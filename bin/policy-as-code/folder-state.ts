import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import type { KnownVersions } from './plan.ts';

/** Beside the objects: which versions the folder knew last. Worth committing: it tells drift from changes. */
const STATE_FILE = '.sluice-state.json';

const stateSchema = z.strictObject({
  stateVersion: z.literal(1),
  /** By tenant and API address: one folder can serve several stages. */
  known: z.record(z.string(), z.record(z.string(), z.int())),
});

/** Empty for a folder that was never pulled from there, or applied to it. */
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
  if (text === null) return { stateVersion: 1, known: {} };
  return stateSchema.parse(JSON.parse(text));
}

function sorted(known: KnownVersions): KnownVersions {
  return Object.fromEntries(Object.entries(known).sort(([one], [other]) => (one < other ? -1 : 1)));
}
