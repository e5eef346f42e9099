import { sayNotSent } from '../facts/sentences/say/not-sent.ts';
import { sayNotStated } from '../facts/sentences/say/not-stated.ts';
import { sayRefusal } from '../facts/sentences/say/say-check.ts';
import type { Lane } from '../instructions/lane.ts';
import { readSince, unbookedIn, withReading } from '../instructions/lane-reading.ts';
import { armedLane, codeOfLane, codeOfMode, notSentByMode } from '../instructions/not-sent.ts';
import { decimalOf, formatDecimal } from '../money/decimal-text.ts';
import type { Controls } from '../policy/controls.ts';
import type { Policy } from '../policy/policy.ts';
import { accountKey, type RegisteredAccount } from '../policy/registered-account.ts';
import { refusedByFormat } from '../rules/refused-by-format.ts';
import type { SnapshotTaken } from '../snapshots/snapshot.ts';
import type { Instant } from '../time/instant.ts';
import { type Held, heldOf, withdrawable } from '../valuation/balance.ts';
import type { AskedWithdrawal } from './withdrawal-command.ts';

/** Why a withdrawal that a person requests is refused before anything is written. */
export type WithdrawalRefusal = {
  readonly code:
    | 'disarmed'
    | 'account-unknown'
    | 'account-not-active'
    | 'account-cooling-off'
    | 'halted'
    | 'dry-run'
    | 'newer-version'
    | 'unreadable'
    | 'balance-unknown'
    | 'balance-insufficient';
  readonly message: string;
};

export interface WithdrawalView {
  readonly policy: Policy;
  readonly account: RegisteredAccount | null;
  readonly lane: Lane | null;
  readonly epoch: string;
  readonly snapshot: SnapshotTaken | null;
  readonly now: Instant;
}

export type GuardedWithdrawal =
  | { readonly ok: false; readonly refusal: WithdrawalRefusal }
  | {
      readonly ok: true;
      readonly controls: Controls;
      readonly account: RegisteredAccount;
      readonly lane: Lane;
      readonly snapshot: SnapshotTaken;
    };

/** The first guard that refuses, with its numbers; else the basis of the withdrawal. Pure. */
export function refuseWithdrawal(
  command: AskedWithdrawal,
  view: WithdrawalView,
): GuardedWithdrawal {
  const { account, epoch, snapshot } = view;
  const { controls, halt } = view.policy;
  if (controls === null) return refuse('disarmed', sayNotSent({ code: 'no-policy' }));
  const unread = refusedByFormat(controls);
  if (unread !== null) return { ok: false, refusal: unread };
  if (account === null) {
    const id = command.withdrawalAccountId;
    const { unreadableAccounts = [] } = view.policy;
    if (unreadableAccounts.some((each) => accountKey(each) === accountKey(id))) {
      return refuse('unreadable', sayRefusal({ limit: 'account', code: 'account-unreadable', id }));
    }
    const message = `Account ${command.withdrawalAccountId} is not registered here. Money leaves to registered accounts only.`;
    return refuse('account-unknown', message);
  }
  const { currency, label } = account;
  if (account.status !== 'active') {
    return refuse('account-not-active', `Account "${label}" is ${account.status}.`);
  }
  if (account.usableFrom !== undefined && view.now < account.usableFrom) {
    const message = `Account "${label}" is new or changed, and rests until ${account.usableFrom}.`;
    return refuse('account-cooling-off', message);
  }
  const why = notSentByMode(controls, halt, currency);
  if (why !== null) return refuse(codeOfMode(why), sayNotSent(why));
  const armed = armedLane(view.lane, currency, epoch);
  if (!armed.ok) return refuse(codeOfLane(armed.why), sayNotSent(armed.why));
  const { lane } = armed;
  if (snapshot === null) return refuse('balance-unknown', 'No balance has been read yet.');
  const read = withReading(lane, snapshot.balances, snapshot.takenAt, controls);
  const refusal = refuseBalance(command, read, snapshot, view.now);
  if (refusal !== null) return { ok: false, refusal };
  return { ok: true, controls, account, lane, snapshot };
}

function refuse(code: WithdrawalRefusal['code'], message: string): GuardedWithdrawal {
  return { ok: false, refusal: { code, message } };
}

/**
 * Amounts promised to other open instructions, and amounts that have left but are not booked yet, are not there for
 * this one.
 */
function refuseBalance(
  { amount }: AskedWithdrawal,
  lane: Lane,
  { balances, takenAt }: SnapshotTaken,
  now: Instant,
): WithdrawalRefusal | null {
  const { currency, open } = lane;
  const newer = readSince(lane, takenAt);
  const held: Held = newer === null ? heldOf(balances, currency) : { known: true, balance: newer };
  if (!held.known)
    return { code: 'balance-unknown', message: sayNotStated(currency, held.reading) };
  const withdrawableBalance = decimalOf(withdrawable(held.balance));
  const unbooked = unbookedIn(lane, now);
  const left = Object.values(open).reduce(
    (rest, promised) => rest.minus(decimalOf(promised.amount)),
    withdrawableBalance.minus(unbooked),
  );
  if (decimalOf(amount).lessThanOrEqualTo(left)) return null;
  const asOf = newer?.at ?? takenAt;
  const message = `${amount} ${currency} is more than the ${formatDecimal(left)} ${currency} that can be withdrawn: ${formatDecimal(withdrawableBalance)} as of ${asOf}, less ${formatDecimal(unbooked)} not booked yet and what open instructions ask for.`;
  return { code: 'balance-insufficient', message };
}
