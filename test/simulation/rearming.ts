import type { UnbookedStatement } from '../../treasury/ledger/rearming.ts';
import { arm } from '../../treasury/rearming/rearm.ts';
import { rearmingView } from '../../treasury/rearming/rearming.ts';
import type { Functions } from './functions.ts';
import type { PolicyMakers } from './policy-makers.ts';
import { textOf } from './units.ts';
import { TENANT, type World } from './world.ts';

/** How likely it is that a person gets to it within a tick. */
const GETTING_TO_IT = 0.5;

/**
 * Two people arm a restored ledger: they halt, wait until nothing of the old table runs or is under way at the service,
 * state what the service has executed and not booked, and let it go on.
 */
export class RearmingPeople {
  readonly #world: World;
  readonly #functions: Functions;
  readonly #policyMakers: PolicyMakers;

  constructor(world: World, functions: Functions, policyMakers: PolicyMakers) {
    this.#world = world;
    this.#functions = functions;
    this.#policyMakers = policyMakers;
  }

  /** One look at a restored ledger; it takes several until it is armed. */
  look(): void {
    const { random, table, scheduler } = this.#world;
    if (!random.chance(GETTING_TO_IT) || this.#oldOnesRun()) return;
    const view = rearmingView(table.lanes(), table.epoch);
    if (view.rearmable.length === 0) return;
    this.#policyMakers.setMode('halted');
    scheduler.after(5_000, () => this.#says('ana'));
    scheduler.after(20_000, () => this.#says('ben'));
  }

  #oldOnesRun(): boolean {
    const { running, table, service } = this.#world;
    return service.anythingPending() || [...running].some((each) => each.table !== table);
  }

  #says(by: string): void {
    const { table, coverage } = this.#world;
    const { rearmable, digest } = rearmingView(table.lanes(), table.epoch);
    const unbooked = this.#stated(rearmable);
    const command = { tenant: TENANT, digest, unbooked, by, comment: 'compared', requestId: by };
    this.#functions.people(
      by,
      ({ now, ledger, seals, read }) => {
        const readRearming = () => read('reads the rearming', () => table.booked('rearming'));
        const readWebhooks = () => Promise.resolve({ things: [], unreadable: [] });
        const readMatchingRules = async () => [];
        const readManualRates = async () => [];
        const rearming = {
          ...ledger,
          readRearming,
          readWebhooks,
          readMatchingRules,
          readManualRates,
        };
        return arm({ now, seals, ledger: rearming }, command);
      },
      ({ result }) => coverage.count('rearmings', result),
    );
  }

  #stated(currencies: readonly string[]): UnbookedStatement {
    const { bookings } = this.#world.service;
    return Object.fromEntries(currencies.map((code) => [code, textOf(bookings.outgoing(code))]));
  }
}
