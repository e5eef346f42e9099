import {
  DONE_AT_ONCE,
  DONE_LATER,
  type FailurePoint,
  notSent,
  SENDING,
  stays,
  unknown,
  variantsOf,
} from '../failure-point.ts';
import type { Scene } from '../scene.ts';
import { claimAnswerLost, gone } from './claim.ts';

/** Nothing of the request leaves: whatever its claim counted is given back. */
function leavesNothing(scene: Scene) {
  const { sendWithdrawal } = scene.treasury.serviceWith({ baseUrl: 'http://127.0.0.1:1' });
  return { service: { ...scene.patient, sendWithdrawal } };
}

const NOTHING_LEFT = stays(notSent('refused'), 0, 0);

/** A withdrawal that limits over several currencies count: its claim and its outcome write what they count as well. */
const point = variantsOf('what limits count', { limits: true });

export const LIMITS: readonly FailurePoint[] = [
  point(
    'the claim that counts fails',
    'the ledger cannot be reached when claim and count are to be written',
    'did not happen',
    DONE_LATER,
    (scene) => scene.dies({ ledger: gone(scene, 1, 'not carried out') }),
  ),
  point(
    'the answer to the claim that counts is lost',
    'claim and count are written, nothing says so, and the nonce in the ledger does',
    'happened, answer lost',
    DONE_AT_ONCE,
    claimAnswerLost,
  ),
  point(
    'the process is gone with the claim that counts',
    'it is never sent, and stays counted until people settle it',
    'happened, answer lost',
    { atFirst: SENDING, inTheEnd: unknown('not-recorded'), posts: 0, executions: 0 },
    (scene) => scene.dies({ ledger: gone(scene, 1, 'carried out') }),
  ),
  point(
    'nothing left, and the ledger fails to give back once',
    'outcome and count are written by the second attempt',
    'did not happen',
    NOTHING_LEFT,
    async (scene) => {
      const ledger = scene.ledgerWith(async (commit, nth) => {
        if (nth === 2) throw new Error('the ledger cannot be reached');
        return await commit();
      });
      await scene.deliver({ ledger, ...leavesNothing(scene) });
    },
  ),
  point(
    'nothing left, and the answer to giving back is lost',
    'outcome and count are written, and are not given back a second time',
    'happened, answer lost',
    NOTHING_LEFT,
    async (scene) => {
      const ledger = scene.ledgerWith(async (commit, nth) => {
        const result = await commit();
        if (nth === 2) throw new Error('the answer was lost');
        return result;
      });
      await scene.deliver({ ledger, ...leavesNothing(scene) });
    },
  ),
];
