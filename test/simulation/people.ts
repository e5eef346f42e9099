import { advance } from '../../treasury/instructions/advance.ts';
import type { Instruction } from '../../treasury/instructions/instruction.ts';
import { dropOpen } from '../../treasury/instructions/latch.ts';
import type { Change, Ledger } from '../../treasury/ports/ledger.ts';
import { settle } from '../../treasury/settlement/settle.ts';
import { withdrawProposal } from '../../treasury/settlement/withdraw-proposal.ts';
import { countSettled } from './counting.ts';
import type { Functions } from './functions.ts';
import type { PolicyMakers } from './policy-makers.ts';
import { CLIENT, type World } from './world.ts';

const PEOPLE = ['ana', 'ben', 'eve'] as const;
type Person = (typeof PEOPLE)[number];

/** Milliseconds for which a person looks at something before acting on it. */
const THINKING_MS = 90_000;

interface PeoplePorts {
  readonly now: () => string;
  readonly ledger: Ledger;
}

/**
 * The people of a world. They approve and decline by the reducers; they settle by the use case, and say
 * what the service's books say at the moment at which they look. How often they look is the weather's.
 */
export class People {
  readonly #world: World;
  readonly #functions: Functions;
  readonly #policyMakers: PolicyMakers;
  #requests = 0;

  constructor(world: World, functions: Functions, policyMakers: PolicyMakers) {
    this.#world = world;
    this.#functions = functions;
    this.#policyMakers = policyMakers;
  }

  /** Goes through what waits for people, and now and then asks for something that makes no sense. */
  look(): void {
    const { random, weather, table } = this.#world;
    for (const instruction of [...table.instructions()]) {
      const { state } = instruction.status;
      const waits = state === 'awaiting-approval';
      const held = state === 'unknown' || state === 'anomaly' || this.#isHeld(instruction);
      if (waits && random.chance(weather.people)) this.#judge(instruction.id);
      if (held && random.chance(weather.people)) this.#settle(instruction);
      if (weather.people < 1 && random.chance(0.01))
        this.#settleBy(random.pick(PEOPLE), instruction.id);
    }
    if (random.chance(0.01)) this.#settleBy('eve', 'sweep-nobody-knows');
  }

  #isHeld({ id, status, content }: Instruction): boolean {
    if (status.state !== 'rejected') return false;
    const currency = content.kind === 'trade' ? content.instrument.split('/')[0] : content.currency;
    const lane = this.#world.table.lane(currency ?? '');
    return lane !== null && lane.latch.state !== 'idle' && lane.latch.claim.instructionId === id;
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
    const { random, table, service, scheduler, weather, coverage, running } = this.#world;
    const digest = table.instruction(id)?.evidence?.digest ?? 'none';
    const thinksMs = random.chance(0.3) && weather.people < 1 ? random.between(0, THINKING_MS) : 0;
    scheduler.after(thinksMs, () => {
      const [execution] = service.executionsOf(id);
      const executed = execution !== undefined;
      const content = table.instruction(id)?.content.kind ?? 'withdrawal';
      this.#requests += 1;
      const wish = {
        client: CLIENT,
        instructionId: id,
        by: person,
        executed,
        words: 'as in the books of the service',
        evidence: digest,
        requestId: `request-${this.#requests}`,
        ...this.#withdrawalId(execution?.id, content),
      };
      if ([...running].some(({ about }) => about === id)) {
        coverage.fault('an operator races a zombie');
      }
      if (random.chance(weather.policyChanges / 20)) this.#policyMakers.hurry();
      this.#functions.people(
        person,
        (ports) => settle(ports, wish),
        (settled) => {
          countSettled(coverage, settled);
          const differs =
            settled.result === 'refused' && settled.refusal.code === 'proposal-differs';
          if (differs) this.#takeBack(settled.refusal.proposal.by, id);
        },
      );
    });
  }

  /** Most people copy the id from the service's list, some leave it out, one copies the wrong line. */
  #withdrawalId(id: string | undefined, content: string): { readonly withdrawalId?: string } {
    const { random, weather, service } = this.#world;
    const careful = weather.people === 1;
    if (!careful && random.chance(0.05)) {
      const other = service.executions[0]?.id;
      return other === undefined ? {} : { withdrawalId: other };
    }
    const named = id !== undefined && content === 'withdrawal' && (careful || random.chance(0.9));
    return named ? { withdrawalId: id } : {};
  }

  #takeBack(by: string, instructionId: string): void {
    this.#requests += 1;
    const wish = { client: CLIENT, instructionId, by, requestId: `request-${this.#requests}` };
    this.#functions.people(
      by,
      (ports) => withdrawProposal(ports, wish),
      ({ result }) => this.#world.coverage.count('proposals-taken-back', result),
    );
  }

  #judge(id: string): void {
    const { random } = this.#world;
    const person = random.pick(PEOPLE);
    const approves = random.chance(0.75);
    this.#functions.people(person, (ports) =>
      approves ? approve(ports, person, id) : decline(ports, person, id),
    );
  }
}

async function approve(ports: PeoplePorts, by: string, id: string): Promise<string> {
  const instruction = await ports.ledger.readInstruction(CLIENT, id);
  if (instruction?.status.state !== 'awaiting-approval') return 'nothing to approve';
  const approved = advance(instruction, { kind: 'approve', at: ports.now(), by });
  return await committed(ports, [{ kind: 'replace-instruction', instruction: approved }]);
}

async function decline(ports: PeoplePorts, by: string, id: string): Promise<string> {
  const [instruction, lanes] = await Promise.all([
    ports.ledger.readInstruction(CLIENT, id),
    ports.ledger.readLanes(CLIENT),
  ]);
  if (instruction?.status.state !== 'awaiting-approval') return 'nothing to decline';
  const event = { kind: 'decline', at: ports.now(), by, words: 'not today' } as const;
  const lane = lanes.find(({ open }) => Object.hasOwn(open, id));
  if (lane === undefined) return 'no lane';
  return await committed(ports, [
    { kind: 'replace-instruction', instruction: advance(instruction, event) },
    { kind: 'replace-lane', lane: dropOpen(lane, id), from: lane.latch.state },
  ]);
}

async function committed(ports: PeoplePorts, changes: readonly Change[]): Promise<string> {
  const result = await ports.ledger.commit(CLIENT, changes);
  return result.ok ? 'done' : `refused: ${result.conflicts.join(', ')}`;
}
