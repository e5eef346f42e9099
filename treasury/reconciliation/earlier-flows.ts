import { MAX_BOOKING_CREDITS } from '../booking/booking.ts';
import { creditsMaking } from '../booking/credits.ts';
import type { BreakCandidate } from '../breaks/break-transitions.ts';
import type { Flow } from '../ledger/flow.ts';
import { decimalOf, formatDecimal } from '../money/decimal-text.ts';
import { type Instant, plusSeconds } from '../time/instant.ts';
import type { FlowLedger } from './ports.ts';

/** A stored flow, or one that was just found. */
export type SeenFlow = Omit<Flow, 'version'>;

/**
 * The newest flows of all currencies, which are read from the table itself: its index may be a second behind. As many as
 * two hundred currencies write in a tick, or four in half an hour of a minute's ticks.
 */
const NEWEST_FLOWS = 100;

/** How much of what is stored can matter to a difference. */
type Needed =
  /** No part has shown that it could show again. */
  | 'nothing'
  /** No part, and no parts in a row, make its amount: only the last differences together can come to nothing with it. */
  | 'the-last'
  | 'everything';

/**
 * The flows of a currency before a difference, as far as they can say that it shows again what was taken back. Most
 * differences show again nothing, and that is seen by the movements of the currency alone: however long differences go on,
 * reading takes the same. Read once for a currency, and only for one that has a difference.
 */
export class EarlierFlows {
  readonly #flows: EarlierPorts;
  readonly #tenant: string;
  readonly #found: readonly SeenFlow[];
  readonly #boundSeconds: number;
  readonly #currencies = new Map<string, Promise<KnownOfCurrency>>();
  #newest: Promise<readonly Flow[]> | null = null;

  /** `candidates`: what was just found takes the place of what is stored. */
  constructor(
    flows: EarlierPorts,
    tenant: string,
    candidates: readonly BreakCandidate[],
    boundSeconds: number,
  ) {
    this.#flows = flows;
    this.#tenant = tenant;
    this.#found = candidates.map(({ flow }) => flow);
    this.#boundSeconds = boundSeconds;
  }

  /** Oldest first; includes those just found. */
  async before(again: SeenFlow): Promise<readonly SeenFlow[]> {
    const { currency } = again;
    const known = this.#currencies.get(currency) ?? this.#read(currency);
    this.#currencies.set(currency, known);
    const { moved, others } = await known;
    const from = plusSeconds(again.snapshot, -this.#boundSeconds);
    const movements = this.#together(again, from, [moved]);
    switch (neededFor(again, movements)) {
      case 'nothing':
        return [];
      case 'the-last':
        return this.#together(again, from, [moved, await others.last()]);
      case 'everything':
        return this.#together(again, from, [moved, await others.all()]);
    }
  }

  /** What was read from the table itself goes before what an index said, and what was just found before both. */
  #together(
    { currency, snapshot }: SeenFlow,
    from: Instant,
    stored: readonly (readonly SeenFlow[])[],
  ): readonly SeenFlow[] {
    const within = stored.flat().filter((flow) => flow.snapshot >= from);
    const flows = new Map(
      [...within, ...this.#foundOf(currency)].map((flow) => [flow.snapshot, flow]),
    );
    return [...flows.values()]
      .filter((flow) => flow.snapshot < snapshot)
      .sort((a, b) => (a.snapshot < b.snapshot ? -1 : 1));
  }

  #foundOf(currency: string): readonly SeenFlow[] {
    return this.#found.filter((flow) => flow.currency === currency);
  }

  async #read(currency: string): Promise<KnownOfCurrency> {
    const found = this.#foundOf(currency);
    const ticks = found.map(({ snapshot }) => snapshot).sort();
    const [first = '', last = ''] = [ticks[0], ticks.at(-1)];
    const from = plusSeconds(first, -this.#boundSeconds);
    this.#newest ??= this.#readNewest();
    const [indexed, all] = await Promise.all([
      this.#flows.movedBetween(this.#tenant, currency, from, last),
      this.#newest,
    ]);
    const newest = all.filter((flow) => flow.currency === currency);
    // A flow that is replaced is no reason to stop looking.
    const limit = MAX_BOOKING_CREDITS + found.length + newest.length;
    const differed = (to: Instant, most?: number) =>
      this.#flows.differedBetween(this.#tenant, currency, { from, to }, most);
    const others = {
      last: once(async () => [
        ...(await differed(first, limit)),
        ...(first === last
          ? []
          : await this.#flows.differedBetween(this.#tenant, currency, { from: first, to: last })),
        ...newest,
      ]),
      all: once(async () => [...(await differed(last)), ...newest]),
    };
    return { moved: [...indexed, ...newest], others };
  }

  async #readNewest(): Promise<readonly Flow[]> {
    const last =
      this.#found
        .map(({ snapshot }) => snapshot)
        .sort()
        .at(-1) ?? '';
    return await this.#flows.newestFlows(this.#tenant, last, NEWEST_FLOWS);
  }
}

type EarlierPorts = Pick<FlowLedger, 'movedBetween' | 'differedBetween' | 'newestFlows'>;

interface KnownOfCurrency {
  readonly moved: readonly SeenFlow[];
  readonly others: {
    readonly last: () => Promise<readonly SeenFlow[]>;
    readonly all: () => Promise<readonly SeenFlow[]>;
  };
}

function once<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | null = null;
  return () => {
    reading ??= read();
    return reading;
  };
}

/** By the movements before a difference, all of them. A part that was taken back makes anything possible. */
function neededFor({ unexplained }: SeenFlow, before: readonly SeenFlow[]): Needed {
  const again = decimalOf(unexplained);
  const isLike = (amount: string) => decimalOf(amount).isNegative() === again.isNegative();
  const movements = before.flatMap((flow) => flow.movements);
  const shown = movements.filter(({ amount, inFlight }) => isLike(amount) && inFlight !== true);
  if (shown.length === 0) return 'nothing';
  if (movements.some(({ amount }) => !isLike(amount))) return 'everything';
  const credits = shown.map(({ amount }) => ({ fall: formatDecimal(decimalOf(amount).abs()) }));
  return creditsMaking(credits, again.abs()) === null ? 'the-last' : 'everything';
}
