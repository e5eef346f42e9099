import { createKmsSeals } from '../../../adapters/seals/kms-seals.ts';
import { TEST_KEY_ID } from '../../seals/hmac-seals.ts';
import { type KmsMood, startKms } from '../../seals/kms-endpoint.ts';
import { DONE_LATER, type FailurePoint } from '../failure-point.ts';
import type { Scene } from '../scene.ts';

/** Short, where KMS never answers; a busy machine must not make that of one that does. */
const SILENCE_MS = 150;

type Row = readonly [name: string, description: string, variant: FailurePoint['variant'], KmsMood];

const FAULTS: readonly Row[] = [
  ['denied', 'the role may not verify seals', 'did not happen', 'denied'],
  ['throttled', 'more is asked of the key than it takes', 'did not happen', 'throttled'],
  ['disabled', 'an administrator has switched the key off', 'did not happen', 'disabled'],
  ['answered 500', 'KMS fails', 'did not happen', 'failing'],
  ['never answers', 'KMS may have verified it', 'happened, answer lost', 'silent'],
];

/** A seal that cannot be verified is no seal that does not hold: nothing is claimed, and it is sent later. */
export const SEALS: readonly FailurePoint[] = FAULTS.map(([name, description, variant, mood]) => ({
  effect: 'verifying the seal',
  name,
  description,
  variant,
  expected: DONE_LATER,
  happens: (scene) => verifiedBy(scene, mood),
}));

async function verifiedBy(scene: Scene, mood: KmsMood): Promise<void> {
  const kms = await startKms();
  kms.become(mood);
  const client = kms.client(...(mood === 'silent' ? [SILENCE_MS] : []));
  const seals = createKmsSeals({ keyIds: [TEST_KEY_ID], client: async () => client });
  try {
    await scene.deliver({ seals });
  } finally {
    client.destroy();
    await kms.stop();
  }
}
