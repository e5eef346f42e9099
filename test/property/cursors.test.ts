import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { signingKey } from '../../adapters/secrets/cursor-key.ts';
import { createCursors } from '../../api/cursors/cursors.ts';
import { ProblemError } from '../../api/problems/problem.ts';

const key = signingKey('a secret that is long enough to sign with, for tests');
const reading = { ok: true, key } as const;
const cursors = createCursors({
  keys: { current: async () => reading, refresh: async () => reading },
});

const REQUEST = { tenant: 'default', routeKey: 'GET /v1/withdrawals' };

/** What base64url is written with, what stands between the parts of a cursor, and what stands in neither. */
const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ %é';

const position = fc.base64String({ minLength: 1, maxLength: 60 });

async function handedOut(at: string): Promise<string> {
  const { next } = await cursors.sealed(REQUEST, { items: [], next: at });
  return next ?? '';
}

async function isAccepted(cursor: string): Promise<boolean> {
  try {
    await cursors.paged(REQUEST, { limit: 1, cursor });
    return true;
  } catch (error) {
    if (error instanceof ProblemError && error.problem.code === 'cursor-refused') return false;
    throw error;
  }
}

describe('a cursor', () => {
  it('is refused with any one character changed to any other, left out, or added', async () => {
    const cursor = await handedOut('MjAyNi0wMS0zMVQwOTowMDowMC4wMDBa');
    expect(await isAccepted(cursor)).toBe(true);
    const changed = [...cursor].flatMap((_, index) => {
      const [before, after] = [cursor.slice(0, index), cursor.slice(index + 1)];
      const others = [...CHARACTERS].map((each) => before + each + after);
      const added = [...CHARACTERS].map((each) => before + each + cursor.slice(index));
      return [...others, ...added, before + after];
    });
    const added = [...CHARACTERS].map((each) => cursor + each);
    const wrong = [...changed, ...added].filter((each) => each !== cursor);
    const accepted: string[] = [];
    for (const each of wrong) if (await isAccepted(each)) accepted.push(each);
    expect(accepted).toEqual([]);
  });

  it('is refused with one changed character wherever its list goes on', async () => {
    const change = fc.record({
      position,
      place: fc.nat(),
      character: fc.constantFrom(...CHARACTERS),
    });
    await fc.assert(
      fc.asyncProperty(change, async ({ position: at, place, character }) => {
        const cursor = await handedOut(at);
        const index = place % cursor.length;
        const other = cursor.slice(0, index) + character + cursor.slice(index + 1);
        expect(await isAccepted(cursor)).toBe(true);
        expect(await isAccepted(other)).toBe(other === cursor);
      }),
      { seed: 20_260_131 },
    );
  });
});
