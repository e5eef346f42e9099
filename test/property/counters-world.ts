import {
  type Debit,
  debitsIn,
  SHARED_COUNTS,
  type SharedName,
} from '../../treasury/counters/counter.ts';
import {
  SHARED_WRITES,
  type SharedCounts,
  withDebits,
} from '../../treasury/counters/shared-counts.ts';
import { type Lane, newLane } from '../../treasury/instructions/lane.ts';
import {
  claimLane,
  concludeLane,
  concludeUnbookedAmounts,
} from '../../treasury/instructions/lane-transitions.ts';
import { ruleDebits } from '../../treasury/instructions/withdrawal-count.ts';
import { approvalDebits } from '../../treasury/limits/approval-usage.ts';
import {
  accountCounter,
  counterpartyCounter,
  outflowCounter,
} from '../../treasury/limits/outflow-usage.ts';
import { tradeDebits } from '../../treasury/limits/trade-usage.ts';
import { claimRecord } from '../../treasury/sending/claim-record.ts';
import { debitsOfClaim, refunds } from '../../treasury/sending/refunds.ts';
import type { Instant } from '../../treasury/time/instant.ts';
import { debitsOf } from '../../treasury/unbooked/debits-given-back.ts';
import { CONTROLS } from '../samples/policy.ts';

const TENANT = 'main';
const TIERED = { ...CONTROLS, approvalTiers: { oneAbove: '1' } };

/** A claim of an instruction, with what it counts as. */
export interface Claiming {
  readonly id: string;
  readonly at: Instant;
  /** In the lane's currency, and in the reporting currency; decimal text. */
  readonly amount: string;
  readonly value: string;
  readonly account: string;
  readonly people: 0 | 1;
  /** A trade by this person, which another one approved or not; null: a withdrawal of a rule. */
  readonly trader: { readonly by: string; readonly approved: boolean } | null;
}

/** Everything that counts, moved by the functions that claims and outcomes are made of. */
export class CountersWorld {
  lane: Lane = newLane(TENANT, 'BTC', 'table-1');
  readonly shared = new Map<SharedName, SharedCounts>();

  places() {
    return [this.lane, ...this.shared.values()];
  }

  claim({ id, at, amount, value, account, people, trader }: Claiming): void {
    const currency = 'BTC';
    const approved = { accountId: account, currency, amount, people, value, at };
    const debits = [
      ...ruleDebits(
        { id: 'rule', ...(trader === null && { withdrawalsPer24Hours: 1_000 }) },
        { currency, amount, at },
      ),
      ...approvalDebits(approved, TIERED),
      ...(trader === null
        ? [
            { counter: accountCounter({ id: account, currency }), amount, at },
            { counter: counterpartyCounter('Bank', 'USD'), amount: value, at },
            { counter: outflowCounter('USD'), amount: value, at },
          ]
        : tradeDebits({ ...trader, amount: value, currency: 'USD', at })),
    ];
    const claim = claimRecord({
      ...{ instructionId: id, nonce: id, at, controls: TIERED, balanceBefore: '1000000' },
      ...{ outgoing: amount, debits },
    });
    this.lane = claimLane(this.lane, claim);
    for (const name of SHARED_COUNTS) {
      if (debitsIn(name, debits).length === 0) continue;
      const before = this.shared.get(name) ?? null;
      this.shared.set(name, withDebits(before, name, TENANT, debits));
    }
  }

  async conclude(nonce: string, at: Instant, outcome: 'confirmed' | 'not-sent'): Promise<void> {
    const { status } = this.lane;
    if (status.state === 'idle') throw new Error('nothing is claimed');
    this.lane = concludeLane(this.lane, { nonce, at, outcome });
    if (outcome === 'not-sent') await this.#giveBack(debitsOfClaim([{ status }]));
  }

  /** Of what was claimed last, a part is unbooked: two people say that it was not executed. */
  async concludeUnbooked(id: string, unbooked: string, at: Instant): Promise<void> {
    const { booking } = this.lane;
    if (booking === undefined) throw new Error('nothing is unbooked');
    const entries = [{ instructionId: id, amount: unbooked, at }];
    const debits = debitsOf({ ...this.lane, booking: { ...booking, entries } });
    this.lane = concludeUnbookedAmounts(this.lane, debits, at);
    await this.#giveBack(debits);
  }

  async #giveBack(debits: readonly Debit[]): Promise<void> {
    const readCounts = async (_: string, name: SharedName) => this.shared.get(name) ?? null;
    for (const write of await refunds({ readCounts }, TENANT, debits)) {
      if ('usage' in write && write.kind in SHARED_WRITES) {
        this.shared.set(
          SHARED_WRITES[write.kind as keyof typeof SHARED_WRITES],
          write.usage as SharedCounts,
        );
      }
    }
  }
}
