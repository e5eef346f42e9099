import type { RegisteredAccount } from '../../treasury/policy/registered-account.ts';
import type { PolicyMakers } from './policy-makers.ts';
import type { Random } from './random.ts';
import type { World } from './world.ts';

/** Worlds with accounts to which little leaves until an answer has named their place. */
export const FIRST_PAYMENT_WORLDS = 0.25;
/** Chance of an account of these worlds, and of a tick that two people say that a payment arrived at one. */
const HAS_MAXIMUM = 0.6;
const SAYS_ARRIVED = 0.03;

const MAXIMA: Readonly<Record<string, readonly string[]>> = {
  BTC: ['0.8', '1.5', '2.5'],
  ETH: ['1.5', '3'],
  USD: ['3000', '7000'],
};

/** The account as these worlds register it. */
export function withFirstPayment(random: Random, account: RegisteredAccount): RegisteredAccount {
  const maxima = MAXIMA[account.currency];
  if (maxima === undefined || !random.chance(HAS_MAXIMUM)) return account;
  return { ...account, firstPaymentMaximum: random.pick(maxima) };
}

/** Two people who say that a payment arrived, of one that the service has carried out. */
export class Arrivals {
  readonly #world: World;
  readonly #policyMakers: PolicyMakers;
  readonly #random: Random;

  constructor(world: World, policyMakers: PolicyMakers, random: Random) {
    this.#world = world;
    this.#policyMakers = policyMakers;
    this.#random = random;
  }

  tick(): void {
    const { table, service, coverage } = this.#world;
    if (!this.#random.chance(SAYS_ARRIVED)) return;
    const paid = service.executions.flatMap(({ request }) =>
      request.kind === 'withdrawal' ? [request.withdrawalAccountId] : [],
    );
    if (paid.length === 0) return;
    const account = table.account(this.#random.pick(paid));
    if (account?.firstPaymentMaximum === undefined || account.paymentArrived === true) return;
    coverage.fault('people say that a payment arrived');
    const version = account.version + 1;
    const arrived = { ...account, paymentArrived: true, version };
    this.#policyMakers.put({ kind: 'put-account', account: arrived });
  }
}
