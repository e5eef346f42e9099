import { LANE_ROUTES } from '../../api/responses/lane-actions.ts';
import { readLaneViews } from '../../functions/query-ledger/lanes.ts';
import type { NotSent } from '../../treasury/facts/reasons.ts';
import {
  laneStepSentence,
  stopNextSentence,
} from '../../treasury/facts/sentences/say/lane-step.ts';
import { sayNotSent } from '../../treasury/facts/sentences/say/not-sent.ts';
import { sayWhyBlocked } from '../../treasury/facts/sentences/say/say-lane-block.ts';
import { asText } from '../../treasury/facts/sentences/sentence.ts';
import { type StopNext, stoppedLane } from '../../treasury/facts/stopped-lane.ts';
import type { LaneView } from '../../treasury/lanes/lane-view.ts';
import type { Ledger } from '../../treasury/ledger/ledger.ts';
import { haltMessage } from '../../treasury/policy/controls.ts';
import { haltOf } from '../../treasury/policy/halt-state.ts';
import type { Policy } from '../../treasury/policy/policy.ts';
import { instantOf } from '../../treasury/time/instant.ts';

/** Stands for every currency, also for those that have no lane yet. */
export const EVERYTHING = '*';

/** A currency of which nothing leaves, with its entry from GET /v1/lanes. */
export interface Stuck {
  readonly currency: string;
  readonly state: string;
  readonly why: string;
  readonly next: string;
}

type CurrentPolicy = Pick<Policy, 'controls' | 'halt'>;

/** The obstacle of a currency that people have to know of: blocked, unknown, disarmed or halted. */
export async function readStuck(
  ledger: Pick<Ledger, 'readLanes' | 'readInstruction' | 'readPolicy' | 'epoch'>,
  tenant: string,
): Promise<readonly Stuck[]> {
  const [views, policy] = await Promise.all([
    readLaneViews(ledger, tenant, instantOf(Date.now())),
    ledger.readPolicy(tenant),
  ]);
  return stuckOf(views, policy);
}

/** A halt is stuck by itself: a currency has a lane only once something was decided about it. */
export function stuckOf(
  views: readonly Pick<LaneView, 'currency' | 'state' | 'blockedBy'>[],
  policy: CurrentPolicy,
): readonly Stuck[] {
  const lanes = views.flatMap(({ currency, state, blockedBy }): readonly Stuck[] => {
    if (blockedBy !== undefined) {
      const { why, step } = blockedBy;
      const next = asText(laneStepSentence(step, LANE_ROUTES));
      return [{ currency, state, why: sayWhyBlocked(why), next }];
    }
    const stopped = stoppedLane({ currency, state });
    return stopped === null ? [] : [{ currency, state, ...said(stopped) }];
  });
  const held = new Set(lanes.map(({ currency }) => currency));
  const halts = haltedCurrencies(policy).filter((currency) => !held.has(currency));
  return [
    ...halts.map((currency) => ({ currency, state: 'halted', ...said(haltOn(currency, policy)) })),
    ...lanes,
  ];
}

/** Everything as one, or each currency that is halted by itself, whether it has a lane or not. */
function haltedCurrencies({ controls, halt }: CurrentPolicy): readonly string[] {
  if (halt.mode === 'halted' || controls?.mode === 'halted') return [EVERYTHING];
  const own = Object.entries(controls?.currencyModes ?? {}).flatMap(([currency, mode]) =>
    mode === 'halted' ? [currency] : [],
  );
  return [...new Set([...Object.keys(halt.currencies), ...own])].sort();
}

interface Stop {
  readonly why: NotSent;
  readonly next: StopNext;
}

function said({ why, next }: Stop): Pick<Stuck, 'why' | 'next'> {
  return { why: sayNotSent(why), next: asText(stopNextSentence(next, LANE_ROUTES)) };
}

function haltOn(of: string, { controls, halt }: CurrentPolicy): Stop {
  const by = controls === null ? haltOf(halt, of) : haltMessage(controls, halt, of);
  const currency = of === EVERYTHING ? null : of;
  return { why: { code: 'halted', currency, halt: by }, next: { code: 'end-halt' } };
}
