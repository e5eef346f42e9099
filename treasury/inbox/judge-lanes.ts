import type { Lane } from '../instructions/lane.ts';
import type { Rearming } from '../ledger/rearming.ts';
import type { UnbookedConclusion } from '../ledger/unbooked-conclusion.ts';
import type { Policy } from '../policy/policy.ts';
import {
  type RearmingRefusal,
  rearmingStands,
  refuseByPolicy,
  refuseWithoutLanes,
} from '../rearming/rearm.ts';
import type { RearmingView } from '../rearming/rearming.ts';
import { statementDigest } from '../rearming/unbooked-statement.ts';
import { refusedByFormat } from '../rules/refused-by-format.ts';
import { judgeConclusion } from '../sealing/word-seals.ts';
import type { SealVerifier } from '../seals/ports.ts';
import type { Instant } from '../time/instant.ts';
import {
  type ConcludeUnbookedRefusal,
  conclusionStands,
  refuseConclusion,
} from '../unbooked/conclude-unbooked.ts';
import type { UnbookedView } from '../unbooked/unbooked.ts';
import type { InboxJudgement, WhyNotCode } from './inbox-item.ts';

const UNBOOKED_CODES: Readonly<Record<ConcludeUnbookedRefusal['code'], WhyNotCode>> = {
  'not-found': 'changed',
  unreadable: 'blocked',
  'nothing-unbooked': 'changed',
  'lane-busy': 'blocked',
  'in-quarantine': 'not-yet',
  'no-later-balance': 'not-yet',
  'unbooked-changed': 'changed',
  'reading-differs': 'changed',
  'reading-forged': 'changed',
  'proposal-differs': 'changed',
  'newer-version': 'newer-version',
};

const REARMING_CODES: Readonly<Record<RearmingRefusal['code'], WhyNotCode>> = {
  'nothing-to-arm': 'changed',
  'rearming-changed': 'changed',
  'amounts-incomplete': 'changed',
  'not-halted': 'blocked',
  unreadable: 'blocked',
  'newer-version': 'newer-version',
};

const OWN = {
  code: 'own-proposal',
  message: { code: 'stated-by-you' },
} as const;

export interface SeenUnbooked {
  readonly lane: Lane;
  readonly view: UnbookedView;
  readonly policy: Policy;
  readonly said: UnbookedConclusion | null;
  readonly epoch: string;
  readonly at: Instant;
}

/** The first word about the very amounts that are unbooked now; null if there is none that stands. */
export function firstWordOn({ said, view, at }: SeenUnbooked): UnbookedConclusion | null {
  return said !== null && conclusionStands(said, view.digest, at) ? said : null;
}

/** What a person would meet who concludes a lane's unbooked amounts, or agrees with whoever did. */
export async function judgeUnbookedFor(
  by: string,
  seals: SealVerifier,
  seen: SeenUnbooked,
): Promise<InboxJudgement> {
  const { lane, view, policy, epoch, at } = seen;
  const { currency } = lane;
  const first = firstWordOn(seen);
  const trusted = first === null ? null : (await judgeConclusion(seals, epoch, first)) === 'valid';
  const refusal =
    refusedByFormat(policy.controls) ??
    refuseConclusion({ currency, digest: view.digest }, lane, view, at);
  if (refusal !== null) {
    const { code, message } = refusal;
    return { trusted, whyNot: { code: UNBOOKED_CODES[code], message } };
  }
  return { trusted, whyNot: first?.by === by ? OWN : null };
}

export interface SeenRearming {
  readonly view: RearmingView;
  readonly policy: Policy;
  readonly said: Rearming | null;
  readonly epoch: string;
  readonly at: Instant;
}

/** Whether a first word about these very lanes waits, valid or not. */
export function rearmingWordOn({ said, view, at }: SeenRearming): Rearming | null {
  if (said?.unbooked === undefined || said.armed !== undefined || at >= said.expiresAt) return null;
  return said.digest === statementDigest(view.digest, said.unbooked) ? said : null;
}

/** What a person would meet who arms the lanes of a restored ledger, or agrees with whoever did. */
export async function judgeRearmingFor(
  by: string,
  seals: SealVerifier,
  seen: SeenRearming,
): Promise<InboxJudgement> {
  const { view, policy, epoch, at } = seen;
  const first = rearmingWordOn(seen);
  const trusted =
    first === null
      ? null
      : await rearmingStands({ seals, now: () => at }, first, epoch, first.digest);
  const refusal = refuseWithoutLanes(view) ?? refuseByPolicy(policy);
  if (refusal !== null) {
    const { code, message } = refusal;
    return { trusted, whyNot: { code: REARMING_CODES[code], message } };
  }
  return { trusted, whyNot: trusted === true && first?.by === by ? OWN : null };
}
