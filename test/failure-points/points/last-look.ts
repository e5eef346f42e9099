import type { Ledger } from '../../../treasury/ledger/ledger.ts';
import type { HaltAct } from '../../../treasury/policy/halt-state.ts';
import type { TradingService } from '../../../treasury/ports/trading-service.ts';
import { TENANT } from '../../integration/protocol/treasury-under-test.ts';
import { DONE_AT_ONCE, type FailurePoint, notSent, stays } from '../failure-point.ts';
import type { Scene } from '../scene.ts';
import { type LookOutcome, ledgerOverWire } from '../wire/engine-wire.ts';

const UNREADABLE = stays(notSent('halt-unreadable'), 0, 0);
const CHANGED = stays(notSent('halt-changed'), 0, 0);

/** As often as the SDK of the functions tries by itself. */
const EVERY_ATTEMPT = 3;

/** Three attempts of it are waited for. */
const IMPATIENT_MS = 600;

function always(outcome: LookOutcome): readonly LookOutcome[] {
  return Array.from({ length: EVERY_ATTEMPT }, () => outcome);
}

/** The n-th attempt at the look meets this; later ones pass. */
function looksAt(outcomes: readonly LookOutcome[]) {
  return async (scene: Scene): Promise<void> => {
    const { ledger, stop } = await ledgerOverWire(scene.treasury.table, {
      ofLook: (attempt) => outcomes[attempt - 1] ?? 'passes',
      ...(outcomes.includes('hangs') ? { answerTimeoutMs: IMPATIENT_MS } : {}),
    });
    scene.closesWith(stop);
    await scene.deliver({ ledger });
  };
}

function halts({ treasury }: Scene, currency?: string): Promise<unknown> {
  const act: HaltAct = {
    id: 'the-halt-of-the-scene',
    at: treasury.now(),
    by: 'tina',
    comment: 'something looks wrong',
    requestId: 'the-request-of-the-halt',
    ...(currency === undefined ? {} : { currency }),
  };
  return treasury.ledger.halt(TENANT, act);
}

/** A person halts when the claim is written, before the look. */
function haltedAfterClaim(scene: Scene, currency?: string): Ledger {
  return scene.ledgerWith(async (commit, nth) => {
    const result = await commit();
    if (nth === 1) await halts(scene, currency);
    return result;
  });
}

/** A person halts when the look is taken, before the request leaves. */
function haltedAfterLook(scene: Scene): TradingService {
  const { patient } = scene;
  return {
    ...patient,
    sendWithdrawal: async (...asked) => {
      await halts(scene);
      return await patient.sendWithdrawal(...asked);
    },
    sendTrade: async (...asked) => {
      await halts(scene);
      return await patient.sendTrade(...asked);
    },
  };
}

type Row = Pick<FailurePoint, 'name' | 'description' | 'variant' | 'expected' | 'happens'>;

const ROWS: readonly Row[] = [
  {
    name: 'the read is lost once',
    description: 'the engine never sees the first attempt, and the SDK repeats it by itself',
    variant: 'did not happen',
    expected: DONE_AT_ONCE,
    happens: looksAt(['is lost']),
  },
  {
    name: 'the read is lost at every attempt',
    description: 'the engine sees none of the attempts: what cannot be read is taken for halted',
    variant: 'did not happen',
    expected: UNREADABLE,
    happens: looksAt(always('is lost')),
  },
  {
    name: 'the answer is lost at every attempt',
    description: 'the engine answers each attempt, and no answer arrives',
    variant: 'happened, answer lost',
    expected: UNREADABLE,
    happens: looksAt(always('is answered, the answer lost')),
  },
  {
    name: 'the engine fails',
    description: 'each attempt is answered with a 500',
    variant: 'did not happen',
    expected: UNREADABLE,
    happens: looksAt(always('fails')),
  },
  {
    name: 'the read times out',
    description: 'nothing comes, at any attempt, for as long as the function waits',
    variant: 'did not happen',
    expected: UNREADABLE,
    happens: looksAt(always('hangs')),
  },
  {
    name: 'another item',
    description: 'the answer is an item that no version of Sluice writes',
    variant: 'happened, answer wrong',
    expected: UNREADABLE,
    happens: looksAt(['is answered with another item']),
  },
  {
    name: 'halted before the look',
    description: 'a person halts everything between the claim and the look',
    variant: 'happened in between',
    expected: CHANGED,
    happens: (scene) => scene.deliver({ ledger: haltedAfterClaim(scene) }),
  },
  {
    name: 'another currency halted before the look',
    description: 'the halt is not what the claim rests on: that is enough',
    variant: 'happened in between',
    expected: CHANGED,
    happens: (scene) => scene.deliver({ ledger: haltedAfterClaim(scene, 'DOGE') }),
  },
  {
    name: 'halted after the look',
    description: 'a person halts everything when the request is about to leave: it leaves',
    variant: 'happened in between',
    expected: DONE_AT_ONCE,
    happens: (scene) => scene.deliver({ service: haltedAfterLook(scene) }),
  },
];

export const LAST_LOOK: readonly FailurePoint[] = (['withdrawal', 'trade'] as const).flatMap(
  (subject) =>
    ROWS.map(
      ({ name, ...row }): FailurePoint => ({
        effect: 'the last look at the halt',
        name: subject === 'trade' ? `${name}, a trade` : name,
        ...row,
        scene: { subject, alsoTouches: row.variant === 'happened in between' ? ['policy'] : [] },
      }),
    ),
);
