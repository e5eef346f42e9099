import { describe, expect, it } from 'vitest';
import { TooLongError, tooLong, whileTime } from '../../../reporting/exports/too-long.ts';

const ASKED = {
  routeKey: 'GET /v1/snapshots',
  format: 'csv',
  requestedAt: '2026-11-01T10:00:00.000Z',
} as const;
const YEAR = { from: '2025-01-01', to: '2026-01-01' };

describe('an export that takes too long', () => {
  it('says what was asked for, and the two requests that have all of it between them', () => {
    expect(tooLong({ ...ASKED, query: { ...YEAR, in: 'EUR' } })).toBe(
      'GET /v1/snapshots?from=2025-01-01&to=2026-01-01&in=EUR (csv) was not finished in the time that one file may take. ' +
        'Ask for it in two exports, by period: from=2025-01-01&to=2025-07-02T00:00:00.000Z, and from=2025-07-02T00:00:00.000Z&to=2026-01-01.',
    );
  });

  it.each([
    [{ from: '2026-01-01' }, '&to=2026-11-01T10:00:00.000Z.'],
    [{ from: '2026-01-01T00:00:00Z', to: '2026-01-01T10:00:00Z' }, 'to=2026-01-01T05:00:00.000Z,'],
    [{}, 'name `from` and `to`.'],
    [{ from: '2026-01-02', to: '2026-01-01' }, 'name `from` and `to`.'],
    [{ firstMonth: '2024-01', lastMonth: '2026-01' }, 'Ask for fewer months at once'],
  ])('of %o says how it is divided', (query, said) => {
    expect(tooLong({ ...ASKED, query: query as Record<string, string> })).toContain(said);
  });
});

describe('the pieces of a file', () => {
  async function written(leftMs: readonly number[]): Promise<readonly number[]> {
    const left = [...leftMs];
    const pieces = (async function* () {
      yield* leftMs.keys();
    })();
    const found: number[] = [];
    for await (const piece of whileTime(pieces, () => left.shift() ?? 0)) found.push(piece);
    return found;
  }

  it('are passed on as long as its writer has time, and none once it has to say why', async () => {
    expect(await written([900_000, 30_000])).toEqual([0, 1]);
    await expect(written([900_000, 29_999])).rejects.toThrow(TooLongError);
  });
});
