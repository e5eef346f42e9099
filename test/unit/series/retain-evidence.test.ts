import { describe, expect, it } from 'vitest';
import { type LaneStatus, newLane } from '../../../treasury/instructions/lane.ts';
import { retainEvidence } from '../../../treasury/retention/retain-evidence.ts';
import { plantedStore } from '../../samples/planted-store.ts';

const NOW = '2026-12-10T00:00:00.000Z';

function claimed(claimedAt: string): LaneStatus {
  const claim = {
    instructionId: 'i-1',
    nonce: 'n',
    claimedAt,
    sendBy: claimedAt,
    quarantineUntil: claimedAt,
    balanceBefore: '1',
  };
  return { state: 'unknown', claim, since: claimedAt };
}

async function keptFor(statuses: readonly LaneStatus[], openSince: readonly string[] = []) {
  const asked: unknown[] = [];
  const lanes = statuses.map((status, index) => ({
    ...newLane('main', `C${index}`, 'epoch'),
    status,
  }));
  const kept = await retainEvidence(
    {
      ledger: plantedStore({ lanes }).ledger,
      snapshots: {
        clearExpiry: async (tenant, range) => {
          asked.push({ tenant, ...range });
          return 7;
        },
      },
    },
    { tenant: 'main', now: NOW, months: 6, openSince },
  );
  return { kept, asked };
}

describe('the expiry of snapshots', () => {
  it('is lifted from a day before the oldest open claim, up to what expires within a week', async () => {
    const statuses = [claimed('2026-06-15T10:00:00.000Z'), claimed('2026-06-12T10:00:00.000Z')];
    expect(await keptFor([...statuses, { state: 'idle' }])).toEqual({
      kept: 7,
      asked: [{ tenant: 'main', from: '2026-06-11T10:00:00.000Z', to: '2026-06-17T00:00:00.000Z' }],
    });
  });

  it('is lifted for what else is open since then', async () => {
    const { asked } = await keptFor([{ state: 'idle' }], ['2026-06-02T00:00:00.000Z']);
    expect(asked).toMatchObject([{ from: '2026-06-01T00:00:00.000Z' }]);
  });

  it('stays where nothing is open, or nothing open is that old', async () => {
    expect(await keptFor([{ state: 'idle' }])).toEqual({ kept: 0, asked: [] });
    const young = claimed('2026-12-01T10:00:00.000Z');
    expect(await keptFor([young])).toEqual({ kept: 0, asked: [] });
  });
});
