import { contentDigest } from '../../treasury/approvals/content-digest.ts';
import { decide } from '../../treasury/approvals/decide.ts';
import type { DecisionCommand } from '../../treasury/approvals/judge-decision.ts';
import { filledAsAsked } from '../../treasury/evidence/expected-change.ts';
import type { Instruction } from '../../treasury/instructions/instruction.ts';
import { settle } from '../../treasury/settlement/settle.ts';
import { withdrawProposal } from '../../treasury/settlement/withdraw-proposal.ts';
import { requestWithdrawal } from '../../treasury/withdrawals/request-withdrawal.ts';
import type { WithdrawalCommand } from '../../treasury/withdrawals/withdrawal-command.ts';
import { countAsked, countDecided, countSettled } from './counting.ts';
import type { Functions } from './functions.ts';
import type { PolicyMakers } from './policy-makers.ts';
import { TENANT, type World } from './world.ts';

const PEOPLE = ['ana', 'ben', 'eve'] as const;
type Person = (typeof PEOPLE)[number];

/** Milliseconds for which a person looks at something before acting on it. */
const THINKING_MS = 90_000;

/** Of a service that cuts what it is asked for. */
const FINE_AMOUNTS = ['0.15', '0.75', '2.05', '900'];

/**
 * The people of a world. They ask, approve, decline, call off and settle by the use cases, and say
 * what the service's books say at the moment at which they look. How often they look is up to the fault profile.
 */
export class People {
  readonly #world: World;
  readonly #functions: Functions;
  readonly #policyMakers: PolicyMakers;
  #requests = 0;
  /** Instructions whose id is on record with another: they are settled without it. */
  readonly #withoutId = new Set<string>();
  readonly #commands: WithdrawalCommand[] = [];

  constructor(world: World, functions: Functions, policyMakers: PolicyMakers) {
    this.#world = world;
    this.#functions = functions;
    this.#policyMakers = policyMakers;
  }

  /** Goes through what waits for people, and now and then asks for something that makes no sense. */
  look(): void {
    const { random, faultProfile, table } = this.#world;
    for (const instruction of [...table.instructions()]) {
      const { state } = instruction.status;
      const waits = state === 'awaiting-approval';
      const callsOff = state === 'approved' && faultProfile.people < 1 && random.chance(0.05);
      const held = state === 'unknown' || state === 'anomaly' || this.#isBlocked(instruction);
      if (callsOff || (waits && random.chance(faultProfile.people))) this.#judge(instruction);
      if (held && random.chance(faultProfile.people)) this.#settle(instruction);
      if (faultProfile.people < 1 && random.chance(0.01))
        this.#settleBy(random.pick(PEOPLE), instruction.id);
    }
    if (random.chance(0.01)) this.#settleBy('eve', 'sweep-nobody-knows');
  }

