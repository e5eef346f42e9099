import { readLaneViews } from '../../functions/query-ledger/lanes.ts';
import { sayNotSent } from '../../treasury/facts/sentences/say/not-sent.ts';
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
      return [{ currency, state, why: blockedBy.why, next: blockedBy.next }];
    }
    return state === 'disarmed' ? [{ currency, state, ...disarmed(currency) }] : [];
  });
  const held = new Set(lanes.map(({ currency }) => currency));
  const halts = haltedCurrencies(policy).filter((currency) => !held.has(currency));
  return [
    ...halts.map((currency) => ({ currency, state: 'halted', ...halted(currency, policy) })),
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

type Told = Pick<Stuck, 'why' | 'next'>;

function disarmed(currency: string): Told {
  return {
    why: sayNotSent({ code: 'armed-elsewhere', currency }),
    next: 'Compare with the records of the service; then two people arm it: /v1/lanes/rearm.',
  };
}

function halted(of: string, { controls, halt }: CurrentPolicy): Told {
  const message = controls === null ? haltOf(halt, of) : haltMessage(controls, halt, of);
  const currency = of === EVERYTHING ? null : of;
  return {
    why: sayNotSent({ code: 'halted', currency, halt: message }),
    next: 'Two people end the halt: POST /v1/controls/resume.',
  };
}
