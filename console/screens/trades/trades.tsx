import { InstructionListScreen } from '../../instructions/instruction-list.tsx';

/** All trades, by what stands in the address. */
export function Component() {
  return <InstructionListScreen list="trades" />;
}
