import type { Ledger } from '../../../treasury/ledger/ledger.ts';
import {
  DONE_AT_ONCE,
  DONE_LATER,
  type FailurePoint,
  SENDING,
  unknown,
  variantsOf,
} from '../failure-point.ts';
import type { Scene } from '../scene.ts';
import { ledgerOverWire, type WriteOutcome } from '../wire/engine-wire.ts';

/** Claimed by an invocation that is gone before it could send: no other may say so. */
const CLAIMED_AND_GONE = {
  atFirst: SENDING,
  inTheEnd: unknown('not-recorded'),
  posts: 0,
  executions: 0,
} as const;

/** A ledger that the process loses: from the n-th commit on, before or after it, nothing works. */
export function gone(scene: Scene, n: number, last: 'carried out' | 'not carried out'): Ledger {
  let lost = false;
  const failing = async (): Promise<never> => {
    throw new Error('the process is gone');
  };
  const ledger = scene.ledgerWith(async (commit, nth) => {
    if (nth < n) return await commit();
    lost = true;
    if (nth === n && last === 'carried out') await commit();
    return await failing();
  });
  return {
    ...ledger,
    readInstruction: (...asked) => (lost ? failing() : ledger.readInstruction(...asked)),
    readLanes: (...asked) => (lost ? failing() : ledger.readLanes(...asked)),
    readPolicy: (...asked) => (lost ? failing() : ledger.readPolicy(...asked)),
  };
}

/** The n-th attempt of the SDK's own client at a write meets this; later ones pass. */
async function overWire(scene: Scene, outcomes: readonly WriteOutcome[]): Promise<Ledger> {
  const { ledger, stop } = await ledgerOverWire(scene.treasury.table, {
    ofWrite: (attempt) => outcomes[attempt - 1] ?? 'passes',
  });
  scene.closesWith(stop);
  return ledger;
}

/** A claim that is still on its way when its sender has given up, and lands when told to. */
function landsLater(scene: Scene): { ledger: Ledger; land: () => Promise<unknown> } {
  let land: () => Promise<unknown> = async () => undefined;
  const ledger = scene.ledgerWith(async (commit, nth) => {
    if (nth > 1) return await commit();
    land = commit;
    throw new Error('no answer from the ledger');
  });
  return { ledger, land: () => land() };
}

/** The claim is written, and its answer is lost on the way. */
export async function claimAnswerLost(scene: Scene): Promise<void> {
  const ledger = scene.ledgerWith(async (commit, nth) => {
    const result = await commit();
    if (nth === 1) throw new Error('the answer was lost');
    return result;
  });
  await scene.deliver({ ledger });
}

const point = variantsOf('the claim');

export const CLAIM: readonly FailurePoint[] = [
  point(
    'the write fails',
    'the ledger cannot be reached when the claim is to be written',
    'did not happen',
    DONE_LATER,
    (scene) => scene.dies({ ledger: gone(scene, 1, 'not carried out') }),
  ),
  point(
    'the connection breaks once',
    'the engine never sees the first attempt, and the SDK repeats it by itself',
    'did not happen',
    DONE_AT_ONCE,
    async (scene) => await scene.deliver({ ledger: await overWire(scene, ['is lost']) }),
  ),
  point(
    'the connection breaks at every attempt',
    'the engine sees none of the attempts of the SDK',
    'did not happen',
    DONE_LATER,
    async (scene) =>
      await scene.dies({ ledger: await overWire(scene, ['is lost', 'is lost', 'is lost']) }),
  ),
  point(
    'the answer is lost',
    'the claim is written, nothing says so, and the nonce in the ledger does',
    'happened, answer lost',
    DONE_AT_ONCE,
    claimAnswerLost,
  ),
  point(
    'the answer is lost once',
    'the engine writes, the connection breaks, and the SDK repeats a write that is done',
    'happened, answer lost',
    DONE_AT_ONCE,
    async (scene) => {
      const ledger = await overWire(scene, ['is carried out, its answer lost']);
      await scene.deliver({ ledger });
    },
  ),
  point(
    'the answer to every attempt is lost',
    'the engine writes at the first attempt, and no attempt is answered',
    'happened, answer lost',
    DONE_AT_ONCE,
    async (scene) => {
      const lost = 'is carried out, its answer lost';
      await scene.deliver({ ledger: await overWire(scene, [lost, lost, lost]) });
    },
  ),
  point(
    'a repeated write fails on its own success',
    'the repetition meets the conditions that the first attempt changed: the claim is recognised by its nonce',
    'happened, answer lost',
    DONE_AT_ONCE,
    async (scene) => {
      const outcomes = ['is carried out, its answer lost', 'passes as a new one'] as const;
      await scene.deliver({ ledger: await overWire(scene, outcomes) });
    },
  ),
  point(
    'the process is gone',
    'the claim is written and the process ends before it knows: it is never sent',
    'happened, answer lost',
    CLAIMED_AND_GONE,
    (scene) => scene.dies({ ledger: gone(scene, 1, 'carried out') }),
  ),
  point(
    'it lands when its sender has given up',
    'the write is on its way for longer than anyone waits, and lands before the next delivery',
    'happened late',
    CLAIMED_AND_GONE,
    async (scene) => {
      const { ledger, land } = landsLater(scene);
      await scene.dies({ ledger });
      await land();
    },
  ),
  point(
    'it lands when another invocation has sent',
    'the write is on its way for longer than anyone waits, and meets what the next delivery wrote',
    'happened late',
    DONE_AT_ONCE,
    async (scene) => {
      const { ledger, land } = landsLater(scene);
      await scene.dies({ ledger });
      await scene.deliver();
      await land();
    },
  ),
];
