import { describe, expect, it } from 'vitest';
import { createTokenUses } from '../../../adapters/store/token-uses.ts';
import { noteTokenUse } from '../../../treasury/snapshots/token-use.ts';
import { type Instant, plusSeconds } from '../../../treasury/time/instant.ts';
import { CANARY_TOKEN } from '../../canary/canary.ts';
import { deployedForEachTest } from './deployed-for-each-test.ts';
import { TENANT } from './deployed-functions.ts';
import { ledgerRecords } from './ledger-records.ts';

const { deployed } = deployedForEachTest();
const FIRST: Instant = '2026-01-05T09:00:00.000Z';
const take = (minutes: number) =>
  deployed().invoke('take-snapshot', {
    tenant: TENANT,
    scheduledFor: plusSeconds(FIRST, minutes * 60),
  });
/** As the stream delivers: again what was not taken, which a busy machine makes of an endpoint that answers late. */
const tell = async () => {
  const records = await ledgerRecords(deployed().snapshotsTable);
  for (let delivery = 1; delivery <= 5; delivery++) {
    const { batchItemFailures } = (await deployed().invoke('update-books', records)) as {
      readonly batchItemFailures: readonly object[];
    };
    if (batchItemFailures.length === 0) return;
  }
  throw new Error('the events were not taken');
};
/** Each event once, whose id decides. */
const published = () => [
  ...new Map(
    deployed()
      .events.published()
      .map((event) => [event.id, event]),
  ).values(),
];

describe('snapshots and the token they are taken with', () => {
  it('are told by the stream that keeps the books, misses included', async () => {
    deployed().secrets.answerWith({ error: 'ResourceNotFoundException' });
    expect(await take(0)).toEqual({ result: 'missed' });
    deployed().secrets.answerWith({ secret: CANARY_TOKEN });
    expect(await take(5)).toEqual({ result: 'taken' });
    await tell();
    expect(published().map(({ type, subject }) => [type, subject])).toEqual([
      ['com.sluice.snapshot.missed', FIRST],
      ['com.sluice.snapshot.taken', plusSeconds(FIRST, 300)],
    ]);
  });

  it('name a token that balances were read with for the first time, and no first one', async () => {
    const uses = createTokenUses(deployed().snapshotsTable);
    deployed().secrets.answerWith({ secret: CANARY_TOKEN, version: 'version-1' });
    await take(0);
    expect(await uses.read(TENANT)).toMatchObject({ version: 1, secretVersion: 'version-1' });
    const ports = { tokenUses: uses, now: () => plusSeconds(FIRST, 300) };
    expect(await noteTokenUse(ports, TENANT, 'version-1')).toBe(true);
    expect(await noteTokenUse(ports, TENANT, 'version-2')).toBe(true);
    // Two functions at once: one of them notes it.
    const both = await Promise.all([
      noteTokenUse(ports, TENANT, 'version-3'),
      noteTokenUse(ports, TENANT, 'version-3'),
    ]);
    expect(both).toContain(true);
    await tell();
    const rotated = published().filter(({ type }) => type === 'com.sluice.token.rotated');
    expect(rotated.map(({ data }) => data)).toEqual([
      { version: 2, firstUsedAt: plusSeconds(FIRST, 300) },
      { version: 3, firstUsedAt: plusSeconds(FIRST, 300) },
    ]);
  });
});
