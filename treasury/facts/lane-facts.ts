import type { LaneStatus } from '../instructions/lane.ts';
import type { NotSent } from './reasons.ts';

/** Whether money of a currency moves at all, and whether its lane is free. */
export type LaneFact =
  | ({ readonly limit: 'mode' } & OfMode)
  | { readonly limit: 'mode'; readonly code: 'live'; readonly currency: string }
  | ({ readonly limit: 'lane' } & OfLane)
  | {
      readonly limit: 'lane';
      readonly code: 'lane-busy';
      readonly currency: string;
      readonly instructionId: string;
    }
  | {
      readonly limit: 'lane';
      readonly code: 'lane-blocked';
      readonly currency: string;
      readonly state: Exclude<LaneStatus['state'], 'idle' | 'sending'>;
      readonly instructionId: string;
      readonly since: string;
    }
  | { readonly limit: 'lane'; readonly code: 'bookings-unknown'; readonly currency: string }
  | { readonly limit: 'lane'; readonly code: 'earlier-open'; readonly instructionId: string }
  | { readonly limit: 'lane'; readonly code: 'lane-idle'; readonly currency: string };

type OfLane = Extract<NotSent, { readonly code: 'never-armed' | 'armed-elsewhere' }>;
type OfMode = Exclude<NotSent, OfLane>;
