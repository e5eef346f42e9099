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
const tell = async () =>
  await deployed().invoke('update-books', await ledgerRecords(deployed().snapshotsTable));
const published = () =>
  deployed()
    .events.published()
    .map(({ type, subject }) => [type, subject]);

describe('snapshots and the token they are taken with', () => {
  it('are told by the stream that keeps the books, misses included', async () => {
    deployed().secrets.answerWith({ error: 'ResourceNotFoundException' });
    expect(await take(0)).toEqual({ result: 'missed' });
    deployed().secrets.answerWith({ secret: CANARY_TOKEN });
    expect(await take(5)).toEqual({ result: 'taken' });
    expect(await tell()).toEqual({ batchItemFailures: [] });
    expect(published()).toEqual([
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
    const rotated = deployed()
      .events.published()
      .filter(({ type }) => type === 'com.sluice.token.rotated');
    expect(rotated.map(({ data }) => data)).toEqual([
      { version: 2, firstUsedAt: plusSeconds(FIRST, 300) },
      { version: 3, firstUsedAt: plusSeconds(FIRST, 300) },
    ]);
  });
});
