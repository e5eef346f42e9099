import type { Instruction } from '../../treasury/instructions/instruction.ts';
import type { Lane } from '../../treasury/instructions/lane.ts';
import { TENANT } from '../integration/protocol/treasury-under-test.ts';
import type { EndState } from './failure-point.ts';
import type { Scene } from './scene.ts';

/** What the ledger says now of the scene's instruction and its lanes. */
export async function endStateOf(scene: Scene): Promise<EndState> {
  const instruction = await instructionOf(scene, scene.id());
  const lanes = await lanesOf(scene);
  const [lane] = lanes;
  if (lane === undefined || lanes.some(({ status }) => status.state !== lane.status.state)) {
    throw new Error(`lanes apart: ${JSON.stringify(lanes)}`);
  }
  const because = instruction === null ? undefined : reasonOf(instruction);
  return {
    instruction: instruction?.status.state ?? 'none',
    ...(because === undefined ? {} : { because }),
    lane: lane.status.state,
  };
}

export function instructionOf(scene: Scene, id: string): Promise<Instruction | null> {
  return scene.ledger().readInstruction(TENANT, id);
}

/** The lanes of what is sent: one currency, or both of a trade. */
export async function lanesOf(scene: Scene): Promise<readonly Lane[]> {
  const lanes = await scene.ledger().readLanes(TENANT);
  return lanes.filter(({ currency }) => scene.currencies().some((each) => each === currency));
}

function reasonOf({ status }: Instruction): string | undefined {
  switch (status.state) {
    case 'unknown':
    case 'anomaly':
    case 'not-sent':
      return status.cause;
    case 'cancelled':
      return status.reason;
    case 'rejected':
      return String(status.status);
    default:
      return undefined;
  }
}

/** In one cell of a table. */
export function endStateText({ instruction, because, lane }: EndState): string {
  const state = because === undefined ? instruction : `${instruction} (${because})`;
  return `${state}, lane ${lane}`;
}
