import { appendToChain } from '../../treasury/audit/audit-entry.ts';
import type { Instruction } from '../../treasury/instructions/instruction.ts';
import {
  type ClaimRecord,
  type Lane,
  type LaneStatus,
  newLane,
} from '../../treasury/instructions/lane.ts';
import type { LedgerWrite } from '../../treasury/ledger/ledger.ts';
import type { PolicyChange } from '../../treasury/ledger/policy-change.ts';
import type { DecisionRun } from '../../treasury/ledger/stored-decision.ts';
import type { ApprovalUsage } from '../../treasury/limits/approval-usage.ts';
import type { OutflowUsage } from '../../treasury/limits/outflow-usage.ts';
import type { TradeUsage } from '../../treasury/limits/trade-usage.ts';
import type { Controls, Mode } from '../../treasury/policy/controls.ts';
import { type HaltAct, type HaltState, resumedBy } from '../../treasury/policy/halt-state.ts';
import type { RegisteredAccount } from '../../treasury/policy/registered-account.ts';
import type { SweepRule } from '../../treasury/policy/sweep-rule.ts';
import { instantOf } from '../../treasury/time/instant.ts';
import { PROPOSED } from '../samples/instructions.ts';
import { account, controls, rule } from '../samples/policy.ts';
import {
  AT,
  breakAt,
  calendarAt,
  flowAt,
  itemOf,
  manualRateAt,
  matchingRuleAt,
  matchingUsageAt,
  missedAt,
  rearmingAt,
  unbookedAt,
  webhookAt,
  webhookSecretAt,
} from './contract-items.ts';
import { Random } from './random.ts';
import type { SimulatedTable } from './table.ts';
import { TENANT } from './world.ts';

type HaltAudited = (LedgerWrite & { readonly kind: 'halt-audited' })['audited'];

const CURRENCIES = ['BTC', 'ETH'] as const;
const MODES: readonly Mode[] = ['live', 'dry-run', 'halted'];
const LANE_STATES: readonly LaneStatus['state'][] = [
  'idle',
  'sending',
  'rejected',
  'unknown',
  'anomaly',
];

/**
 * Commits by chance, near enough to what stands that every condition holds about as often as not. What
 * makes sense is of no interest here: only what a store makes of it.
 */
export class Commits {
  static readonly AT = AT;
  static readonly INSTRUCTION_IDS = ['one', 'two', 'three'] as const;
  static readonly CHANGE_IDS = ['change-1', 'change-2'] as const;
  static readonly WITHDRAWAL_IDS = Array.from({ length: 40 }, (_, n) => `withdrawal-${n}`);
  static readonly TRADE_IDS = Array.from({ length: 20 }, (_, n) => `trade-${n}`);
  static readonly SNAPSHOTS = Array.from({ length: 8 }, (_, n) =>
    instantOf(Date.parse(AT) + n * 60_000),
  );
  static readonly KINDS: readonly LedgerWrite['kind'][] = [
    'create-instruction',
    'replace-instruction',
    'create-lane',
    'replace-lane',
    'create-decision-run',
    'record-missed',
    'assert-controls-unchanged',
    'assert-halt-generation',
    'halt',
    'resume',
    'halt-audited',
    'mark-halt',
    'mark-count',
    'assert-rule-unchanged',
    'assert-account-unchanged',
    'record-withdrawal-id',
    'record-trade-id',
    'put-trade-usage',
    'put-approval-usage',
    'put-outflow-usage',
    'put-controls',
    'put-rule',
    'put-account',
    'put-manual-rate',
    'put-calendar',
    'assert-calendar-unchanged',
    'put-matching-rule',
    'assert-matching-rule-unchanged',
    'put-matching-usage',
    'put-change',
    'put-webhook',
    'create-webhook-secret',
    'put-flow',
    'put-break',
    'put-pending-claims',
    'put-claim',
    'put-unbooked',
    'rearm-lane',
    'put-rearming',
    'append-audit',
  ];
  readonly #random: Random;
  readonly #epoch: string;

  constructor(seed: number, epoch: string) {
    this.#random = new Random(seed);
    this.#epoch = epoch;
  }

  /** One to three changes of different items. */
  next(table: SimulatedTable): readonly LedgerWrite[] {
    const count = this.#random.pick([1, 1, 2, 3]);
    const changes = new Map<string, LedgerWrite>();
    while (changes.size < count) {
      const change = this.#change(table);
      changes.set(itemOf(change), change);
    }
    return [...changes.values()];
  }