  #isBlocked({ id, status, content }: Instruction): boolean {
    if (status.state !== 'rejected') return false;
    const currency = content.kind === 'trade' ? content.instrument.split('/')[0] : content.currency;
    const lane = this.#world.table.lane(currency ?? '');
    return lane !== null && lane.status.state !== 'idle' && lane.status.claim.instructionId === id;
  }

  /** Two people, the one after the other, each thinking for a while; sometimes only one finds the time. */
  #settle({ id }: Instruction): void {
    const { random, scheduler } = this.#world;
    const first = random.pick(PEOPLE);
    const second = random.pick(PEOPLE.filter((person) => person !== first));
    this.#settleBy(first, id);
    if (random.chance(0.8)) {
      scheduler.after(random.between(100, THINKING_MS / 2), () => this.#settleBy(second, id));
    }
  }

  /** Looks at the evidence and the books; acts on them a while later, when both may be others. */
  #settleBy(person: Person, id: string): void {
    const { random, table, service, scheduler, faultProfile, coverage, running } = this.#world;
    const digest = table.instruction(id)?.evidence?.digest ?? 'none';
    const thinksMs =
      random.chance(0.3) && faultProfile.people < 1 ? random.between(0, THINKING_MS) : 0;
    scheduler.after(thinksMs, () => {
      const [execution] = service.executionsOf(id);
      const executed = execution !== undefined;
      const asked = table.instruction(id)?.content;
      const content = asked?.kind ?? 'withdrawal';
      this.#requests += 1;
      const command = {
        tenant: TENANT,
        instructionId: id,
        by: person,
        executed,
        ...(executed && asked?.kind === 'trade' ? { fill: filledAsAsked(asked) } : {}),
        comment: 'as in the books of the service',
        evidence: digest,
        requestId: `request-${this.#requests}`,
        ...(this.#withoutId.has(id) ? {} : this.#withdrawalId(execution?.id, content)),
      };
      if ([...running].some(({ about }) => about === id)) {
        coverage.fault('an operator races a zombie');
      }
      if (random.chance(faultProfile.policyChanges / 20)) this.#policyMakers.hurry();
      this.#functions.people(
        person,
        (ports) => settle(ports, command),
        (settled) => {
          countSettled(coverage, settled);
          const differs =
            settled.result === 'refused' && settled.refusal.code === 'proposal-differs';
          if (differs) this.#takeBack(settled.refusal.proposal.by, id);
          const known = settled.result === 'refused' && settled.refusal.code === 'withdrawal-known';
          if (known) this.#withoutId.add(id);
        },
      );
    });
  }

  /** Most people copy the id from the service's list, some leave it out, one copies the wrong line. */
  #withdrawalId(id: string | undefined, content: string): { readonly withdrawalId?: string } {
    const { random, faultProfile, service } = this.#world;
    const careful = faultProfile.people === 1;
    if (!careful && random.chance(0.05)) {
      const other = service.executions[0]?.id;
      return other === undefined ? {} : { withdrawalId: other };
    }
    const named = id !== undefined && content === 'withdrawal' && (careful || random.chance(0.9));
    return named ? { withdrawalId: id } : {};
  }

  #takeBack(by: string, instructionId: string): void {
    this.#requests += 1;
    const command = { tenant: TENANT, instructionId, by, requestId: `request-${this.#requests}` };
    this.#functions.people(
      by,
      (ports) => withdrawProposal(ports, command),
      ({ result }) => this.#world.coverage.count('proposals-taken-back', result),
    );
  }

  /** Approves or declines what waits; sometimes calls off what has been approved already. */
  #judge(instruction: Instruction): void {
    const { random, coverage, faultProfile } = this.#world;
    const by = random.pick(PEOPLE);
    const waits = instruction.status.state === 'awaiting-approval';
    // Whoever approves in a restored ledger looks first whether the service knows of it already.
    const known = this.#world.oracle.postsOf(instruction.id) > 0;
    const declines = known || random.chance(faultProfile.people === 1 ? 0 : 0.2);
    this.#requests += 1;
    const command: DecisionCommand = {
      tenant: TENANT,
      instructionId: instruction.id,
      by,
      decision: waits ? (declines ? 'decline' : 'approve') : 'cancel',
      content: random.chance(0.98) ? contentDigest(instruction) : 'another',
      comment: 'looked at it',
      requestId: `request-${this.#requests}`,
    };
    this.#functions.people(
      by,
      (ports) => decide(ports, command),
      (decided) => countDecided(coverage, command.decision, decided),
    );
  }

  /** Asks for a withdrawal by hand; sometimes twice, sometimes for what is not there. */
  ask(): void {
    const { random, coverage, scheduler, snapshots } = this.#world;
    const again = this.#commands.length > 0 && random.chance(0.25);
    const command = again ? this.#again(random.pick(this.#commands)) : this.#command();
    if (!again) this.#commands.push(command);
    const ask = () =>
      this.#functions.people(
        command.requestedBy,
        ({ now, ledger, seals, read }) => {
          const latest = () => read('reads the latest snapshot', () => snapshots.latest());
          return requestWithdrawal({ now, ledger, seals, snapshots: { latest } }, command);
        },
        (asked) => countAsked(coverage, asked),
      );
    ask();
    if (random.chance(0.3)) scheduler.after(random.between(0, 3_000), ask);
  }

  #again(command: WithdrawalCommand): WithdrawalCommand {
    return this.#world.random.chance(0.7) ? command : { ...command, amount: '0.33' };
  }

  #command(): WithdrawalCommand {
    const { random, service } = this.#world;
    const accounts = [...service.accounts.keys(), '6a1f6d0e-58c3-4b1d-9b53-0c2f7b1e9aff'];
    this.#requests += 1;
    return {
      tenant: TENANT,
      requestedBy: random.pick(PEOPLE),
      idempotencyKey: `by-hand-${this.#commands.length}`,
      withdrawalAccountId: random.pick(accounts),
      amount: random.pick(
        service.amounts.kind === 'cut' ? FINE_AMOUNTS : ['0.1', '0.75', '2', '900'],
      ),
      comment: 'for the supplier',
      requestId: `request-${this.#requests}`,
    };
  }
}
