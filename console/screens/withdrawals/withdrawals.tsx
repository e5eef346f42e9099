import { InstructionListScreen } from '../../instructions/instruction-list.tsx';

/** All withdrawals, by what stands in the address. */
export function Component() {
  return <InstructionListScreen list="withdrawals" />;
}
