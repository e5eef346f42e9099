import type { Random } from '../random.ts';
import type { ServiceAccount, ServiceRequest } from './service.ts';

const HOUR_MS = 3_600_000;

/** Worlds in which the service refuses for hours or days on end. */
const REFUSING_WORLDS = 0.2;
/** Of those: every POST is refused, as to a token that may read and not withdraw; else one account is. */
const REFUSES_ALL = 0.5;
const STATUSES = [400, 403, 422] as const;

/** What a service refuses each time, and from when to when by the true clock. */
export class Refusals {
  readonly #status: number;
  /** Null: every account, and trades. */
  readonly #accountId: string | null;
  readonly #fromMs: number;
  readonly #untilMs: number;

  private constructor(random: Random, accounts: readonly ServiceAccount[], startMs: number) {
    this.#status = random.pick(STATUSES);
    this.#accountId = random.chance(REFUSES_ALL) ? null : random.pick(accounts).id;
    this.#fromMs = startMs + random.between(0, HOUR_MS / 4);
    this.#untilMs = this.#fromMs + random.between(HOUR_MS, 72 * HOUR_MS);
  }

  /** Null: this world's service refuses nothing for long. */
  static drawn(
    random: Random,
    accounts: readonly ServiceAccount[],
    startMs: number,
  ): Refusals | null {
    return random.chance(REFUSING_WORLDS) ? new Refusals(random, accounts, startMs) : null;
  }

  get name(): 'every POST is refused' | 'an account is refused' {
    return this.#accountId === null ? 'every POST is refused' : 'an account is refused';
  }

  /** The status that a request is refused with; null if it is not. */
  statusOf(request: ServiceRequest, nowMs: number): number | null {
    if (nowMs < this.#fromMs || nowMs >= this.#untilMs) return null;
    if (this.#accountId === null) return this.#status;
    const isRefused =
      request.kind === 'withdrawal' && request.withdrawalAccountId === this.#accountId;
    return isRefused ? this.#status : null;
  }
}
