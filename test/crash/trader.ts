import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningSandbox } from '../../sandbox/index.ts';
import { belowBid } from '../integration/market/below-bid.ts';
import type { Asker } from './asker.ts';
import { TRADED_INSTRUMENT } from './policy.ts';

/** Answers after which a caller asks again: being carried out, no value that readings agree on yet, too many at once, not read. */
const AGAIN = [409, 422, 429, 503];
const PAUSE_MS = 150;

/** A trader who wants one trade, and repeats the request under one Idempotency-Key until told its outcome. */
export class Trader implements Asker {
  readonly #body: string;

  constructor(sandbox: RunningSandbox) {
    const price = belowBid(sandbox, TRADED_INSTRUMENT);
    const request = { instrument: TRADED_INSTRUMENT, side: 'Sell', price, amount: '0.01234567' };
    this.#body = JSON.stringify(request);
  }

  /** The status that was answered; null where whoever was asked died. */
  async ask(listening: Promise<string>, signal: AbortSignal): Promise<string | null> {
    try {
      const url = await listening;
      while (!signal.aborted) {
        const status = await this.#askOnce(url, signal);
        if (!AGAIN.includes(status)) return String(status);
        await sleep(PAUSE_MS);
      }
    } catch {
      // It died, which is what this is about; the next start is asked again.
    }
    return null;
  }

  async #askOnce(url: string, signal: AbortSignal): Promise<number> {
    const token = await (await fetch(`${url}/local/token?user=trader`, { signal })).text();
    const answer = await fetch(`${url}/v1/trades`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token.trim()}`,
        'content-type': 'application/json',
        'idempotency-key': 'one-trade',
      },
      body: this.#body,
      signal,
    });
    await answer.text();
    return answer.status;
  }
}
