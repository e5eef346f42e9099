import { appendToChain } from '../../treasury/audit/audit-entry.ts';
import { currenciesOf, type Instruction } from '../../treasury/instructions/instruction.ts';
import { dropOpen } from '../../treasury/instructions/lane-transitions.ts';
import type { LedgerWrite } from '../../treasury/ledger/ledger.ts';
import type { Controls, Mode } from '../../treasury/policy/controls.ts';
import { type HaltState, resumedBy } from '../../treasury/policy/halt-state.ts';
import type { RegisteredAccount } from '../../treasury/policy/registered-account.ts';
import type { SweepRule } from '../../treasury/policy/sweep-rule.ts';
import { instantOf } from '../../treasury/time/instant.ts';
import { sealedChanges } from '../seals/sealed-changes.ts';
import type { Functions, PeoplePorts } from './functions.ts';
import type { Random } from './random.ts';
import { TENANT, type World } from './world.ts';

/** Changes of a person in a hurry: more than any function tries again for. */
const HURRIED_CHANGES = 16;

/** Milliseconds for which an account that is used again rests in these worlds: some ticks. */
const RESTING_MS = 180_000;

/** People who change policy: modes, rules and accounts, each change with its line in the audit. */
export class PolicyMakers {
  readonly #world: World;
  readonly #functions: Functions;
  #halts = 0;

  constructor(world: World, functions: Functions) {
    this.#world = world;
    this.#functions = functions;
  }

