import { describe, expect, it } from 'vitest';
import { readAsAsked } from '../../../treasury/snapshots/asked-reading.ts';
import { sealedReading } from '../../../treasury/snapshots/reading-seals.ts';
import type { SnapshotTaken } from '../../../treasury/snapshots/snapshot.ts';
import type { ZeroBalances } from '../../../treasury/valuation/absent-balances.ts';
import type { Balances } from '../../../treasury/valuation/balance.ts';
import { snapshotAt } from '../../samples/snapshots.ts';
import { readingSeals } from '../../seals/hmac-seals.ts';

const BEFORE = '2026-01-05T09:00:00.000Z';
const NOW = '2026-01-05T09:01:00.000Z';

async function sealed(balances: Balances): Promise<SnapshotTaken> {
  return await sealedReading(readingSeals, { ...snapshotAt(BEFORE, {}), balances });
}

async function asked(before: SnapshotTaken | null, zeros: ZeroBalances): Promise<Balances> {
  const answered = await readAsAsked(
    {
      service: {
        readBalances: async () => ({
          ok: true,
          value: { readAt: NOW, balances: { ETH: { total: '1' } }, raw: '{}', rawDigest: 'd' },
        }),
      },
      snapshots: { latest: async () => before },
      zeroBalances: async () => zeros,
      readingSealer: readingSeals,
    },
    { tenant: 'main', askedAs: 'nonce-1' },
  );
  if (answered.kind !== 'read') throw new Error(answered.code);
  return answered.reading.balances;
}

describe('balances that are read as another function asks', () => {
  it('state zero of what the last snapshot has as zero, at a service that omits zeros', async () => {
    const empty = await sealed({ ETH: { total: '2' }, BTC: { total: '0' } });
    expect(await asked(empty, 'omitted')).toEqual({ ETH: { total: '1' }, BTC: { total: '0' } });
  });

  it('state nothing that is left out where the service lists zeros, or the controls do not say', async () => {
    const empty = await sealed({ BTC: { total: '0' } });
    for (const said of ['listed', 'unknown'] as const) {
      expect(await asked(empty, said)).toEqual({ ETH: { total: '1' } });
    }
  });

  it('state nothing of what was held a moment ago, and was left out now', async () => {
    expect(await asked(await sealed({ BTC: { total: '2' } }), 'omitted')).toEqual({
      ETH: { total: '1' },
    });
    expect(await asked(null, 'omitted')).toEqual({ ETH: { total: '1' } });
  });

  it('rest on no zero of a snapshot that take-snapshot did not make', async () => {
    const made = await sealed({ BTC: { total: '2' } });
    const forged = { ...made, balances: { BTC: { total: '0' } } };
    expect(await asked(forged, 'omitted')).toEqual({ ETH: { total: '1' } });
    const { seal: _, ...bare } = await sealed({ BTC: { total: '0' } });
    expect(await asked(bare, 'omitted')).toEqual({ ETH: { total: '1' } });
  });
});
