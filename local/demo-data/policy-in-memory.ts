import type { PolicyLedger } from '../../treasury/changes/ports.ts';
import type { LedgerWrite } from '../../treasury/ledger/ledger.ts';
import { type PolicyChange, stateOf } from '../../treasury/ledger/policy-change.ts';
import type { Controls } from '../../treasury/policy/controls.ts';
import type { HaltMarks } from '../../treasury/policy/halt-marks.ts';
import { neverHalted } from '../../treasury/policy/halt-state.ts';
import type { Policy } from '../../treasury/policy/policy.ts';
import type { RegisteredAccount } from '../../treasury/policy/registered-account.ts';
import type { SweepRule } from '../../treasury/policy/sweep-rule.ts';

/** The made-up policy, in memory. Its controls are never written: those of the store are people's. */
export class PolicyInMemory {
  #controls: Controls | null = null;
  readonly #rules = new Map<string, SweepRule>();
  readonly #accounts = new Map<string, RegisteredAccount>();
  readonly #changes = new Map<string, PolicyChange>();

  begin(controls: Controls): void {
    this.#controls = controls;
  }

  readonly readPolicy = async (tenant: string): Promise<Policy> => ({
    controls: this.#controls,
    halt: neverHalted(tenant),
    accounts: inForce(this.#accounts),
    rules: inForce(this.#rules),
  });

  readonly reads: PolicyLedger = {
    readCurrent: async (_, subject) => {
      if (subject.kind === 'controls') throw new Error('the made-up controls never change');
      if (subject.kind === 'rule') return found('rule', this.#rules.get(subject.id));
      if (subject.kind === 'account') return found('account', this.#accounts.get(subject.id));
      return null;
    },
    readManualRates: async () => [],
    readMatchingRules: async () => [],
    readWebhooks: async () => [],
    readChange: async (_, id) => this.#changes.get(id) ?? null,
    openChangesOf: async (_, madeBy, now) =>
      [...this.#changes.values()].filter(
        (change) => change.madeBy === madeBy && stateOf(change, now) === 'proposed',
      ),
  };

  readonly readHaltMarks = async (): Promise<HaltMarks> => ({ everything: 0, currencies: {} });

  /** Whether the write is one of the policy's. */
  apply(change: LedgerWrite): boolean {
    switch (change.kind) {
      case 'put-rule':
        this.#rules.set(change.rule.id, change.rule);
        return true;
      case 'put-account':
        this.#accounts.set(change.account.id, change.account);
        return true;
      case 'put-change':
        this.#changes.set(change.change.id, change.change);
        return true;
      default:
        return false;
    }
  }
}

function found<Kind extends 'rule' | 'account', Item>(kind: Kind, item: Item | undefined) {
  return item === undefined ? null : { kind, item };
}

function inForce<Item extends { readonly deletedAt?: string }>(items: ReadonlyMap<string, Item>) {
  return [...items.values()].filter(({ deletedAt }) => deletedAt === undefined);
}
