import { SluiceGatewayError, SluiceProblem } from '@sluice/client';
import * as z from 'zod/mini';

/** Requests of a tab whose outcome is not known, by what they ask: the key of each. */
const records = z.record(z.string(), z.string());

/** Most requests that are remembered. A person who has this many without an answer has another problem. */
const MOST_OPEN = 20;

/** What keeps text for a tab. */
export type TabStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * The Idempotency-Keys of requests that may have been carried out although no answer says so. They outlive a reload, as
 * the drafts do that they were made of: a form that is filled in again and sent again is the same request.
 */
export interface OpenRequests {
  /** The key for this content: the one that it was sent with before, unless its outcome is known. */
  readonly keyFor: (content: string) => string;
  readonly settled: (content: string) => void;
}

export function openRequests(
  storage: TabStorage,
  name: string,
  newKey: () => string = () => crypto.randomUUID(),
): OpenRequests {
  const read = (): Record<string, string> => {
    const parsed = records.safeParse(jsonOf(storage.getItem(name)));
    return parsed.success ? parsed.data : {};
  };
  const write = (open: Record<string, string>): void => {
    if (Object.keys(open).length === 0) storage.removeItem(name);
    else storage.setItem(name, JSON.stringify(open));
  };
  return {
    keyFor: (content) => {
      const open = read();
      const key = open[content] ?? newKey();
      const others = Object.entries(open).filter(([each]) => each !== content);
      // Before the request goes out: a page that is closed meanwhile must still know it.
      write(Object.fromEntries([...others, [content, key]].slice(-MOST_OPEN)));
      return key;
    },
    settled: (content) => {
      const { [content]: _known, ...others } = read();
      write(others);
    },
  };
}

/** A storage of one form's own: what it knows ends with it, and no other form can read it. */
export function ownStorage(): TabStorage {
  const kept = new Map<string, string>();
  return {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, text) => void kept.set(name, text),
    removeItem: (name) => void kept.delete(name),
  };
}

function jsonOf(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/** A refusal that says that nothing was carried out, and that sending it again would be another request. */
export function isRefusal(error: unknown): boolean {
  if (error instanceof SluiceProblem && ENDED.has(error.code)) return true;
  const refused = error instanceof SluiceProblem || error instanceof SluiceGatewayError;
  return refused && error.status >= 400 && error.status < 500 && !UNDECIDED.has(error.status);
}

/**
 * Whether an answer says what became of the request, so that a form may be filled in differently: a refusal, or a conflict
 * with anything but the same request, which is looked up by its key before all else.
 */
export function isAnswered(error: unknown): boolean {
  const isConflict = error instanceof SluiceProblem && error.status === 409;
  return isRefusal(error) || (isConflict && !UNDER_WAY.has(error.code));
}

/** Conflicts with the same request under way, or with another write while it was decided. */
const UNDER_WAY: ReadonlySet<string> = new Set(['in-flight', 'contended']);

/**
 * Answers below 500 that decide nothing about the request: the session is over, a request with the same key is under way,
 * too early, too many. The same request with the same key follows.
 */
const UNDECIDED: ReadonlySet<number> = new Set([401, 408, 409, 425, 429]);

/** Outcomes of a trade that ended for good: its key answers with them for ever, so another try is another request. */
const ENDED: ReadonlySet<string> = new Set([
  ...['trade-rejected', 'trade-not-sent', 'trade-released'],
  ...['trade-declined', 'trade-expired', 'trade-cancelled'],
]);
