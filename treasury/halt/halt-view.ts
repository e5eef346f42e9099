import type { HaltCause, HaltState, Resumption } from '../policy/halt-state.ts';
import { withoutSeal } from '../sealing/messages.ts';

/** The kill switch as shown to people. */
export interface HaltView {
  /** A proposal to resume names it. 0: never halted. */
  readonly generation: number;
  readonly mode: HaltState['mode'];
  readonly because: HaltCause | null;
  readonly currencies: Readonly<Record<string, HaltCause>>;
  /** The last resumption, with both people. */
  readonly resumed: Omit<Resumption, 'seal'> | null;
  /** Halts that are not in the audit log yet. */
  readonly unaudited: number;
}

export function haltView(halt: HaltState): HaltView {
  const { generation, mode, because = null, currencies, resumed } = halt;
  const unaudited = halt.unaudited.length + halt.unkept;
  return {
    generation,
    mode,
    because,
    currencies,
    resumed: resumed === undefined ? null : withoutSeal(resumed),
    unaudited,
  };
}
