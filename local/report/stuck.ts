import { readLaneViews } from '../../functions/read-treasury/lanes.ts';
import { modeFor } from '../../treasury/policy/controls.ts';
import type { Policy } from '../../treasury/policy/policy.ts';
import type { Ledger } from '../../treasury/ports/ledger.ts';
import { instantOf } from '../../treasury/time/instant.ts';

/** A currency of which nothing leaves, with what GET /v1/lanes says of it. */
export interface Stuck {
  readonly currency: string;
  readonly state: string;
  readonly why: string;
  readonly next: string;
}

/** What holds a currency back that people have to know of: held, unknown, disarmed or halted. */
export async function readStuck(
  ledger: Pick<Ledger, 'readLanes' | 'readInstruction' | 'readPolicy' | 'epoch'>,
  client: string,
): Promise<readonly Stuck[]> {
  const [views, policy] = await Promise.all([
    readLaneViews(ledger, client, instantOf(Date.now())),
    ledger.readPolicy(client),
  ]);
  return views.flatMap(({ currency, state, blockedBy }): readonly Stuck[] => {
    if (blockedBy !== undefined) {
      return [{ currency, state, why: blockedBy.why, next: blockedBy.next }];
    }
    if (state === 'disarmed') return [{ currency, state, ...DISARMED }];
    return isHalted(policy, currency) ? [{ currency, state: 'halted', ...HALTED }] : [];
  });
}

const DISARMED = {
  why: 'The lane was armed in another table: a backup was restored.',
  next: 'Compare with the records of the service; then two people arm it: /v1/lanes/arming.',
} as const;

const HALTED = {
  why: 'It is halted: nothing leaves. GET /v1/controls says since when, by whom and why.',
  next: 'Two people end the halt: POST /v1/controls/resumption.',
} as const;

function isHalted({ controls, halt }: Policy, currency: string): boolean {
  return controls !== null && modeFor(controls, halt, currency) === 'halted';
}
