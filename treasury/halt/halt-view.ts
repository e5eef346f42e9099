import * as z from 'zod/mini';
import type { Language, Reader } from '../facts/sentences/language.ts';
import { sayHaltFact } from '../facts/sentences/say/say-halt.ts';
import {
  HALT_TRIGGERS,
  type HaltCause,
  type HaltState,
  type Resumption,
} from '../policy/halt-state.ts';
import { withoutSeal } from '../sealing/messages.ts';
import { instant } from '../time/instant-schema.ts';

/** Why it is halted, as readers get it: a person's comment, or what Sluice found in a sentence. */
export const shownCauseSchema = z.object({
  at: instant,
  by: z.string(),
  comment: z.string(),
  trigger: z.exactOptional(z.enum(HALT_TRIGGERS)),
});
type ShownCause = Readonly<z.infer<typeof shownCauseSchema>>;

/** The kill switch as shown to people. */
export interface HaltView {
  /** A proposal to resume names it. 0: never halted. */
  readonly generation: number;
  readonly mode: HaltState['mode'];
  readonly because: ShownCause | null;
  readonly currencies: Readonly<Record<string, ShownCause>>;
  /** The last resumption, with both people. */
  readonly resumed: Omit<Resumption, 'seal'> | null;
  /** Halts that are not in the audit log yet. */
  readonly unaudited: number;
}

export function haltView(halt: HaltState, reader?: Language | Reader): HaltView {
  const { generation, mode, because, currencies, resumed } = halt;
  const own = Object.entries(currencies).map(
    ([code, cause]) => [code, showCause(cause, reader)] as const,
  );
  return {
    generation,
    mode,
    because: because === undefined ? null : showCause(because, reader),
    currencies: Object.fromEntries(own),
    resumed: resumed === undefined ? null : withoutSeal(resumed),
    unaudited: halt.unaudited.length + halt.unkept,
  };
}

export function showCause(cause: HaltCause, reader?: Language | Reader): ShownCause {
  const { at, by } = cause;
  if ('comment' in cause) return { at, by, comment: cause.comment };
  return { at, by, comment: sayHaltFact(cause.found, reader), trigger: cause.trigger };
}
