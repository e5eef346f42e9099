import { filledAsAsked } from '../../treasury/evidence/expected-change.ts';
import type { Ledger } from '../../treasury/ledger/ledger.ts';
import { type SettleResult, settle } from '../../treasury/settlement/settle.ts';
import { TENANT } from '../integration/protocol/treasury-under-test.ts';
import { hmacSeals } from '../seals/hmac-seals.ts';
import { instructionOf } from './end-state.ts';
import type { Scene } from './scene.ts';

/** One person says what became of the scene's instruction, on the evidence as it stands. */
export async function says(
  scene: Scene,
  by: string,
  executed: boolean,
  ledger: Ledger = scene.ledger(),
): Promise<SettleResult> {
  const instruction = await instructionOf(scene, scene.id());
  return await settle(
    { ...scene.treasury.ports, ledger, seals: hmacSeals },
    {
      tenant: TENANT,
      instructionId: scene.id(),
      by,
      executed,
      ...(executed && instruction?.content.kind === 'trade'
        ? { fill: filledAsAsked(instruction.content) }
        : {}),
      comment: 'as the books of the service say',
      evidence: instruction?.evidence?.digest ?? 'none',
      requestId: `by ${by}`,
    },
  );
}

/** A balance is read and weighed: what people look at before they say anything. */
export async function evidenceGathered(scene: Scene): Promise<void> {
  await scene.treasury.snapshot();
  await scene.watch();
}

/** Two people settle what the scene's instruction came to, on evidence that has been gathered. */
export async function peopleSettle(scene: Scene, executed: boolean): Promise<void> {
  await says(scene, 'ana', executed);
  const settled = await says(scene, 'ben', executed);
  if (settled.result !== 'settled') throw new Error(`not settled: ${JSON.stringify(settled)}`);
}