  changeSomething(): void {
    const { random, table } = this.#world;
    const policy = table.policy();
    const kind = random.weighted({ controls: 3, rule: 2, account: 2 });
    switch (kind) {
      case 'controls':
        if (table.controls !== null) this.put(changedControls(random, table.controls));
        return;
      case 'rule':
        if (policy.rules.length > 0) {
          const { id } = random.pick(policy.rules);
          const rule = table.agreedRule(id);
          if (rule !== null) this.put(changedRule(random, rule));
        }
        return;
      case 'account':
        this.put(changedAccount(this.#world, random.pick(policy.accounts)));
        return;
      default:
        kind satisfies never;
    }
  }

  /** Changes what an instruction rests on, which is about to be sent. */
  changeFor({ origin, content }: Instruction): void {
    const { random, table } = this.#world;
    if (random.chance(0.2)) {
      this.#halt(random.chance(0.5) ? undefined : random.pick(currenciesOf(content)));
      return;
    }
    const rule = origin.kind === 'sweep' ? table.agreedRule(origin.ruleId) : null;
    const account =
      content.kind === 'withdrawal' ? table.account(content.withdrawalAccountId) : null;
    const { controls } = table;
    const changes = [
      ...(rule === null ? [] : [changedRule(random, rule)]),
      ...(account === null ? [] : [changedAccount(this.#world, account)]),
      ...(controls === null ? [] : [changedControls(random, controls)]),
    ];
    if (changes.length > 0) this.put(random.pick(changes));
  }

  /** One change of nothing after the other: whoever rests on a version has to look again and again. */
  hurry(): void {
    const { random, scheduler, table } = this.#world;
    const lanes = random.chance(0.5);
    const currency = random.pick(table.lanes()).currency;
    const apartMs = random.between(20, 120);
    for (let time = 0; time < HURRIED_CHANGES; time++) {
      scheduler.after(time * apartMs, () => (lanes ? this.#touchLane(currency) : this.#touch()));
    }
  }

  #touch(): void {
    const { controls } = this.#world.table;
    if (controls === null) return;
    const version = controls.version + 1;
    this.put({ kind: 'put-controls', controls: { ...controls, version } });
  }

  #touchLane(currency: string): void {
    const lane = this.#world.table.lane(currency);
    if (lane === null) return;
    const touched = dropOpen(lane, 'no instruction of this world');
    this.put({ kind: 'replace-lane', lane: touched, from: lane.status.state });
  }

  /** Everything is let go on, or, with `halted`, stopped. */
  setMode(mode: Mode): void {
    const { controls, halt } = this.#world.table;
    if (controls === null) return;
    if (mode === 'halted') {
      this.#halt();
      return;
    }
    const { haltedBecause: _, ...rest } = controls;
    const version = controls.version + 1;
    this.put(
      { kind: 'put-controls', controls: { ...rest, mode, currencyModes: {}, version } },
      ...(halt.mode === 'live' && Object.keys(halt.currencies).length === 0
        ? []
        : [{ kind: 'resume', halt: allResumed(halt) } as const]),
    );
  }

  /** The kill switch: of everything, or of a currency. */
  #halt(currency?: string): void {
    this.#functions.people('trader', async ({ now, ledger }) => {
      const id = `halt-${this.#halts++}`;
      const act = { id, at: now(), by: 'tina', comment: 'odd', requestId: 'halt' };
      await ledger.halt(TENANT, currency === undefined ? act : { ...act, currency });
      return 'done';
    });
  }

  /** The same of a person whose call is quick: it stands before whoever sends has looked. */
  putAtOnce(change: LedgerWrite): void {
    const { table, scheduler } = this.#world;
    const at = instantOf(scheduler.nowMs);
    const entry = appendToChain(table.auditHead(), entryOf(at, change));
    const sealed = sealedChanges({ tenant: TENANT, epoch: table.epoch }, [change]);
    table.commit([...sealed, { kind: 'append-audit', entry }]);
  }

  /** Writes a change as two people would have decided it. */
  put(...changes: readonly LedgerWrite[]): void {
    const [change] = changes;
    if (change === undefined) return;
    const { table } = this.#world;
    const write = async ({ now, ledger }: PeoplePorts) => {
      const head = await ledger.readAuditHead(TENANT);
      const entry = appendToChain(head, entryOf(now(), change));
      const sealed = sealedChanges({ tenant: TENANT, epoch: table.epoch }, changes);
      const { ok } = await ledger.commit(TENANT, [...sealed, { kind: 'append-audit', entry }]);
      return ok ? 'done' : 'refused';
    };
    this.#functions.people('treasurer', write, () => {}, null);
  }
}

function entryOf(at: string, { kind: action }: LedgerWrite): Parameters<typeof appendToChain>[1] {
  return {
    ...{ at, by: 'ana', approvedBy: 'ben', action },
    ...{ subject: 'policy', requestId: 'change', before: null, after: null },
  };
}

/** Two people let everything go on, and every currency. */
function allResumed(halt: HaltState): ReturnType<typeof resumedBy> {
  const both = { by: 'ana', approvedBy: 'ben', at: AT_ANY_TIME, comment: 'known', changeId: 'c' };
  return resumedBy({ ...halt, currencies: {} }, both);
}

/** No part of the simulation reads this moment. */
const AT_ANY_TIME = '2026-01-05T09:00:00.000Z';

function changedControls(random: Random, controls: Controls): LedgerWrite {
  const version = controls.version + 1;
  const { haltedBecause: _, ...rest } = controls;
  const own = random.chance(0.5);
  const mode = random.pick(['live', 'live', 'dry-run', 'halted'] as const);
  const currency = random.pick(['BTC', 'ETH', 'USD']);
  return {
    kind: 'put-controls',
    controls: own
      ? { ...rest, currencyModes: { ...controls.currencyModes, [currency]: mode }, version }
      : { ...rest, mode, version },
  };
}

function changedRule(random: Random, rule: SweepRule): LedgerWrite {
  const version = rule.version + 1;
  const enabled = !rule.enabled || random.chance(0.5);
  return { kind: 'put-rule', rule: { ...rule, enabled, version } };
}

function changedAccount({ random, scheduler }: World, account: RegisteredAccount): LedgerWrite {
  const version = account.version + 1;
  const own = account.label.split(' ')[0] ?? '';
  // A wrong currency is put right the next time, an account that was switched off is switched on.
  if (account.status !== 'active' || account.currency !== own) {
    const rests = random.chance(0.3) ? { usableFrom: instantOf(scheduler.nowMs + RESTING_MS) } : {};
    return {
      kind: 'put-account',
      account: { ...account, status: 'active', currency: own, version, ...rests },
    };
  }
  return random.chance(0.6)
    ? { kind: 'put-account', account: { ...account, status: 'inactive', version } }
    : { kind: 'put-account', account: { ...account, currency: 'EUR', version } };
}
