import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { PRIVATE_FOLDER, writeAtomically } from '../../../local/data-folder/write-atomically.ts';

const stateSchema = z.object({
  /** For people who look into the folder. */
  api: z.string(),
  tenant: z.string(),
  url: z.string(),
  /** Signs what is forwarded; the receiver verifies with it. */
  secret: z.string(),
  /** Everything up to here was delivered; null before the first event. */
  position: z.nullable(z.string()),
});

type State = z.infer<typeof stateSchema>;

/** What a listener keeps between two starts: of one deployment, one tenant and one receiver. */
export class ListenState {
  readonly #file: string;
  #state: State;

  constructor(folder: string, to: Pick<State, 'api' | 'tenant' | 'url'>) {
    const { api, tenant, url } = to;
    const name = createHash('sha256')
      .update(JSON.stringify([api, tenant, url]))
      .digest('hex');
    this.#file = path.join(folder, 'listen', `${name.slice(0, 32)}.json`);
    mkdirSync(path.dirname(this.#file), { recursive: true, mode: PRIVATE_FOLDER });
    this.#state = this.#read() ?? { ...to, secret: newSecret(), position: null };
    this.#write();
  }

  get secret(): string {
    return this.#state.secret;
  }

  get position(): string | null {
    return this.#state.position;
  }

  /** Everything up to here was delivered. */
  moveTo(position: string): void {
    if (position === this.#state.position) return;
    this.#state = { ...this.#state, position };
    this.#write();
  }

  /** Null if there is none; one that cannot be read is begun anew, since it says nothing of what was delivered. */
  #read(): State | null {
    let text: string;
    try {
      text = readFileSync(this.#file, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
    try {
      const parsed = stateSchema.safeParse(JSON.parse(text));
      return parsed.success ? parsed.data : null;
    } catch {
      return null;
    }
  }

  #write(): void {
    writeAtomically(this.#file, JSON.stringify(this.#state, null, 2));
  }
}

/** As Standard Webhooks writes a secret: this, and 32 bytes in base64. */
function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}
