import type { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SERVICE_LIMITS } from '../../../adapters/http-client/limits.ts';
import { type Attempt, readWithRetries } from '../../../adapters/http-client/read-with-retries.ts';
import { MIN_FORCED_REFRESH_INTERVAL_MS } from '../../../adapters/secrets/cached-reading.ts';
import type { ServiceToken } from '../../../adapters/secrets/service-token.ts';
import {
  createTokenSource,
  MAX_TOKEN_AGE_MS,
  type TokenSource,
} from '../../../adapters/secrets/token-source.ts';
import { instantOf } from '../../../treasury/time/instant.ts';

const START_MS = Date.parse('2026-01-31T09:00:00.000Z');

/** Tokens of successive rotations: token-00000000, token-00000001, ... */
const tokenOf = (rotation: number) => `token-${String(rotation).padStart(8, '0')}`;

/** What happens, one after the other or, where it takes time, at once with what comes next. */
const happening = fc.oneof(
  { weight: 6, arbitrary: fc.constant({ kind: 'read' } as const) },
  { weight: 2, arbitrary: fc.constant({ kind: 'rotate' } as const) },
  { weight: 4, arbitrary: fc.constant({ kind: 'replace' } as const) },
  { weight: 2, arbitrary: fc.constant({ kind: 'revoke' } as const) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('pass' as const),
      ms: fc.constantFrom(1, 500, MIN_FORCED_REFRESH_INTERVAL_MS, 60_000, MAX_TOKEN_AGE_MS),
    }),
  },
);

/** Secrets Manager, the service and the clock, all of whose answers the scheduler delays. */
function world(scheduler: fc.Scheduler) {
  let nowMs = START_MS;
  let rotations = 0;
  let revokedBelow = 0;
  const now = () => instantOf(nowMs);
  const secretReads: number[] = [];
  const client = {
    send: () => {
      // What was current when the request was served, whenever the answer arrives.
      const SecretString = tokenOf(rotations);
      secretReads.push(nowMs);
      return scheduler.schedule(Promise.resolve({ SecretString }), 'secret');
    },
  } as unknown as SecretsManagerClient;
  const source = createTokenSource({ client, secretId: 'token', now });
  const seen: { readonly at: number; readonly rotation: number; readonly revoked: boolean }[] = [];
  const show = async (token: ServiceToken): Promise<boolean> => {
    const rotation = Number(token.reveal().slice(-8));
    const revoked = rotation < revokedBelow;
    seen.push({ at: nowMs, rotation, revoked });
    await scheduler.schedule(Promise.resolve(), 'service');
    return !revoked;
  };
  return {
    source,
    secretReads,
    seen,
    show,
    now,
    pass: (ms: number) => {
      nowMs += ms;
    },
    rotate: () => {
      rotations += 1;
    },
    revoke: () => {
      revokedBelow = rotations;
    },
  };
}

type World = ReturnType<typeof world>;

/** One read, through the client's own retries, with what it asked of the token's source. */
async function oneRead({ source, show, now }: World) {
  let refreshes = 0;
  let shown = 0;
  const counted: TokenSource = {
    current: source.current,
    refresh: () => {
      refreshes += 1;
      return source.refresh();
    },
  };
  const effects = { token: counted, now, sleep: async () => undefined, random: () => 0 };
  const reading = await readWithRetries<null>(effects, SERVICE_LIMITS, async (token) => {
    shown += 1;
    const taken = await show(token);
    return taken ? { ok: true, value: null } : REFUSED;
  });
  return { kind: 'read' as const, ok: reading.ok, refreshes, shown };
}

const REFUSED: Attempt<null> = {
  ok: false,
  code: 'token-refused',
  why: { code: 'status', asked: 'GET /v1/balances', status: 401, quoted: '' },
  again: 'with-a-fresh-token',
};

describe('rotation and calls, interleaved in every way that comes to mind', () => {
  it('never make a read refresh more than once, nor show more than two tokens', async () => {
    const run = fc.asyncProperty(
      fc.scheduler(),
      fc.array(happening, { minLength: 1, maxLength: 25 }),
      async (scheduler, happenings) => {
        const here = world(scheduler);
        const reads: ReturnType<typeof oneRead>[] = [];
        const steps = happenings.map((each) => ({
          label: each.kind,
          builder: async () => {
            if (each.kind === 'read') reads.push(oneRead(here));
            else if (each.kind === 'pass') here.pass(each.ms);
            else if (each.kind === 'rotate') here.rotate();
            else if (each.kind === 'revoke') here.revoke();
            else {
              // The worst case for a read under way: another token again, and time to look for it.
              here.rotate();
              here.revoke();
              here.pass(MIN_FORCED_REFRESH_INTERVAL_MS);
            }
          },
        }));
        const { task } = scheduler.scheduleSequence(steps);
        const ended = await scheduler.waitFor(task.then(() => Promise.all(reads)));
        for (const { refreshes, shown } of ended) {
          expect(refreshes).toBeLessThanOrEqual(1);
          expect(shown).toBeLessThanOrEqual(1 + refreshes);
        }
        // Forced or not, the secret is read for a read of the service, and not for itself.
        expect(here.secretReads.length).toBeLessThanOrEqual(2 * reads.length);
      },
    );
    await fc.assert(run, { numRuns: 300 });
  });

  it('let no token be shown for longer than its bounded age after the rotation', async () => {
    const run = fc.asyncProperty(
      fc.array(
        fc.oneof(
          fc.constant({ kind: 'read' as const, ms: 0 }),
          fc.record({ kind: fc.constant('pass' as const), ms: fc.nat(MAX_TOKEN_AGE_MS) }),
        ),
        { maxLength: 30 },
      ),
      async (happenings) => {
        // Nothing takes time but what is said to: then the bound is exact.
        const here = world(immediate);
        await oneRead(here);
        here.rotate();
        const rotatedAt = START_MS;
        for (const { kind, ms } of happenings) {
          here.pass(ms);
          if (kind === 'read') expect((await oneRead(here)).ok).toBe(true);
        }
        const late = here.seen.filter(
          ({ at, rotation }) => rotation === 0 && at >= rotatedAt + MAX_TOKEN_AGE_MS,
        );
        expect(late).toEqual([]);
      },
    );
    await fc.assert(run, { numRuns: 300 });
  });

  it('end with every read succeeding, once a revoked token has had its one refresh', async () => {
    const here = world(immediate);
    await oneRead(here);
    here.rotate();
    here.revoke();
    const first = await oneRead(here);
    expect(first).toMatchObject({ ok: true, refreshes: 1, shown: 2 });
    expect(await oneRead(here)).toMatchObject({ ok: true, refreshes: 0, shown: 1 });
  });

  it('a token that stays refused is not looked for again and again', async () => {
    const here = world(immediate);
    await oneRead(here);
    here.rotate();
    here.revoke();
    here.rotate();
    here.revoke();
    await oneRead(here);
    const before = here.secretReads.length;
    here.rotate();
    here.revoke();
    for (let count = 0; count < 10; count++) await oneRead(here);
    // Refused ten times within the interval, and looked for not once more.
    expect(here.secretReads.length).toBe(before);
    here.pass(MIN_FORCED_REFRESH_INTERVAL_MS);
    expect((await oneRead(here)).ok).toBe(true);
  });
});

/** A scheduler that delays nothing. */
const immediate = { schedule: (task: Promise<unknown>) => task } as unknown as fc.Scheduler;
