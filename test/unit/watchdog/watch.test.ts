import { describe, expect, it } from 'vitest';
import { advance } from '../../../treasury/instructions/advance.ts';
import type { Instruction } from '../../../treasury/instructions/instruction.ts';
import type { Lane } from '../../../treasury/instructions/lane.ts';
import {
  claimLane,
  concludeLane,
  noteOpen,
} from '../../../treasury/instructions/lane-transitions.ts';
import type { BalancesReading, Reading } from '../../../treasury/ports/trading-service.ts';
import { sealedReading } from '../../../treasury/snapshots/reading-seals.ts';
import type { StoredReading } from '../../../treasury/snapshots/snapshot.ts';
import { type Instant, plusSeconds } from '../../../treasury/time/instant.ts';
import { type WatchPorts, watch } from '../../../treasury/watchdog/watch.ts';
import { APPROVED, CLAIM, IDLE_LANE, PROPOSED, SENDING } from '../../samples/instructions.ts';
import { plantedStore } from '../../samples/planted-store.ts';
import { readerOf, readingSeals } from '../../seals/hmac-seals.ts';

/** A store with these lanes and instructions, and a service whose balances are those of before the claim. */
function world(lanes: readonly Lane[], instructions: readonly Instruction[]) {
  const delivered: string[] = [];
  const { ledger, snapshots } = plantedStore({ lanes, instructions });
  const ports: WatchPorts = {
    now: () => plusSeconds(CLAIM.quarantineUntil, 60),
    ledger,
    nonce: () => 'asked-as',
    reader: readerOf({ readBalances: async () => readNow(ports.now(), CLAIM.balanceBefore) }),
    snapshots,
    deliver: async (_client, ids) => {
      delivered.push(ids.join(' '));
    },
  };
  return { ports, delivered };
}

/** The service's answer of this moment. */
function readNow(readAt: Instant, total: string): Reading<BalancesReading> {
  return { ok: true, value: { readAt, balances: { BTC: { total } }, raw: '{}', rawDigest: 'd' } };
}

/** A reading as take-snapshot stores it. */
async function storedReading(takenAt: Instant, total: string): Promise<StoredReading> {
  const balances = { BTC: { total } };
  const valuation = { reportingCurrency: 'USD' };
  const reading = { tenant: 'main', scheduledFor: takenAt, takenAt, balances, valuation };
  return await sealedReading(readingSeals, reading);
}

function waiting(id: string): Instruction {
  return { ...APPROVED, id };
}

/** An instruction that the service rejected at once, and its lane, which is held until balances say the same. */
function rejectedAndBlocked(): { readonly rejected: Instruction; readonly lane: Lane } {
  const { nonce, claimedAt: at } = CLAIM;
  const outcome = { state: 'rejected', status: 422, evidence: 'no' } as const;
  const rejected = advance(SENDING, { kind: 'conclude', at, nonce, outcome });
  const lane = concludeLane(claimLane(IDLE_LANE, CLAIM), { nonce, at, outcome: 'rejected' });
  return { rejected, lane };
}

const laneOf = (currency: string, instructionId: string): Lane =>
  noteOpen({ ...IDLE_LANE, currency }, { instructionId, amount: '1' });

