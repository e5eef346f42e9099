import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { PRIVATE_FOLDER, writeAtomically } from '../data-folder/write-atomically.ts';
import { LocalStackError } from '../stack-error.ts';

const checkpoint = z.object({
  streamArn: z.string(),
  shardId: z.string(),
  sequenceNumber: z.string(),
});
/** The last record of a stream that a delivery is done with. */
export type Checkpoint = Readonly<z.output<typeof checkpoint>>;

/** How far each delivery came. With a folder it survives a killed process. */
export class Checkpoints {
  readonly #folder: string | null;
  readonly #held = new Map<string, Checkpoint>();

  constructor(folder: string | null) {
    this.#folder = folder;
    if (folder !== null) mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
  }

  read(deliveryId: string): Checkpoint | null {
    const held = this.#held.get(deliveryId);
    const file = this.#fileOf(deliveryId);
    if (held !== undefined || file === null || !existsSync(file)) return held ?? null;
    const parsed = checkpoint.safeParse(parseJson(readFileSync(file, 'utf8')));
    if (parsed.success) return parsed.data;
    throw new LocalStackError(`${file} is not readable; choose another --data folder`);
  }

  write(deliveryId: string, reached: Checkpoint): void {
    this.#held.set(deliveryId, reached);
    const file = this.#fileOf(deliveryId);
    if (file !== null) writeAtomically(file, JSON.stringify(reached));
  }

  #fileOf(deliveryId: string): string | null {
    return this.#folder === null ? null : path.join(this.#folder, `${deliveryId}.json`);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
