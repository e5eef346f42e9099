import { Status } from '../display/status.tsx';
import { type State, stateText } from './states.ts';

/** The state of an instruction in its own words: recorded, waiting and unknown are none of them done. */
export function InstructionState({ state }: { readonly state: State }) {
  return <Status state={state} text={stateText(state)} />;
}
