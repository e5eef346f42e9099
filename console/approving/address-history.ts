import { differencesOf } from './differences.ts';
import type { Destination, Instruction } from './instruction.ts';

/** Days within which an account counts as new, or as newly changed: a week lets people of each weekday notice it. */
const NEW_DAYS = 7;
const DAY_MS = 86_400_000;

export interface AddressHistory {
  /** Confirmed withdrawals to the very same destination, of those that were looked at. */
  readonly payments: number;
  /** The first and the last of them; null where there is none. */
  readonly firstAt: string | null;
  readonly lastAt: string | null;
  /** Whether there were more than were looked at: then there are at least so many. */
  readonly isCut: boolean;
}

/**
 * What went to this address before. An account can be changed and keep its id, so only withdrawals whose own copy of
 * the destination is the same count.
 *
 * @param confirmed confirmed withdrawals to the account, newest first
 * @param before what was written down from then on does not count, above all the withdrawal that this is asked for
 */
export function addressHistory(
  destination: Destination,
  confirmed: readonly Instruction[],
  { before, isCut }: { readonly before: string | null; readonly isCut: boolean },
): AddressHistory {
  const same = confirmed.filter(
    (each) =>
      (before === null || each.createdAt < before) && isSameAddress(destination, each.destination),
  );
  return {
    payments: same.length,
    firstAt: same.at(-1)?.createdAt ?? null,
    lastAt: same.at(0)?.createdAt ?? null,
    isCut,
  };
}

/** The label may change: it is where the money goes that counts. */
function isSameAddress(left: Destination, right: Destination | undefined): boolean {
  if (right === undefined) return false;
  const { label: _left, ...to } = left;
  const { label: _right, ...other } = right;
  return differencesOf(to, other).length === 0;
}

export interface AccountDates {
  /** When it was first asked for; null where that is not known, as with what came with the first policy. */
  readonly registeredAt: string | null;
  /** When it was changed last, if it was. */
  readonly changedAt: string | null;
}

/** Whether an address deserves a second look: nothing went there before, or it was registered or changed lately. */
export function isNewAddress(history: AddressHistory, dates: AccountDates, now: Date): boolean {
  const latest = dates.changedAt ?? dates.registeredAt;
  const isRecent =
    latest !== null && now.getTime() - new Date(latest).getTime() < NEW_DAYS * DAY_MS;
  return history.payments === 0 || isRecent;
}
