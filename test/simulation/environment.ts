import type { Instruction } from '../../treasury/instructions/instruction.ts';
import type { TradeCommand } from '../../treasury/trades/trade-command.ts';
import type { Functions } from './functions.ts';
import type { People } from './people.ts';
import type { PolicyMakers } from './policy-makers.ts';
import type { Random } from './random.ts';
import type { Streams } from './streams.ts';
import { unitsOf } from './units.ts';
import { TENANT, type World } from './world.ts';

/** Longest that a deploy freezes what runs, in milliseconds: beyond sendBy and a timeout. */
const DEPLOY_FREEZE_MS = 300_000;

/** Milliseconds within which others act once something is approved: it is claimed within about these. */
const MEDDLING_MS = 1_500;

/** That a halt is lifted within a tick: a world that stands still shows nothing. */
const RESUMING = 0.5;

/** A trade that was asked for, with the ledger that knows its key. */
interface Asked {
  readonly command: TradeCommand;
  readonly epoch: string;
  readonly atMs: number;
}

/** Who repeats a key that a restored ledger has forgotten does so within a day (assumption 7). */
const DAY_MS = 86_400_000;

/** What happens to a world from outside, once per tick: other people's money, tokens, deploys, trades. */
export class Environment {
  readonly #world: World;
  readonly #functions: Functions;
  readonly #streams: Streams;
  readonly #policyMakers: PolicyMakers;
  readonly #people: People;
  readonly #commands: Asked[] = [];
  readonly #trades: number;
  readonly #exotic: boolean;
  /** Of its own, so that nothing else is drawn differently where a halt ends. */
  readonly #resuming: Random;

  constructor(
    world: World,
    functions: Functions,
    streams: Streams,
    policyMakers: PolicyMakers,
    people: People,
    exotic: boolean,
    resuming: Random,
  ) {
    this.#resuming = resuming;
    this.#world = world;
    this.#functions = functions;
    this.#streams = streams;
    this.#policyMakers = policyMakers;
    this.#people = people;
    this.#trades = world.random.pick([0, 0.2, 0.5]);
    this.#exotic = exotic;
  }

