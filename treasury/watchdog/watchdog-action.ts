import type { BlockedLane } from '../evidence/weigh.ts';
import type { Instruction } from '../instructions/instruction.ts';
import type { Lane } from '../instructions/lane.ts';
import type { Instant } from '../time/instant.ts';

/** The action of a watchdog round on an instruction, or the reason for none. */
export type WatchdogAction =
  | { readonly kind: 'given-up'; readonly instructionId: string; readonly currency: string }
  | { readonly kind: 'expired'; readonly instructionId: string; readonly currency: string }
  | { readonly kind: 'too-old'; readonly instructionId: string; readonly currency: string }
  | { readonly kind: 'delivered-again'; readonly instructionId: string; readonly currency: string }
  /** The lane took an instruction for open that had ended: an attacker noted it there. */
  | { readonly kind: 'note-dropped'; readonly instructionId: string; readonly currency: string }
  | { readonly kind: 'lane-freed'; readonly instructionId: string; readonly currency: string }
  | {
      readonly kind: 'settled-by-evidence';
      readonly instructionId: string;
      readonly currency: string;
    }
  /** Of the whole lane. */
  | {
      readonly kind: 'lane-unreadable';
      readonly currency: string;
      readonly message: string;
    }
  /** Handling it failed; the others were handled all the same. */
  | {
      readonly kind: 'failed';
      readonly instructionId: string;
      readonly currency: string;
      readonly message: string;
    }
  | {
      readonly kind: 'lane-held';
      readonly instructionId: string;
      readonly currency: string;
      readonly state: Lane['status']['state'];
      readonly since: Instant;
      readonly until: Instant;
      readonly message: string;
    };

export function action(
  kind: Exclude<WatchdogAction['kind'], 'lane-held' | 'lane-unreadable' | 'failed'>,
  { id }: Instruction,
  { currency }: Lane,
): WatchdogAction {
  return { kind, instructionId: id, currency };
}

/** The lanes that stay blocked, each with the reason; one whose request is under way is no action. */
export function actionsOnBlocked(
  lanes: readonly BlockedLane[],
  message: string,
): readonly WatchdogAction[] {
  return lanes.flatMap(({ currency, status }): readonly WatchdogAction[] => {
    if (status.state === 'sending') return [];
    const { instructionId, quarantineUntil: until } = status.claim;
    const { state, since } = status;
    return [{ kind: 'lane-held', instructionId, currency, state, since, until, message }];
  });
}
