import type { SharedCounts } from '../../treasury/counters/shared-counts.ts';
import type { Instruction } from '../../treasury/instructions/instruction.ts';
import type { ClaimRecord, LaneStatus } from '../../treasury/instructions/lane.ts';
import type { LedgerWrite } from '../../treasury/ledger/ledger.ts';
import type { PolicyChange } from '../../treasury/ledger/policy-change.ts';
import type { DecisionRun } from '../../treasury/ledger/stored-decision.ts';
import type { Controls, Mode } from '../../treasury/policy/controls.ts';
import { type HaltAct, type HaltState, resumedBy } from '../../treasury/policy/halt-state.ts';
import type { RegisteredAccount } from '../../treasury/policy/registered-account.ts';
import type { SweepRule } from '../../treasury/policy/sweep-rule.ts';
import { instantOf } from '../../treasury/time/instant.ts';
import { counted } from '../samples/counts.ts';
import { NOT_SWEPT } from '../samples/decided.ts';
import { PROPOSED } from '../samples/instructions.ts';
import { account, controls, rule } from '../samples/policy.ts';
import type { Random } from '../simulation/random.ts';
import { TENANT } from '../simulation/tenant.ts';
import { AT } from './items.ts';

type HaltAudited = (LedgerWrite & { readonly kind: 'halt-audited' })['audited'];

export const CURRENCIES = ['BTC', 'ETH'] as const;
export const MODES: readonly Mode[] = ['live', 'dry-run', 'halted'];
export const LANE_STATES: readonly LaneStatus['state'][] = [
  'idle',
  'sending',
  'rejected',
  'unknown',
  'anomaly',
];
export const SNAPSHOTS = Array.from({ length: 8 }, (_, n) =>
  instantOf(Date.parse(AT) + n * 60_000),
);

/** Items by chance, each mostly of the version that fits to what stands. */
export class DrawnItems {
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  /** Mostly the version that fits, `step` above the one that stands; now and then one beside it. */
  near(version: number | undefined, step: 0 | 1): number {
    const fitting = (version ?? (step === 1 ? 0 : 1)) + step;
    return Math.max(1, fitting + this.#random.pick([0, 0, 0, 1, -1]));
  }

  status(): LaneStatus {
    const state = this.#random.pick(LANE_STATES);
    if (state === 'idle') return { state };
    const claim: ClaimRecord = {
      instructionId: 'one',
      nonce: 'nonce',
      claimedAt: AT,
      sendBy: AT,
      quarantineUntil: this.moment(),
      balanceBefore: '1',
    };
    return state === 'sending' ? { state, claim } : { state, claim, since: AT };
  }

  moment(): string {
    return instantOf(Date.parse(AT) + this.#random.between(0, 3) * 1_000);
  }

  instruction(id: string, version: number | undefined): Instruction {
    const times = { claimedAt: AT, sendBy: AT, quarantineUntil: AT };
    const claim: ClaimRecord = { instructionId: id, nonce: 'nonce', balanceBefore: '1', ...times };
    const approvals = [{ by: this.#random.pick(['ana', 'ben']), at: AT }];
    const approved = { state: 'approved', at: AT, approvals } as const;
    const sending = { state: 'sending', at: AT, claim } as const;
    return {
      ...PROPOSED,
      id,
      tenant: TENANT,
      status: this.#random.chance(0.7) ? approved : sending,
      version: this.near(version, 1),
    };
  }

  haltAct(): HaltAct {
    const id = `act-${this.#random.between(0, 1_000_000)}`;
    return { id, at: AT, by: 'ana', comment: 'stop', requestId: 'request' };
  }

  resumption(current: HaltState) {
    const random = this.#random;
    const next = resumedBy(current, {
      ...(random.chance(0.5) ? {} : { currency: random.pick(CURRENCIES) }),
      by: 'ana',
      approvedBy: 'ben',
      at: AT,
      comment: 'on',
      changeId: 'change-1',
    });
    const generation = Math.max(0, this.near(current.generation + 1, 0) - 1);
    return { ...next, resumed: { ...next.resumed, generation } };
  }

  audited({ unaudited, unkept }: HaltState): HaltAudited {
    const random = this.#random;
    if (random.chance(0.5)) return { unkept: Math.max(1, unkept + random.pick([0, 1])) };
    const actId = random.chance(0.8) ? (unaudited[0]?.id ?? 'none') : 'another';
    return unaudited.length % 4 === 3
      ? { actId, againAt: unaudited.length % 8 === 3 ? 0 : 1 }
      : { actId };
  }

  decisionRun(): DecisionRun {
    const snapshot = this.#random.pick(SNAPSHOTS);
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
          ...NOT_SWEPT,
        },
      })),
    };
  }

  controls(version: number | undefined): Controls {
    const random = this.#random;
    const own = random.chance(0.5) ? { [random.pick(CURRENCIES)]: random.pick(MODES) } : {};
    return controls({
      mode: random.pick(MODES),
      currencyModes: own,
      trades: { instruments: ['BTC/USD'], maximumNotional: '1000' },
      version: this.near(version, 1),
    });
  }

  rule(id: string, version: number | undefined): SweepRule {
    return rule({
      id,
      withdrawalAccountId: 'account-1',
      enabled: this.#random.chance(0.7),
      version: this.near(version, 1),
      activeSince: AT,
    });
  }

  account(id: string, version: number | undefined): RegisteredAccount {
    const random = this.#random;
    return account({
      id,
      currency: random.pick(CURRENCIES),
      status: random.pick(['active', 'active', 'inactive'] as const),
      ...(random.chance(0.4) ? { usableFrom: this.moment() } : {}),
      ...(random.chance(0.1) ? { deletedAt: AT } : {}),
      version: this.near(version, 1),
    });
  }

  policyChange(id: string, version: number | undefined): PolicyChange {
    const { version: _version, activeSince: _since, ...after } = this.rule('rule-1', 0);
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
      version: this.near(version, 1),
    };
  }

  sharedCounts(version: number | undefined): SharedCounts {
    const hours = { [AT]: this.#random.pick(['1', '2.5']) };
    const counts = [counted({ kind: 'outflow', of: '', unit: 'USD' }, { hours })];
    return { tenant: TENANT, counts, version: this.near(version, 1) };
  }
}
