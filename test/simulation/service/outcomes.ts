import type { FaultProfile } from '../fault-profile.ts';
import { REFUSALS, UNANSWERED, UNCLEAR_STATUSES, UNCONNECTED } from '../faults.ts';
import type { Random } from '../random.ts';
import type { ServiceRequest } from './service.ts';
import { SPOILED_ANSWERS, type SpoiledAnswer } from './spoiled-answers.ts';

/** What is to become of one POST once its connection stands. */
export interface ServiceOutcome {
  readonly received: boolean;
  readonly executes: 'now' | 'late' | 'never';
  readonly answers:
    | { readonly kind: 'success' }
    | { readonly kind: 'status'; readonly status: number }
    | { readonly kind: 'spoiled'; readonly how: SpoiledAnswer }
    | { readonly kind: 'unanswered'; readonly name: keyof typeof UNANSWERED }
    | { readonly kind: 'hang' };
}

/** Why no connection stands, or null where one does. */
export function drawUnconnected(random: Random, likely: number): keyof typeof UNCONNECTED | null {
  if (!random.chance(likely)) return null;
  return random.pick(Object.keys(UNCONNECTED) as (keyof typeof UNCONNECTED)[]);
}

const PLAIN: ServiceOutcome = { received: true, executes: 'now', answers: { kind: 'success' } };

/** A valid success would be a lie where nothing was executed: not among what a trade is spoiled with. */
const SPOILED: Readonly<Record<ServiceRequest['kind'], readonly SpoiledAnswer[]>> = {
  withdrawal: SPOILED_ANSWERS.filter(
    (each) => each !== '200 in several parts' && each !== '200 other trade',
  ),
  trade: ['200 truncated', '200 HTML', '200 empty', '200 of another shape', '200 other trade'],
};

export function drawOutcome(
  random: Random,
  faultProfile: FaultProfile,
  requested: ServiceRequest['kind'],
): ServiceOutcome {
  if (!random.chance(faultProfile.posts)) return PLAIN;
  const kind = random.weighted({
    refused: faultProfile.liar ? 9 : 3,
    unclear: 3,
    spoiled: faultProfile.liar ? 1 : 2.5,
    parts: 0.5,
    unanswered: 3,
    lost: 1,
    hang: 1.5,
  });
  switch (kind) {
    case 'refused': {
      const status = random.pick(REFUSALS);
      const executes = faultProfile.liar && random.chance(0.6) ? executed(random) : 'never';
      return { received: true, executes, answers: { kind: 'status', status } };
    }
    case 'unclear': {
      const status = random.pick(UNCLEAR_STATUSES);
      return {
        received: true,
        executes: perhaps(random, faultProfile),
        answers: { kind: 'status', status },
      };
    }
    case 'spoiled': {
      const how = random.pick(SPOILED[requested]);
      return {
        received: true,
        executes: perhaps(random, faultProfile),
        answers: { kind: 'spoiled', how },
      };
    }
    case 'parts':
      return { ...PLAIN, answers: { kind: 'spoiled', how: '200 in several parts' } };
    case 'unanswered': {
      const name = random.pick(Object.keys(UNANSWERED) as (keyof typeof UNANSWERED)[]);
      return {
        received: true,
        executes: perhaps(random, faultProfile),
        answers: { kind: 'unanswered', name },
      };
    }
    case 'lost': {
      const answers = { kind: 'unanswered', name: 'reset before any answer' } as const;
      return { received: false, executes: 'never', answers };
    }
    case 'hang':
      return { received: true, executes: perhaps(random, faultProfile), answers: { kind: 'hang' } };
    default:
      return kind satisfies never;
  }
}

function executed(random: Random): ServiceOutcome['executes'] {
  return random.chance(0.5) ? 'now' : 'late';
}

function perhaps(random: Random, faultProfile: FaultProfile): ServiceOutcome['executes'] {
  if (random.chance(0.3)) return 'never';
  return random.chance(faultProfile.late) ? 'late' : 'now';
}