describe('the watchdog', () => {
  it('looks after the others where one instruction cannot be read or delivered', async () => {
    const lanes = [
      laneOf('AAA', 'unreadable'),
      laneOf('BBB', 'undeliverable'),
      laneOf('CCC', 'fine'),
    ];
    const { ports, delivered } = world(lanes, ['unreadable', 'undeliverable', 'fine'].map(waiting));
    const troubled: WatchPorts = {
      ...ports,
      ledger: {
        ...ports.ledger,
        readInstruction: async (tenant, id) => {
          if (id === 'unreadable') throw new Error('instruction item cannot be read');
          return await ports.ledger.readInstruction(tenant, id);
        },
      },
      deliver: async (tenant, ids, kind) => {
        if (ids.includes('undeliverable')) throw new Error('Rate exceeded');
        await ports.deliver(tenant, ids, kind);
      },
    };
    expect(await watch(troubled, 'main')).toEqual([
      {
        kind: 'failed',
        instructionId: 'unreadable',
        currency: 'AAA',
        message: 'instruction item cannot be read',
      },
      { kind: 'failed', instructionId: 'undeliverable', currency: 'BBB', message: 'Rate exceeded' },
      { kind: 'delivered-again', instructionId: 'fine', currency: 'CCC' },
    ]);
    expect(delivered).toEqual(['fine']);
  });

  it('hands every due part of a run over at once, in their order, and no more than a run has', async () => {
    const parts = Array.from({ length: 9 }, (_, index) => ({
      ...APPROVED,
      id: `part-${index + 1}`,
      origin: { ...(APPROVED.origin as object), split: { part: index + 1 } },
    })) as unknown as readonly Instruction[];
    const shuffled = [...parts].reverse();
    const lane = shuffled.reduce(
      (noted, { id: instructionId }) => noteOpen(noted, { instructionId, amount: '1' }),
      IDLE_LANE,
    );
    const { ports, delivered } = world([lane], parts);
    // Before the approval expires.
    const now = () => plusSeconds(APPROVED.status.at, 60);
    expect(await watch({ ...ports, now }, 'main')).toHaveLength(8);
    expect(delivered).toEqual(['part-1 part-2 part-3 part-4 part-5 part-6 part-7 part-8']);
  });

  it('frees a rejected lane behind however long a quarantine', async () => {
    const { rejected, lane } = rejectedAndBlocked();
    const { ports } = world([lane], [rejected]);
    // A day of a reading every ten seconds, of which only the last lies behind the quarantine.
    const readings = await Promise.all(
      Array.from({ length: 8_641 }, (_, index) => {
        const at = index < 8_640 ? plusSeconds(CLAIM.claimedAt, index / 100) : ports.now();
        return storedReading(at, CLAIM.balanceBefore);
      }),
    );
    const snapshots = {
      takenSince: async (_client: string, _since: string, limit: number) =>
        readings.slice(0, limit),
    };
    const actions = await watch({ ...ports, snapshots }, 'main');
    expect(actions).toMatchObject([{ kind: 'lane-freed' }]);
  });

  it('reads as much for a lane that an unexplained fall holds, however long it has been held', async () => {
    const { claimedAt: at } = CLAIM;
    const { rejected, lane } = rejectedAndBlocked();
    const { ports } = world([lane], [rejected]);
    const readOf = async (readings: number): Promise<number> => {
      const taken = await Promise.all(
        Array.from({ length: readings }, (_, index) =>
          storedReading(plusSeconds(at, 60 * (index + 1)), '0.1'),
        ),
      );
      let read = 0;
      let evidence: Instruction = rejected;
      const held: WatchPorts = {
        ...ports,
        now: () => plusSeconds(at, 60 * (readings + 1)),
        ledger: {
          ...ports.ledger,
          readInstruction: async () => evidence,
          commit: async (_client, [change]) => {
            if (change?.kind === 'replace-instruction') evidence = change.instruction;
            return { ok: true };
          },
        },
        snapshots: {
          takenSince: async (_client, since, limit) => {
            const found = taken.filter(({ takenAt }) => takenAt >= since).slice(0, limit);
            read += found.length;
            return found;
          },
        },
      };
      await watch(held, 'main');
      read = 0;
      expect(await watch(held, 'main')).toMatchObject([{ kind: 'lane-held' }]);
      return read;
    };
    expect(await readOf(5_000)).toBe(await readOf(100));
  });

  it('frees no rejected lane by its balances in a restored ledger, which has forgotten what flowed', async () => {
    const { rejected, lane } = rejectedAndBlocked();
    const { ports } = world([lane], [rejected]);
    const reading = await storedReading(ports.now(), CLAIM.balanceBefore);
    const restored: WatchPorts = {
      ...ports,
      ledger: { ...ports.ledger, epoch: async () => 'another table' },
      snapshots: { takenSince: async () => [reading] },
    };
    expect(await watch(restored, 'main')).toMatchObject([
      { kind: 'lane-held', state: 'rejected', message: expect.stringContaining('restored') },
    ]);
  });

  it('says of a lane that is held by an unknown outcome that people settle it', async () => {
    const lost = advance(SENDING, { kind: 'lose', at: CLAIM.quarantineUntil });
    const lane = concludeLane(claimLane(IDLE_LANE, CLAIM), {
      nonce: CLAIM.nonce,
      at: CLAIM.sendBy,
      outcome: 'unknown',
    });
    const { ports } = world([lane], [lost]);
    expect(await watch(ports, 'main')).toMatchObject([
      { kind: 'lane-held', state: 'unknown', message: expect.stringMatching(/two people/i) },
    ]);
  });

  it('expires an instruction not approved in time, and leaves one that may still be approved', async () => {
    const expiresAt = plusSeconds(CLAIM.quarantineUntil, 30);
    const at = PROPOSED.createdAt;
    const asked = advance(PROPOSED, { kind: 'require-approval', at, expiresAt });
    const { ports } = world([laneOf('BTC', asked.id)], [asked]);
    expect(await watch(ports, 'main')).toMatchObject([{ kind: 'expired' }]);
    const early = { ...ports, now: () => plusSeconds(expiresAt, -1) };
    expect(await watch(early, 'main')).toEqual([]);
  });

  it('changes nothing where another writer was quicker', async () => {
    const { ports } = world([laneOf('BTC', 'old')], [waiting('old')]);
    const later = () => plusSeconds(CLAIM.quarantineUntil, 86_400);
    const ledger: WatchPorts['ledger'] = {
      ...ports.ledger,
      commit: async () => ({ ok: false, conflicts: ['replace-lane'] }),
    };
    expect(await watch({ ...ports, ledger, now: later }, 'main')).toEqual([]);
  });
});

describe('a sender that does not come back', () => {
  const lane = claimLane(IDLE_LANE, CLAIM);
  const actionsAt = async (seconds: number) => {
    const { ports } = world([lane], [SENDING]);
    const now = () => plusSeconds(CLAIM.sendBy, seconds);
    return (await watch({ ...ports, now }, 'main')).map(({ kind }) => kind);
  };

  it('is given up when its function has ended for certain, not when it may not begin any more', async () => {
    expect(await actionsAt(0)).toEqual([]);
    expect(await actionsAt(119.999)).toEqual([]);
    expect(await actionsAt(120)).toEqual(['given-up']);
  });
});
