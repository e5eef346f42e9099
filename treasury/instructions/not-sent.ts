import type { NotSent } from '../facts/reasons.ts';
import { areUnreadable, type Controls, haltMessage, modeFor } from '../policy/controls.ts';
import type { Halting } from '../policy/halt-state.ts';
import { type FormatRange, unreadFormat } from '../policy/ledger-format.ts';
import { isUnreadable, type Lane } from './lane.ts';

type OfFormat = Extract<NotSent, { readonly code: 'newer-version' | 'controls-unreadable' }>;
type OfMode = OfFormat | Extract<NotSent, { readonly code: 'halted' | 'dry-run' }>;
type OfLane = Extract<
  NotSent,
  { readonly code: 'never-armed' | 'armed-elsewhere' | 'lane-unreadable' }
>;

/** Null if the ledger is in a form that this version of Sluice reads. In another one nothing is decided or sent. */
export function notSentByFormat(controls: Controls | null, reads?: FormatRange): OfFormat | null {
  if (areUnreadable(controls)) return { code: 'controls-unreadable' };
  const unread = unreadFormat(controls, reads);
  return unread === null ? null : { code: 'newer-version', ...unread };
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
  if (isUnreadable(lane)) return { ok: false, why: { code: 'lane-unreadable', currency } };
  if (lane.epoch !== epoch) return { ok: false, why: { code: 'armed-elsewhere', currency } };
  return { ok: true, lane };
}

/** The first of these currencies whose lane cannot be read: nothing that rests on it is decided, claimed or given back. */
export function unreadableIn(
  lanes: Iterable<Lane>,
  currencies: readonly string[],
): Extract<OfLane, { readonly code: 'lane-unreadable' }> | null {
  for (const lane of lanes) {
    const { currency } = lane;
    if (isUnreadable(lane) && currencies.includes(currency))
      return { code: 'lane-unreadable', currency };
  }
  return null;
}

/** How a refusal by the lane is named: no word of people arms one that cannot be read. */
export function codeOfLane({ code }: OfLane): 'disarmed' | 'unreadable' {
  return code === 'lane-unreadable' ? 'unreadable' : 'disarmed';
}

/** How one by the mode is. */
export function codeOfMode<Code extends OfMode['code']>({ code }: { readonly code: Code }) {
  return code === 'controls-unreadable'
    ? 'unreadable'
    : (code as Exclude<Code, 'controls-unreadable'>);
}
