import type { LedgerInMemory } from '../../adapters/memory/ledger-in-memory.ts';
import { appendToChain } from '../../treasury/audit/audit-entry.ts';
import { SHARED_WRITES } from '../../treasury/counters/shared-counts.ts';
import { type Lane, newLane } from '../../treasury/instructions/lane.ts';
import type { LedgerWrite } from '../../treasury/ledger/ledger.ts';
import type { Subject } from '../../treasury/ledger/policy-change.ts';
import { Random } from '../simulation/random.ts';
import { TENANT } from '../simulation/tenant.ts';
import { CURRENCIES, DrawnItems, LANE_STATES, MODES, SNAPSHOTS } from './draws.ts';
import {
  AT,
  BREAK_ID,
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
} from './items.ts';

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
  static readonly SNAPSHOTS = SNAPSHOTS;
  static readonly SUBJECTS: readonly Subject[] = [
    { kind: 'controls' },
    { kind: 'rule', id: 'rule-1' },
    { kind: 'account', id: 'account-1' },
    { kind: 'calendar', id: 'zurich' },
    { kind: 'webhook', id: 'erp' },
    { kind: 'manual-rate', id: 'chf' },
    { kind: 'matching-rule', id: 'fees' },
    { kind: 'rule', id: 'rule-0' },
  ];
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
    'mark-instruction',
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
  readonly #items: DrawnItems;
  readonly #epoch: string;

  constructor(seed: number, epoch: string) {
    this.#random = new Random(seed);
    this.#items = new DrawnItems(this.#random);
    this.#epoch = epoch;
  }

  /** One to three changes of different items. */
  next(table: LedgerInMemory): readonly LedgerWrite[] {
    const count = this.#random.pick([1, 1, 2, 3]);
    const changes = new Map<string, LedgerWrite>();
    while (changes.size < count) {
      const change = this.#change(table);
      changes.set(itemOf(change), change);
    }
    return [...changes.values()];
  }

  #change(table: LedgerInMemory): LedgerWrite {
    const random = this.#random;
    const kind = random.pick(Commits.KINDS);
    switch (kind) {
      case 'create-instruction':
      case 'replace-instruction': {
        const id = random.pick(Commits.INSTRUCTION_IDS);
        return { kind, instruction: this.#items.instruction(id, table.instruction(id)?.version) };
      }
      case 'create-lane':
        return { kind, lane: newLane(TENANT, random.pick(CURRENCIES), this.#epoch) };
      case 'replace-lane':
        return this.#replaceLane(table);
      case 'create-decision-run':
        return { kind, run: this.#items.decisionRun() };
      case 'record-missed':
        return {
          kind,
          missed: missedAt(
            random.pick(Commits.SNAPSHOTS),
            random.pick([null, 'sweep-1', 'sweep-2']),
          ),
        };
      case 'assert-controls-unchanged':
        return {
          kind,
          version: table.controls?.version ?? 1,
          mode: random.pick(MODES),
          currencies: random.pick([['BTC'], ['BTC', 'ETH']]),
        };
      case 'assert-halt-generation': {
        const generation = Math.max(0, this.#items.near(table.halt.generation + 1, 0) - 1);
        return { kind, generation, currencies: random.pick([['BTC'], ['BTC', 'ETH']]) };
      }
      case 'halt':
        return { kind, act: this.#items.haltAct() };
      case 'resume':
        return { kind, halt: this.#items.resumption(table.halt) };
      case 'mark-halt':
        return {
          kind,
          mark: {
            generation: this.#items.near(table.halt.generation, 1),
            ...(random.chance(0.5) ? {} : { currency: random.pick(CURRENCIES) }),
          },
        };
      case 'mark-instruction': {
        const instructionId = random.pick(Commits.INSTRUCTION_IDS);
        const left = random.pick(['sending', 'cancelled', 'declined', 'expired'] as const);
        return { kind, mark: { instructionId, left } };
      }
      case 'halt-audited':
        return { kind, audited: this.#items.audited(table.halt) };
      case 'assert-rule-unchanged': {
        const ruleId = random.pick(['rule-1', 'rule-2']);
        return { kind, ruleId, version: this.#items.near(table.rule(ruleId)?.version, 0) };
      }
      case 'assert-account-unchanged': {
        const accountId = random.pick(['account-1', 'account-2']);
        const version = this.#items.near(table.account(accountId)?.version, 0);
        return {
          kind,
          accountId,
          version,
          currency: random.pick(CURRENCIES),
          at: this.#items.moment(),
        };
      }
      case 'record-withdrawal-id':
        return { kind, withdrawalId: random.pick(Commits.WITHDRAWAL_IDS), instructionId: 'one' };
      case 'record-trade-id':
        return { kind, tradeId: random.pick(Commits.TRADE_IDS), instructionId: 'one' };
      case 'put-trade-usage':
      case 'put-outflow-usage':
      case 'put-approval-usage': {
        const version = table.counts(SHARED_WRITES[kind])?.version;
        return { kind, usage: this.#items.sharedCounts(version) };
      }
      case 'put-controls':
        return { kind, controls: this.#items.controls(table.controls?.version) };
      case 'put-rule': {
        const id = random.pick(['rule-1', 'rule-2']);
        return { kind, rule: this.#items.rule(id, table.rule(id)?.version) };
      }
      case 'put-account': {
        const id = random.pick(['account-1', 'account-2']);
        return { kind, account: this.#items.account(id, table.account(id)?.version) };
      }
      case 'put-manual-rate': {
        const version = this.#items.near(table.booked('manual-rate', 'chf')?.version, 1);
        return { kind, rate: manualRateAt(version) };
      }
      case 'put-calendar':
        return {
          kind,
          calendar: calendarAt(this.#items.near(table.calendar('zurich')?.version, 1)),
        };
      case 'assert-calendar-unchanged': {
        const version = this.#items.near(table.calendar('zurich')?.version, 0);
        return { kind, calendarId: 'zurich', version };
      }
      case 'put-matching-rule': {
        const version = this.#items.near(table.booked('matching-rule', 'fees')?.version, 1);
        return { kind, rule: matchingRuleAt(version, random.chance(0.7)) };
      }
      case 'assert-matching-rule-unchanged': {
        const version = this.#items.near(table.booked('matching-rule', 'fees')?.version, 0);
        return { kind, ruleId: 'fees', version };
      }
      case 'put-matching-usage': {
        const version = this.#items.near(table.booked('matching-usage', 'fees')?.version, 1);
        return { kind, usage: matchingUsageAt(version) };
      }
      case 'put-change': {
        const id = random.pick(Commits.CHANGE_IDS);
        return { kind, change: this.#items.policyChange(id, table.change(id)?.version) };
      }
      case 'put-flow':
        return {
          kind,
          flow: flowAt(this.#items.near(table.booked('flow', `${AT}#BTC`)?.version, 1)),
        };
      case 'put-break':
        return {
          kind,
          break: breakAt(this.#items.near(table.booked('break', BREAK_ID)?.version, 1)),
        };
      case 'put-pending-claims': {
        const version = this.#items.near(table.booked('pending-claims')?.version, 1);
        return { kind, pendingClaims: { tenant: TENANT, claims: [], version } };
      }
      case 'put-unbooked':
        return {
          kind,
          conclusion: unbookedAt(this.#items.near(table.booked('unbooked', 'BTC')?.version, 1)),
        };
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
          lane: {
            ...newLane(TENANT, currency, epoch),
            version: this.#items.near(current?.version, 1),
          },
          fromEpoch: random.chance(0.8) ? (current?.epoch ?? 'another') : 'a third',
        };
      }
      case 'put-rearming':
        return {
          kind,
          rearming: rearmingAt(this.#items.near(table.booked('rearming')?.version, 1)),
        };
      case 'put-webhook':
        return {
          kind,
          webhook: webhookAt(this.#items.near(table.booked('webhook', 'erp')?.version, 1)),
        };
      case 'create-webhook-secret':
        return { kind, secret: webhookSecretAt(random.pick([1, 2, 3])) };
      case 'append-audit':
        return this.#audit(table);
      default:
        return kind satisfies never;
    }
  }

  #replaceLane(table: LedgerInMemory): LedgerWrite {
    const random = this.#random;
    const currency = random.pick(CURRENCIES);
    const current = table.lane(currency);
    const countsVersion = current?.countsVersion;
    const read: Lane = {
      ...newLane(TENANT, currency, random.chance(0.9) ? this.#epoch : 'another'),
      version: this.#items.near(current?.version, 1),
      status: this.#items.status(),
      ...(countsVersion !== undefined && { countsVersion }),
    };
    const { counts, version } = this.#items.sharedCounts(countsVersion);
    const isCounting = random.chance(0.5);
    const lane = isCounting ? { ...read, counts, countsVersion: version } : read;
    const from = random.chance(0.8) ? (current?.status.state ?? 'idle') : random.pick(LANE_STATES);
    const releasedAt = random.chance(0.4) ? { releasedAt: this.#items.moment() } : {};
    return { kind: 'replace-lane', lane, from, ...(isCounting && { read }), ...releasedAt };
  }

  /** A next entry, one in a place that is taken, or one that follows from another head. */
  #audit(table: LedgerInMemory): LedgerWrite {
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
