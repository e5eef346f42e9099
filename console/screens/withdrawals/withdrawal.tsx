import { InstructionDetail } from '../../instructions/instruction-detail.tsx';

/** A withdrawal: what is asked for, its life, what it was decided by, and what the service answered. */
export function Component() {
  return <InstructionDetail list="withdrawals" />;
}