  #change(table: SimulatedTable): LedgerWrite {
    const random = this.#random;
    const kind = random.pick(Commits.KINDS);
    switch (kind) {
      case 'create-instruction':
      case 'replace-instruction': {
        const id = random.pick(Commits.INSTRUCTION_IDS);
        return { kind, instruction: this.#instruction(id, table.instruction(id)?.version) };
      }
      case 'create-lane':
        return { kind, lane: newLane(TENANT, random.pick(CURRENCIES), this.#epoch) };
      case 'replace-lane':
        return this.#replaceLane(table);
      case 'create-decision-run':
        return { kind, run: this.#decisionRun() };
      case 'record-missed':
        return { kind, missed: missedAt(random.pick(Commits.SNAPSHOTS)) };
      case 'assert-controls-unchanged':
        return {
          kind,
          version: table.controls?.version ?? 1,
          mode: random.pick(MODES),
          currencies: random.pick([['BTC'], ['BTC', 'ETH']]),
        };
      case 'assert-halt-generation': {
        const generation = Math.max(0, this.#near(table.halt.generation + 1, 0) - 1);
        return { kind, generation, currencies: random.pick([['BTC'], ['BTC', 'ETH']]) };
      }
      case 'halt':
        return { kind, act: this.#haltAct() };
      case 'resume':
        return { kind, halt: this.#resumption(table.halt) };
      case 'mark-halt':
        return {
          kind,
          mark: {
            generation: this.#near(table.halt.generation, 1),
            ...(random.chance(0.5) ? {} : { currency: random.pick(CURRENCIES) }),
          },
        };
      case 'mark-count': {
        const of = random.pick(['LANE#BTC', 'OUTFLOW-USAGE']);
        return { kind, mark: { of, epoch: this.#epoch, number: random.pick([1, 2, 3, 4]) } };
      }
      case 'halt-audited':
        return { kind, audited: this.#audited(table.halt) };
      case 'assert-rule-unchanged': {
        const ruleId = random.pick(['rule-1', 'rule-2']);
        return { kind, ruleId, version: this.#near(table.rule(ruleId)?.version, 0) };
      }
      case 'assert-account-unchanged': {
        const accountId = random.pick(['account-1', 'account-2']);
        const version = this.#near(table.account(accountId)?.version, 0);
        return { kind, accountId, version, currency: random.pick(CURRENCIES), at: this.#moment() };
      }
      case 'record-withdrawal-id':
        return { kind, withdrawalId: random.pick(Commits.WITHDRAWAL_IDS), instructionId: 'one' };
      case 'record-trade-id':
        return { kind, tradeId: random.pick(Commits.TRADE_IDS), instructionId: 'one' };
      case 'put-trade-usage':
        return { kind, usage: this.#tradeUsage(table.tradeUsage?.version) };
      case 'put-outflow-usage':
        return { kind, usage: this.#outflowUsage(table.outflowUsage?.version) };
      case 'put-approval-usage':
        return { kind, usage: this.#approvalUsage(table.approvalUsage?.version) };
      case 'put-controls':
        return { kind, controls: this.#controls(table.controls?.version) };
      case 'put-rule': {
        const id = random.pick(['rule-1', 'rule-2']);
        return { kind, rule: this.#rule(id, table.rule(id)?.version) };
      }
      case 'put-account': {
        const id = random.pick(['account-1', 'account-2']);
        return { kind, account: this.#account(id, table.account(id)?.version) };
      }
      case 'put-manual-rate': {
        const version = this.#near(table.booked('MANUAL-RATE#chf')?.version, 1);
        return { kind, rate: manualRateAt(version) };
      }
      case 'put-calendar':
        return { kind, calendar: calendarAt(this.#near(table.calendar('zurich')?.version, 1)) };
      case 'assert-calendar-unchanged': {
        const version = this.#near(table.calendar('zurich')?.version, 0);
        return { kind, calendarId: 'zurich', version };
      }
      case 'put-matching-rule': {
        const version = this.#near(table.booked('MATCHING-RULE#fees')?.version, 1);
        return { kind, rule: matchingRuleAt(version, random.chance(0.7)) };
      }
      case 'assert-matching-rule-unchanged': {
        const version = this.#near(table.booked('MATCHING-RULE#fees')?.version, 0);
        return { kind, ruleId: 'fees', version };
      }
      case 'put-matching-usage': {
        const version = this.#near(table.booked('MATCHING-USAGE#fees')?.version, 1);
        return { kind, usage: matchingUsageAt(version) };
      }
      case 'put-change': {
        const id = random.pick(Commits.CHANGE_IDS);
        return { kind, change: this.#policyChange(id, table.change(id)?.version) };
      }
      case 'put-flow':
        return { kind, flow: flowAt(this.#near(table.booked(`FLOW#${AT}#BTC`)?.version, 1)) };
      case 'put-break':
        return { kind, break: breakAt(this.#near(table.booked('BREAK#break-1')?.version, 1)) };
      case 'put-pending-claims': {
        const version = this.#near(table.booked('PENDING-CLAIMS')?.version, 1);
        return { kind, pendingClaims: { tenant: TENANT, claims: [], version } };
      }
      case 'put-unbooked':
        return { kind, conclusion: unbookedAt(this.#near(table.booked('UNBOOKED')?.version, 1)) };
      case 'put-claim': {
        const instructionId = random.pick(Commits.INSTRUCTION_IDS);
        return { kind, window: { instructionId, claimedAt: AT, quarantineUntil: AT, late: {} } };
      }
      case 'rearm-lane': {
        const currency = random.pick(CURRENCIES);
        const current = table.lane(currency);
        const epoch = random.pick([this.#epoch, 'another']);
        return {
          kind,
          lane: { ...newLane(TENANT, currency, epoch), version: this.#near(current?.version, 1) },
          fromEpoch: random.chance(0.8) ? (current?.epoch ?? 'another') : 'a third',
        };
      }
      case 'put-rearming':
        return { kind, rearming: rearmingAt(this.#near(table.booked('REARMING')?.version, 1)) };
      case 'put-webhook':
        return { kind, webhook: webhookAt(this.#near(table.booked('WEBHOOK#erp')?.version, 1)) };
      case 'create-webhook-secret':
        return { kind, secret: webhookSecretAt(random.pick([1, 2, 3])) };
      case 'append-audit':
        return this.#audit(table);
      default:
        return kind satisfies never;
    }
  }

  /** Mostly the version that fits, `step` above the one that stands; now and then one beside it. */
  #near(version: number | undefined, step: 0 | 1): number {
    const fitting = (version ?? (step === 1 ? 0 : 1)) + step;
    return Math.max(1, fitting + this.#random.pick([0, 0, 0, 1, -1]));
  }

  #replaceLane(table: SimulatedTable): LedgerWrite {
    const random = this.#random;
    const currency = random.pick(CURRENCIES);
    const current = table.lane(currency);
    const lane: Lane = {
      ...newLane(TENANT, currency, random.chance(0.9) ? this.#epoch : 'another'),
      version: this.#near(current?.version, 1),
      status: this.#status(),
    };
    const from = random.chance(0.8) ? (current?.status.state ?? 'idle') : random.pick(LANE_STATES);
    const releasedAt = random.chance(0.4) ? { releasedAt: this.#moment() } : {};
    return { kind: 'replace-lane', lane, from, ...releasedAt };
  }

  #status(): LaneStatus {
    const state = this.#random.pick(LANE_STATES);
    if (state === 'idle') return { state };
    const claim: ClaimRecord = {
      instructionId: 'one',
      nonce: 'nonce',
      claimedAt: AT,
      sendBy: AT,
      quarantineUntil: this.#moment(),
      balanceBefore: '1',
    };
    return state === 'sending' ? { state, claim } : { state, claim, since: AT };
  }

  #moment(): string {
    return instantOf(Date.parse(AT) + this.#random.between(0, 3) * 1_000);
  }

  #instruction(id: string, version: number | undefined): Instruction {
    const times = { claimedAt: AT, sendBy: AT, quarantineUntil: AT };
    const claim: ClaimRecord = { instructionId: id, nonce: 'nonce', balanceBefore: '1', ...times };
    const approved = { state: 'approved', at: AT, by: this.#random.pick(['ana', 'ben']) } as const;
    const sending = { state: 'sending', at: AT, claim } as const;
    return {
      ...PROPOSED,
      id,
      tenant: TENANT,
      status: this.#random.chance(0.7) ? approved : sending,
      version: this.#near(version, 1),
    };
  }

  #haltAct(): HaltAct {
    const id = `act-${this.#random.between(0, 1_000_000)}`;
    return { id, at: AT, by: 'ana', comment: 'stop', requestId: 'request' };
  }

  #resumption(current: HaltState) {
    const random = this.#random;
    const next = resumedBy(current, {
      ...(random.chance(0.5) ? {} : { currency: random.pick(CURRENCIES) }),
      by: 'ana',
      approvedBy: 'ben',
      at: AT,
      comment: 'on',
      changeId: 'change-1',
    });
    const generation = Math.max(0, this.#near(current.generation + 1, 0) - 1);
    return { ...next, resumed: { ...next.resumed, generation } };
  }

  #audited({ unaudited, unkept }: HaltState): HaltAudited {
    const random = this.#random;
    if (random.chance(0.5)) return { unkept: Math.max(1, unkept + random.pick([0, 1])) };
    const actId = random.chance(0.8) ? (unaudited[0]?.id ?? 'none') : 'another';
    return unaudited.length % 4 === 3
      ? { actId, againAt: unaudited.length % 8 === 3 ? 0 : 1 }
      : { actId };
  }

  #decisionRun(): DecisionRun {
    const snapshot = this.#random.pick(Commits.SNAPSHOTS);
    return {
      tenant: TENANT,
      snapshot,
      part: this.#random.between(0, 2),
      decisions: ['rule-1', 'rule-2'].map((ruleId) => ({
        decision: {
          ruleId,
          ruleVersion: 1,
          currency: 'BTC',
          withdrawalAccountId: 'account-1',
          decidedAt: AT,
          occurrence: snapshot,
          consumesOccurrence: false,
          checks: [],
          explanation: 'nothing to do',
          outcome: 'no-sweep',
          reason: 'below-threshold',
        },
      })),
    };
  }

  #controls(version: number | undefined): Controls {
    const random = this.#random;
    const own = random.chance(0.5) ? { [random.pick(CURRENCIES)]: random.pick(MODES) } : {};
    return controls({
      mode: random.pick(MODES),
      currencyModes: own,
      trades: { instruments: ['BTC/USD'], maximumNotional: '1000' },
      version: this.#near(version, 1),
    });
  }

  #rule(id: string, version: number | undefined): SweepRule {
    return rule({
      id,
      withdrawalAccountId: 'account-1',
      enabled: this.#random.chance(0.7),
      version: this.#near(version, 1),
      activeSince: AT,
    });
  }

  #account(id: string, version: number | undefined): RegisteredAccount {
    const random = this.#random;
    return account({
      id,
      currency: random.pick(CURRENCIES),
      status: random.pick(['active', 'active', 'inactive'] as const),
      ...(random.chance(0.4) ? { usableFrom: this.#moment() } : {}),
      ...(random.chance(0.1) ? { deletedAt: AT } : {}),
      version: this.#near(version, 1),
    });
  }

  #policyChange(id: string, version: number | undefined): PolicyChange {
    const { version: _version, activeSince: _since, ...after } = this.#rule('rule-1', 0);
    return {
      kind: 'rule',
      before: null,
      after,
      tenant: TENANT,
      id,
      baseVersion: 0,
      madeBy: 'ana',
      madeAt: AT,
      expiresAt: AT,
      status: { state: 'proposed' },
      version: this.#near(version, 1),
    };
  }

  #tradeUsage(version: number | undefined): TradeUsage {
    const hours = { [AT]: this.#random.pick(['1', '2.5']) };
    return {
      tenant: TENANT,
      reportingCurrency: 'USD',
      hours,
      people: [{ person: 'ana', hours }],
      version: this.#near(version, 1),
    };
  }

  #approvalUsage(version: number | undefined): ApprovalUsage {
    const byNobody = { [AT]: this.#random.pick(['1', '2.5']) };
    const next = this.#near(version, 1);
    return { tenant: TENANT, reportingCurrency: 'USD', byNobody, byOne: {}, version: next };
  }

  #outflowUsage(version: number | undefined): OutflowUsage {
    const hours = { [AT]: this.#random.pick(['1', '2.5']) };
    const total = { currency: 'USD', hours, days: {} };
    const next = this.#near(version, 1);
    return { tenant: TENANT, accounts: [], counterparties: [], total, version: next };
  }

  /** A next entry, one in a place that is taken, or one that follows from another head. */
  #audit(table: SimulatedTable): LedgerWrite {
    const head = table.auditHead();
    const { sequence, hash } = head;
    const heads = [head, head, { sequence: Math.max(0, sequence - 1), hash }];
    const from = this.#random.pick([...heads, { sequence, hash: 'f'.repeat(64) }]);
    const fact = { at: AT, by: 'ana', action: 'test', subject: 'it', requestId: 'request' };
    return {
      kind: 'append-audit',
      entry: appendToChain(from, { ...fact, before: null, after: null }),
    };
  }
}
