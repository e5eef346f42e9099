import type { NotSent } from './reasons.ts';

/** What frees a currency of which nothing leaves though no request blocks it. */
export interface StopNext {
  readonly code: 'arm' | 'repair' | 'end-halt';
}

interface StoppedLane {
  readonly why: Extract<NotSent, { readonly code: 'armed-elsewhere' | 'lane-unreadable' }>;
  readonly next: StopNext;
}

/** Why a lane that no request blocks lets nothing leave, and what frees it; null where it does not stop anything. */
export function stoppedLane(lane: {
  readonly currency: string;
  readonly state: string;
}): StoppedLane | null {
  const { currency, state } = lane;
  switch (state) {
    case 'disarmed':
      return { why: { code: 'armed-elsewhere', currency }, next: { code: 'arm' } };
    case 'unreadable':
      return { why: { code: 'lane-unreadable', currency }, next: { code: 'repair' } };
    default:
      return null;
  }
}
