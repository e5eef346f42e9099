import type { NotSent } from '../facts/reasons.ts';
import { type Controls, haltMessage, modeFor } from '../policy/controls.ts';
import type { Halting } from '../policy/halt-state.ts';
import { NEWEST_FORMAT, newerFormat } from '../policy/ledger-format.ts';
import type { Lane } from './lane.ts';

type OfFormat = Extract<NotSent, { readonly code: 'newer-version' }>;
type OfMode = OfFormat | Extract<NotSent, { readonly code: 'halted' | 'dry-run' }>;
type OfLane = Extract<NotSent, { readonly code: 'never-armed' | 'armed-elsewhere' }>;

/** Null if the ledger is in a form that this version of Sluice reads. In another one nothing is decided or sent. */
export function notSentByFormat(controls: Controls | null): OfFormat | null {
  const format = newerFormat(controls);
  return format === null ? null : { code: 'newer-version', format, known: NEWEST_FORMAT };
}

/** Live is the only mode in which money moves; null in it. In a newer format, what else the controls say may mean more. */
export function notSentByMode(controls: Controls, halt: Halting, currency: string): OfMode | null {
  const newer = notSentByFormat(controls);
  if (newer !== null) return newer;
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
