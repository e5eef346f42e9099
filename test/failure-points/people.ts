import { advance } from '../../treasury/instructions/advance.ts';
import { freeLatch } from '../../treasury/instructions/latch.ts';
import { CLIENT } from '../integration/protocol/treasury-under-test.ts';
import type { Scene } from './scene.ts';
import { instructionOf, lanesOf } from './standing.ts';

/** Two people settle what the scene's instruction came to, as they say. */
export async function peopleSettle(scene: Scene, executed: boolean): Promise<void> {
  const instruction = await instructionOf(scene, scene.id());
  if (instruction === null) throw new Error('there is nothing to settle');
  const at = scene.treasury.now();
  const by = ['ana', 'ben'] as const;
  const words = 'as the books of the service say';
  const settled = advance(instruction, { kind: 'settle', at, by, executed, words });
  const lanes = await lanesOf(scene);
  const written = await scene.ledger().commit(CLIENT, [
    { kind: 'replace-instruction', instruction: settled },
    ...lanes.map(
      (lane) =>
        ({
          kind: 'replace-lane',
          lane: freeLatch(lane, instruction.id, executed, at),
          from: lane.latch.state,
        }) as const,
    ),
  ]);
  if (!written.ok) throw new Error(`not settled: ${written.conflicts.join(', ')}`);
}
