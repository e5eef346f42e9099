import { InstructionDetail } from '../../instructions/instruction-detail.tsx';

/** A trade: what is asked for, its life, and what the service made of it. */
export function Component() {
  return <InstructionDetail list="trades" />;
}
