import { expect } from 'vitest';
import type { FaultInput } from '../../../sandbox/index.ts';
import { TENANT } from '../../integration/protocol/treasury-under-test.ts';
import { endStateOf } from '../end-state.ts';
import { DONE_AT_ONCE, type FailurePoint, SENDING, unknown, variantsOf } from '../failure-point.ts';
import type { Scene } from '../scene.ts';
import { ledgerOverWire, type WriteOutcome } from '../wire/engine-wire.ts';
import { gone } from './claim.ts';

const point = variantsOf('recording the outcome');

/** Sent, perhaps executed, and the one process that knew is gone. */
const lost = (executions: 0 | 1, posts: 0 | 1 = 1) =>
  ({ atFirst: SENDING, inTheEnd: unknown('not-recorded'), posts, executions }) as const;

/** The process ends between the answer and the record of it. */
function dyingWith(fault?: FaultInput) {
  return async (scene: Scene) => {
    if (fault !== undefined) {
      scene.treasury.sandbox.queueFault({ on: `POST ${scene.path()}`, fault });
    }
    await scene.dies({ ledger: gone(scene, 2, 'not carried out') });
  };
}

/** The first write is the claim's; what comes after it meets this. */
function outcomeOverWire(...outcomes: readonly WriteOutcome[]) {
  return async (scene: Scene) => {
    const { ledger, stop } = await ledgerOverWire(scene.treasury.table, {
      ofWrite: (attempt) => outcomes[attempt - 2] ?? 'passes',
    });
    scene.closesWith(stop);
    await scene.deliver({ ledger });
  };
}

/** Another writer writes the lane between the reading and the write of the outcome. */
async function laneMoved(scene: Scene): Promise<void> {
  const ledger = scene.ledgerWith(async (commit, nth, changes) => {
    if (nth !== 2) return await commit();
    expect(changes.map(({ kind }) => kind)).toEqual([
      'replace-instruction',
      'replace-lane',
      'record-withdrawal-id',
    ]);
    const lane = await scene.treasury.lane();
    const moved = { ...lane, version: lane.version + 1 };
    await scene.treasury.ledger.commit(TENANT, [
      { kind: 'replace-lane', lane: moved, from: 'sending' },
    ]);
    const refused = await commit();
    expect(refused.ok).toBe(false);
    // Neither without the other: the instruction is not concluded while its lane is held.
    expect(await endStateOf(scene)).toEqual(SENDING);
    return refused;
  });
  await scene.deliver({ ledger });
}

export const OUTCOME: readonly FailurePoint[] = [
  point(
    'the ids cannot be looked up',
    'whether the service gave this id before is asked again by the write itself',
    'did not happen',
    DONE_AT_ONCE,
    async (scene) => {
      const knownWithdrawals = async (): Promise<never> => {
        throw new Error('the ledger could not be reached');
      };
      await scene.deliver({ ledger: { ...scene.treasury.ledger, knownWithdrawals } });
    },
  ),
  point(
    'the process is gone, the answer was 200',
    'executed and confirmed, and the process ends before it writes that down',
    'did not happen',
    lost(1),
    dyingWith(),
  ),
  point(
    'the process is gone, the answer was 422',
    'refused, and the process ends before it writes that down',
    'did not happen',
    lost(0),
    dyingWith({ kind: 'status', status: 422 }),
  ),
  {
    ...point(
      'the process is gone, the answer contradicts',
      'another amount, and the process ends before it halts everything',
      'did not happen',
      lost(1),
      dyingWith({ kind: 'contradicting-200', what: 'amount' }),
    ),
    // The halt is a write of its own, which may be done by then.
    scene: { alsoTouches: ['policy'] },
  },
  point(
    'the process is gone, nothing was sent',
    'the connection is refused, and the process ends before it writes that down',
    'did not happen',
    lost(0, 0),
    async (scene) => {
      const closed = await scene.wire(() => {});
      await closed.stop();
      const baseUrl = `http://127.0.0.1:${closed.port}`;
      const service = scene.postingVia(scene.treasury.serviceWith({ baseUrl }));
      await scene.dies({ service, ledger: gone(scene, 2, 'not carried out') });
    },
  ),
  point(
    'the process is gone when it is written',
    'the record stands, and the process ends before it hears so',
    'happened, answer lost',
    DONE_AT_ONCE,
    (scene) => scene.dies({ ledger: gone(scene, 2, 'carried out') }),
  ),
  point(
    'the write fails a few times',
    'the ledger throttles; the money has moved, so it is tried again',
    'did not happen',
    DONE_AT_ONCE,
    async (scene) => {
      const ledger = scene.ledgerWith(async (commit, nth) => {
        if (nth >= 2 && nth <= 5) throw new Error('throttled');
        return await commit();
      });
      await scene.deliver({ ledger });
    },
  ),
  point(
    'the connection breaks once',
    'the engine never sees the first attempt, and the SDK repeats it by itself',
    'did not happen',
    DONE_AT_ONCE,
    outcomeOverWire('is lost'),
  ),
  point(
    'the connection breaks at every attempt of the SDK',
    'the whole call fails, and the outcome is recorded by another',
    'did not happen',
    DONE_AT_ONCE,
    outcomeOverWire('is lost', 'is lost', 'is lost'),
  ),
  point(
    'the answer is lost once',
    'the engine writes, the connection breaks, and the SDK repeats a write that is done',
    'happened, answer lost',
    DONE_AT_ONCE,
    outcomeOverWire('is carried out, its answer lost'),
  ),
  point(
    'the answer to every attempt is lost',
    'the engine writes at the first attempt; reading back says so',
    'happened, answer lost',
    DONE_AT_ONCE,
    outcomeOverWire(
      'is carried out, its answer lost',
      'is carried out, its answer lost',
      'is carried out, its answer lost',
    ),
  ),
  point(
    'a repeated write fails on its own success',
    'the repetition meets what the first attempt changed, the known id among it: no anomaly',
    'happened, answer lost',
    DONE_AT_ONCE,
    outcomeOverWire('is carried out, its answer lost', 'passes as a new one'),
  ),
  point(
    'between the outcome and the release of the lane',
    'they are one write: where the lane moved, neither is written, and both are tried again',
    'did not happen',
    DONE_AT_ONCE,
    laneMoved,
  ),
];
