import { UNREADABLE_COUNTS } from '../counters/shared-counts.ts';
import { sayCountsUnreadable } from '../facts/sentences/say/no-price.ts';
import { sayRefusal } from '../facts/sentences/say/say-check.ts';
import type { Lane } from '../instructions/lane.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { hasOutflowBounds, leftOf, limitsTo, takenFrom } from '../limits/outflow-bounds.ts';
import { formatDecimal } from '../money/decimal-text.ts';
import { money } from '../money/money.ts';
import type { Policy } from '../policy/policy.ts';
import { checkOutflow } from '../rules/checks/outflow.ts';
import type { Instant } from '../time/instant.ts';
import { viewOfRequests } from './limits-view.ts';
import type { GuardedWithdrawal } from './withdrawal-guards.ts';

/** Why a person's request is refused by a limit, before anything is written; decimal text in `currency`. */
export interface LimitRefusal {
  readonly code: 'limit-unknown' | 'account-limit' | 'counterparty-limit' | 'outflow-limit';
  readonly message: string;
  readonly numbers: {
    readonly limit: string;
    readonly maximum: string;
    /** Absent if it is not known. */
    readonly used?: string;
    readonly left?: string;
    readonly needed?: string;
    readonly currency: string;
  };
}

/** What limits count cannot be read: whether there is room is not known, and a claim could not count it. */
export interface CountsRefusal {
  readonly code: 'unreadable';
  readonly message: string;
}

interface Asked {
  readonly tenant: string;
  readonly amount: string;
  readonly policy: Policy;
  readonly lanes: readonly Lane[];
  readonly epoch: string;
  readonly now: Instant;
}

/**
 * The limits of the account, of its counterparty and of the day, with everything that is open: null if the request fits
 * all of them. The floor is no limit of people's requests. The claim judges the limits again.
 */
export async function refuseByLimits(
  ledger: Pick<Ledger, 'readCounts'>,
  { tenant, amount, policy, lanes, epoch, now }: Asked,
  { controls, account, snapshot }: GuardedWithdrawal & { readonly ok: true },
): Promise<LimitRefusal | CountsRefusal | null> {
  if (!hasOutflowBounds(controls, account)) return null;
  // Read after the lanes: an amount claimed in between is counted twice, never missed.
  const usage = await ledger.readCounts(tenant, 'outflow-usage');
  if (usage === UNREADABLE_COUNTS) {
    return { code: usage, message: sayCountsUnreadable('outflow-usage') };
  }
  const { accounts } = policy;
  const view = viewOfRequests({ usage, snapshot, lanes, controls, accounts, epoch, now });
  const asked = money(account.currency, amount);
  for (const bound of limitsTo(view, controls, account)) {
    const { refusal } = checkOutflow(bound, asked);
    if (refusal === undefined) continue;
    const { limit, cap: maximum, currency, seen } = bound;
    const known =
      seen === null
        ? {}
        : {
            used: formatDecimal(seen),
            left: formatDecimal(leftOf(bound)),
            needed: formatDecimal(takenFrom(bound, asked.amount)),
          };
    const code = seen === null ? 'limit-unknown' : codeOf(bound.reason);
    return {
      code,
      message: sayRefusal(refusal.why),
      numbers: { limit, maximum, ...known, currency },
    };
  }
  return null;
}

function codeOf(reason: ReturnType<typeof limitsTo>[number]['reason']): LimitRefusal['code'] {
  if (reason === 'liquidity-floor') throw new Error('a floor is no limit of requests');
  return reason;
}
