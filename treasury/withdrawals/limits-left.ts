import type { Language, Reader } from '../facts/sentences/language.ts';
import { sayUnknown } from '../facts/sentences/say/no-price.ts';
import { leftOf, limitsTo, type OutflowBound } from '../limits/outflow-bounds.ts';
import { formatDecimal } from '../money/decimal-text.ts';
import type { RegisteredAccount } from '../policy/registered-account.ts';
import { type LimitsSeen, viewOfRequests } from './limits-view.ts';

/** A limit of what may leave to an account, and what the next request would find of it; decimal text in `currency`. */
export interface LimitLeft {
  readonly limit: OutflowBound['limit'];
  /** The counterparty; absent of a limit of the account itself, and of everything. */
  readonly counterparty?: string;
  readonly currency: string;
  readonly maximum: string;
  /** Claimed in the window, or on its way out. Null if it is not known: then nothing leaves. */
  readonly used: string | null;
  readonly left: string | null;
  /** Why it is not known. */
  readonly unknown?: string;
}

/** What the limits of the account, of its counterparty and of the day leave, as a request at this moment is judged. Pure. */
export function limitsLeft(
  seen: LimitsSeen,
  account: RegisteredAccount,
  reader?: Language | Reader,
): readonly LimitLeft[] {
  return limitsTo(viewOfRequests(seen), seen.controls, account).map((bound) =>
    shown(bound, reader),
  );
}

function shown(bound: OutflowBound, reader: Language | Reader | undefined): LimitLeft {
  const { limit, reason, of, currency, cap: maximum, seen, unknown } = bound;
  const whose = reason === 'counterparty-limit' && of !== undefined ? { counterparty: of } : {};
  return {
    ...{ limit, ...whose, currency, maximum },
    used: seen === null ? null : formatDecimal(seen),
    left: seen === null ? null : formatDecimal(leftOf(bound)),
    ...(unknown !== undefined && { unknown: sayUnknown(unknown, reader) }),
  };
}
