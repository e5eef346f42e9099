import type { components } from '@sluice/client';
import { compareAmounts, productOf } from '../../display/amounts.ts';
import {
  type Balances,
  balanceGuard,
  freeOf,
  type Guard,
  guard,
  type Lane,
  laneGuard,
  modeGuard,
  moneyText,
  type Overview,
} from '../../instructions/guard.ts';

export type Account = components['schemas']['RegisteredAccount'];
type Controls = components['schemas']['CurrentControls'];

export interface WithdrawalView {
  readonly account: Account;
  /** As it was typed, and is decimal text. */
  readonly amount: string;
  readonly overview: Overview | undefined;
  readonly lanes: readonly Lane[] | undefined;
  readonly balances: Balances | undefined;
  readonly now: Date;
}

/** What the guards will say to a withdrawal by hand, in their order. */
export function withdrawalGuards(view: WithdrawalView): readonly Guard[] {
  const { account, amount, overview, lanes, balances, now } = view;
  const { currency } = account;
  return [
    accountGuard(account),
    coolingOffGuard(account, now),
    modeGuard([currency], overview),
    balanceGuard(currency, amount, freeOf(currency, balances, lanes)),
    laneGuard(currency, lanes, 'waits'),
  ];
}

function accountGuard({ status, deletedAt }: Account): Guard {
  if (deletedAt !== undefined) return guard('Account', 'refuses', 'It was deleted.');
  return status === 'active'
    ? guard('Account', 'passes', 'It is registered and active.')
    : guard('Account', 'refuses', 'It is not active: two people make it so.');
}

/** Whether a new or changed account has rested. */
export function isCoolingOff({ usableFrom }: Account, now: Date): boolean {
  return usableFrom !== undefined && new Date(usableFrom) > now;
}

function coolingOffGuard(account: Account, now: Date): Guard {
  return isCoolingOff(account, now)
    ? guard(
        'Cooling-off',
        'refuses',
        `It is new or changed, and rests until ${account.usableFrom}.`,
      )
    : guard('Cooling-off', 'passes', 'It has rested.');
}

/** What a withdrawal is worth at the prices of the moment; null without a price. */
export function worthOf(currency: string, amount: string, balances: Balances | undefined) {
  if (balances === undefined) return null;
  if (currency === balances.reportingCurrency) return amount;
  const price = Object.hasOwn(balances.balances, currency)
    ? balances.balances[currency]?.price
    : undefined;
  return price === undefined ? null : productOf(amount, price);
}

/** Who has to approve it: another person always; two above the tier, together with what left in 24 hours. */
export function approversText(value: string | null, controls: Controls | undefined): string {
  if (controls === undefined) return 'At least one other person approves it.';
  const { approvalTiers, reportingCurrency } = controls;
  const twoAbove = approvalTiers?.twoAbove;
  if (twoAbove === undefined) return 'One other person approves it.';
  const limit = moneyText(twoAbove, reportingCurrency);
  if (value === null)
    return `Two other people approve it: it has no price, and above ${limit} two do.`;
  if (compareAmounts(value, twoAbove) > 0)
    return `Two other people approve it: it is above ${limit}.`;
  return `One other person approves it; two do if it comes above ${limit} with what left in the last 24 hours.`;
}
