import type { Adapter, AdapterPayload } from 'oidc-provider';

/** Entries at most: sign-ins of a handful of people; beyond it the oldest is forgotten. */
const MAX_ENTRIES = 2_000;

interface Entry {
  readonly payload: AdapterPayload;
  readonly expiresAtMs: number;
}

/** Where the identity provider keeps sign-ins: in memory. After a restart people sign in again. */
export function memoryAdapters(): new (model: string) => Adapter {
  const entries = new Map<string, Entry>();
  return class implements Adapter {
    readonly #model: string;

    constructor(model: string) {
      this.#model = model;
    }

    async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
      const expiresAtMs =
        expiresIn === undefined ? Number.POSITIVE_INFINITY : Date.now() + expiresIn * 1_000;
      entries.set(this.#key(id), { payload, expiresAtMs });
      const [oldest] = entries.keys();
      if (entries.size > MAX_ENTRIES && oldest !== undefined) entries.delete(oldest);
    }

    async find(id: string): Promise<AdapterPayload | undefined> {
      return alive(entries.get(this.#key(id)));
    }

    async findByUid(uid: string): Promise<AdapterPayload | undefined> {
      return this.#first((payload) => payload.uid === uid);
    }

    async findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
      return this.#first((payload) => payload.userCode === userCode);
    }

    async consume(id: string): Promise<void> {
      const entry = entries.get(this.#key(id));
      if (entry !== undefined) entry.payload.consumed = Math.floor(Date.now() / 1_000);
    }

    async destroy(id: string): Promise<void> {
      entries.delete(this.#key(id));
    }

    async revokeByGrantId(grantId: string): Promise<void> {
      for (const [key, { payload }] of entries) {
        if (payload.grantId === grantId) entries.delete(key);
      }
    }

    #first(matches: (payload: AdapterPayload) => boolean): AdapterPayload | undefined {
      for (const [key, entry] of entries) {
        if (!key.startsWith(`${this.#model}:`)) continue;
        const payload = alive(entry);
        if (payload !== undefined && matches(payload)) return payload;
      }
      return undefined;
    }

    #key(id: string): string {
      return `${this.#model}:${id}`;
    }
  };
}

function alive(entry: Entry | undefined): AdapterPayload | undefined {
  return entry !== undefined && entry.expiresAtMs > Date.now() ? entry.payload : undefined;
}