  /** Draws what happens within one tick, at moments of its own. */
  plan(tickMs: number): void {
    const { random, faultProfile, scheduler } = this.#world;
    const maybe = (likely: number, act: () => void) => {
      if (random.chance(likely)) scheduler.after(random.between(0, tickMs), act);
    };
    maybe(faultProfile.deposits, () => this.#moveMoney(1));
    maybe(faultProfile.debits, () => this.#moveMoney(-1));
    maybe(faultProfile.rotations, () => this.#rotate());
    maybe(faultProfile.deploys, () => this.#deploy());
    maybe(faultProfile.policyChanges, () => this.#policyMakers.changeSomething());
    if (random.chance(faultProfile.policyChanges / 6)) {
      scheduler.after(random.between(300, MEDDLING_MS), () => this.#policyMakers.hurry());
    }
    maybe(this.#trades, () => this.#trade());
    maybe(this.#trades / 2, () => this.#people.ask());
    maybe(faultProfile.duplicates / 3, () => this.#redeliver());
    if (this.#world.table.controls?.mode !== 'live') {
      maybe(RESUMING, () => this.#policyMakers.setMode('live'));
    } else if (this.#isHalted() && this.#resuming.chance(RESUMING)) {
      scheduler.after(this.#resuming.between(0, tickMs), () => this.#policyMakers.setMode('live'));
    }
    this.#world.service.movePrices();
  }

  /** By the kill switch, of everything or of a currency; a restored ledger stays halted until two people have armed it. */
  #isHalted(): boolean {
    const { table } = this.#world;
    const { halt } = table;
    const isDisarmed = table.lanes().some(({ epoch }) => epoch !== table.epoch);
    return !isDisarmed && (halt.mode !== 'live' || Object.keys(halt.currencies).length > 0);
  }

  /** Others act just when something is about to be sent: that is when it matters. */
  approved(instruction: Instruction): void {
    const { random, faultProfile, scheduler } = this.#world;
    const soon = (act: () => void) => scheduler.after(random.between(0, MEDDLING_MS), act);
    if (random.chance(faultProfile.policyChanges))
      soon(() => this.#policyMakers.changeFor(instruction));
    if (random.chance(faultProfile.policyChanges / 4)) soon(() => this.#policyMakers.hurry());
    if (random.chance(this.#trades / 2)) soon(() => this.#trade());
  }

  #moveMoney(direction: 1 | -1): void {
    const { random, service, coverage, trace } = this.#world;
    const [currency, most] = random.pick([
      ['BTC', 300],
      ['ETH', 900],
      ['USD', 1_500_000],
    ] as const);
    // A few units beside the hundredths: no sum of ours ever comes out the same by chance.
    const units =
      unitsOf('0.01') * BigInt(random.between(1, most)) + BigInt(random.between(1, 9_999));
    const held = service.balances.get(currency) ?? 0n;
    const moved = direction === 1 ? units : -(units < held ? units : held);
    service.move(currency, moved);
    coverage.fault(direction === 1 ? 'deposit' : 'foreign debit');
    trace.say('another party', () => `moves ${moved} units of ${currency}`);
  }

  #rotate(): void {
    const { random, secrets, scheduler, coverage, trace } = this.#world;
    if (random.chance(0.6)) {
      secrets.rotate();
      coverage.fault('the token is rotated');
      trace.say('an operator', () => 'rotates the token');
      scheduler.after(random.between(0, 120_000), () => secrets.revokeOld());
      return;
    }
    secrets.revokeAll();
    coverage.fault('the token is revoked before the new one is known');
    trace.say('the service', () => 'revokes the token');
    scheduler.after(random.between(0, 120_000), () => secrets.rotate());
  }

  #deploy(): void {
    const { random, running, coverage, trace } = this.#world;
    trace.say('the engineer', () => 'deploys');
    this.#functions.redeploy();
    for (const invocation of [...running]) {
      if (random.chance(0.5)) {
        coverage.fault('deploy: an invocation dies');
        invocation.die();
      } else {
        coverage.fault('deploy: an invocation freezes');
        invocation.freezeFor(random.between(1_000, DEPLOY_FREEZE_MS));
      }
    }
    coverage.fault('deploy: a new policy version');
    this.#policyMakers.changeSomething();
  }

  #redeliver(): void {
    const { random, coverage } = this.#world;
    if (this.#streams.handled.length === 0) return;
    coverage.fault('delivered again from the failure queue');
    this.#functions.send(random.pick(this.#streams.handled));
  }

  #repeatable(): readonly Asked[] {
    const { table, scheduler } = this.#world;
    return this.#commands.filter(
      ({ epoch, atMs }) => epoch === table.epoch || scheduler.nowMs - atMs <= DAY_MS,
    );
  }

  /** A trader asks; sometimes again with the same key, sometimes for something else with it. */
  #trade(): void {
    const { random, faultProfile } = this.#world;
    const asked = this.#repeatable();
    if (asked.length > 0 && random.chance(0.25)) {
      const { command: earlier } = random.pick(asked);
      const other = { ...earlier, request: { ...earlier.request, amount: '0.77' } };
      this.#functions.placeTrade(random.chance(0.7) ? earlier : other);
      return;
    }
    const instruments = ['BTC/USD', 'ETH/USD', 'BTC/USD', 'ETH/USD', 'BTC/ETH'];
    const instrument = random.pick(
      this.#exotic ? [...instruments, 'XRP/USD', 'ABC/DEF'] : instruments,
    );
    const fair = instrument.startsWith('BTC') ? '60000' : '3000';
    // Now and then a misplaced decimal point.
    const price = random.chance(0.95) ? fair : `${fair}0`;
    const amount = random.pick(['0.1', '0.25', '1', '2.5', '40']);
    const command: TradeCommand = {
      tenant: TENANT,
      requestedBy: random.pick(['eve', 'ben']),
      idempotencyKey: `key-${this.#commands.length}`,
      request: { instrument, side: random.pick(['buy', 'sell'] as const), price, amount },
    };
    const { table, scheduler } = this.#world;
    this.#commands.push({ command, epoch: table.epoch, atMs: scheduler.nowMs });
    this.#functions.placeTrade(command);
    if (random.chance(faultProfile.policyChanges / 6)) this.#policyMakers.hurry();
    if (!random.chance(0.3)) return;
    // A client that heard nothing asks again, while the first may still be under way.
    this.#world.scheduler.after(random.between(0, 3_000), () =>
      this.#functions.placeTrade(command),
    );
  }
}
