import type { EntryDebits, OutflowDebit } from '../../treasury/booking/entry-debits.ts';
import { type Lane, newLane } from '../../treasury/instructions/lane.ts';
import {
  claimLane,
  concludeLane,
  concludeUnbookedAmounts,
} from '../../treasury/instructions/lane-transitions.ts';
import {
  type ApprovalUsage,
  approvalDebitOf,
  debitApproval,
} from '../../treasury/limits/approval-usage.ts';
import { debitOutflow, type OutflowUsage } from '../../treasury/limits/outflow-usage.ts';
import { debitTrade, type TradeUsage, usageIn } from '../../treasury/limits/trade-usage.ts';
import { claimRecord } from '../../treasury/sending/claim-record.ts';
import { type DebitsOutside, debitsOutside, refunds } from '../../treasury/sending/refunds.ts';
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
  trades: TradeUsage | null = null;
  tiers: ApprovalUsage | null = null;
  outflows: OutflowUsage | null = null;

  claim({ id, at, amount, value, account, people, trader }: Claiming): void {
    const money = { amount: value, currency: 'USD' };
    const outflowDebit: OutflowDebit = {
      at,
      account: { id: account, amount, currency: 'BTC' },
      value: money,
      counterparty: 'Bank',
      total: true,
    };
    const tradeDebit = {
      by: trader?.by ?? '',
      ...money,
      at,
      ...(trader?.approved && { approved: true as const }),
    };
    const claim = claimRecord({
      ...{ instructionId: id, nonce: id, at, controls: TIERED, balanceBefore: '1000000' },
      ...{ outgoing: amount, debit: { ruleId: 'rule', amount, at } },
      ...approvalDebitOf({ accountId: account, amount, people, value, at }, TIERED),
      ...(trader === null ? { outflowDebit } : { tradeDebit }),
    });
    this.lane = claimLane(this.lane, claim);
    this.tiers = debitApproval(this.tiers, TENANT, claim) ?? this.tiers;
    if (trader === null) this.outflows = debitOutflow(this.outflows, TENANT, outflowDebit);
    else this.trades = debitTrade(usageIn(this.trades, TENANT, 'USD'), tradeDebit);
  }

  async conclude(nonce: string, at: Instant, outcome: 'confirmed' | 'not-sent'): Promise<void> {
    const { status } = this.lane;
    if (status.state === 'idle') throw new Error('nothing is claimed');
    this.lane = concludeLane(this.lane, { nonce, at, outcome });
    if (outcome === 'not-sent') await this.#giveBack(debitsOutside(status.claim));
  }

  /** Of what was claimed last, a part is unbooked: two people say that it was not executed. */
  async concludeUnbooked(id: string, unbooked: string, at: Instant): Promise<void> {
    const { booking } = this.lane;
    if (booking === undefined) throw new Error('nothing is unbooked');
    const entries = [{ instructionId: id, amount: unbooked, at }];
    const debited: Record<string, EntryDebits> = booking.debited ?? {};
    const debits = debitsOf({ ...this.lane, booking: { ...booking, entries, debited } });
    this.lane = concludeUnbookedAmounts(this.lane, debits, at);
    await this.#giveBack(debits);
  }

  async #giveBack(debits: DebitsOutside): Promise<void> {
    const ledger = {
      readTradeUsage: async () => this.trades,
      readApprovalUsage: async () => this.tiers,
      readOutflowUsage: async () => this.outflows,
    };
    for (const write of await refunds(ledger, TENANT, debits)) {
      if (write.kind === 'put-trade-usage') this.trades = write.usage;
      if (write.kind === 'put-approval-usage') this.tiers = write.usage;
      if (write.kind === 'put-outflow-usage') this.outflows = write.usage;
    }
  }
}
