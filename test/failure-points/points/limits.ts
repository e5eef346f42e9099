import { createCountSeals } from '../../../adapters/seals/count-seals.ts';
import { createKmsSeals } from '../../../adapters/seals/kms-seals.ts';
import { TEST_KEY_ID } from '../../seals/hmac-seals.ts';
import { type KmsMood, startKms } from '../../seals/kms-endpoint.ts';
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

/** Short, where KMS never answers; a busy machine must not make that of one that does. */
const SILENCE_MS = 150;

async function countedBy(scene: Scene, mood: KmsMood): Promise<void> {
  const kms = await startKms();
  kms.become(mood);
  const client = kms.client(...(mood === 'silent' ? [SILENCE_MS] : []));
  const seals = createKmsSeals({ keyIds: [TEST_KEY_ID], client: async () => client });
  try {
    await scene.deliver({ counts: createCountSeals(seals) });
  } finally {
    client.destroy();
    await kms.stop();
  }
}

/** Nothing of the request leaves: whatever its claim counted is given back. */
function leavesNothing(scene: Scene) {
  const { sendWithdrawal } = scene.treasury.serviceWith({ baseUrl: 'http://127.0.0.1:1' });
  return { service: { ...scene.patient, sendWithdrawal } };
}

const NOTHING_LEFT = stays(notSent('refused'), 0, 0);

type KeyFault = readonly [name: string, description: string, FailurePoint['variant'], KmsMood];

const KEY_FAULTS: readonly KeyFault[] = [
  ['its key is denied', 'the role may not use the key of counts', 'did not happen', 'denied'],
  ['its key is throttled', 'more is asked of it than it takes', 'did not happen', 'throttled'],
  ['its key is answered 500', 'KMS fails', 'did not happen', 'failing'],
  ['its key never answers', 'KMS may have made it', 'happened, answer lost', 'silent'],
];

/** A withdrawal that limits over several currencies count: its claim and its outcome write what they count as well. */
const point = variantsOf('what limits count', { limits: true });

export const LIMITS: readonly FailurePoint[] = [
  ...KEY_FAULTS.map(([name, description, variant, mood]) =>
    point(name, description, variant, DONE_LATER, (scene) => countedBy(scene, mood)),
  ),
  point(
    'the claim that counts fails',
    'the ledger cannot be reached when claim, count and number are to be written',
    'did not happen',
    DONE_LATER,
    (scene) => scene.dies({ ledger: gone(scene, 1, 'not carried out') }),
  ),
  point(
    'the answer to the claim that counts is lost',
    'claim, count and number are written, nothing says so, and the nonce in the ledger does',
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
