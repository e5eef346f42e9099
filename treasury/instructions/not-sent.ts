import type { NotSent } from '../facts/reasons.ts';
import { type Controls, haltMessage, modeFor } from '../policy/controls.ts';
import type { Halting } from '../policy/halt-state.ts';
import type { Lane } from './lane.ts';

type OfMode = Extract<NotSent, { readonly code: 'halted' | 'dry-run' }>;
type OfLane = Extract<NotSent, { readonly code: 'never-armed' | 'armed-elsewhere' }>;

/** Live is the only mode in which money moves; null in it. */
export function notSentByMode(controls: Controls, halt: Halting, currency: string): OfMode | null {
  const mode = modeFor(controls, halt, currency);
  switch (mode) {
    case 'live':
      return null;
    case 'halted':
      return { code: mode, currency, halt: haltMessage(controls, halt, currency) };
    case 'dry-run':
      return { code: mode, currency };
    default:
      return mode satisfies never;
  }
}

export type Armed =
  | { readonly ok: true; readonly lane: Lane }
  | { readonly ok: false; readonly why: OfLane };

/** A lane must have been armed in this very table, whose epoch this is. */
export function armedLane(lane: Lane | null, currency: string, epoch: string): Armed {
  if (lane === null) return { ok: false, why: { code: 'never-armed', currency } };
  if (lane.epoch !== epoch) return { ok: false, why: { code: 'armed-elsewhere', currency } };
  return { ok: true, lane };
}
