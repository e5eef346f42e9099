import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import type { RunningSandbox } from '../../sandbox/index.ts';
import { Decimal } from '../../treasury/money/decimal.ts';
import type { Asker } from './asker.ts';

/** Two different people who may settle. */
const SETTLERS = ['approver', 'approver2'] as const;

/** Balances are read every second; a person looks about as often. */
const PAUSE_MS = 250;

const unknownOnes = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      content: z.object({ withdrawalAccountId: z.string(), amount: z.string() }),
      evidence: z.object({ digest: z.string() }).optional(),
    }),
  ),
});
type Unknown = z.output<typeof unknownOnes>['items'][number];

/**
 * Two people who say what the service's books say, one after the other, of whatever is unknown. What
 * was answered is not remembered: whoever starts again begins again.
 */
export class People implements Asker {
  readonly #sandbox: RunningSandbox;

  constructor(sandbox: RunningSandbox) {
    this.#sandbox = sandbox;
  }

  async ask(listening: Promise<string>, signal: AbortSignal): Promise<string | null> {
    try {
      const url = await listening;
      while (!signal.aborted) {
        const [unknown] = await this.#unknownOnes(url, signal);
        if (unknown !== undefined) await this.#say(url, signal, unknown);
        await sleep(PAUSE_MS);
      }
    } catch {
      // It died, which is what this is about; they say it again at the next start.
    }
    return null;
  }

  async #unknownOnes(url: string, signal: AbortSignal): Promise<readonly Unknown[]> {
    const headers = { authorization: await bearer(url, SETTLERS[0], signal) };
    const answer = await fetch(`${url}/v1/instructions?state=unknown`, { headers, signal });
    return unknownOnes.parse(await answer.json()).items;
  }

  /** Both say the same; a refusal is heard and said again on what stands then. */
  async #say(url: string, signal: AbortSignal, unknown: Unknown): Promise<void> {
    const { id, evidence } = unknown;
    if (evidence === undefined) return;
    const withdrawalIds = this.#executedAs(unknown);
    const [only] = withdrawalIds;
    const body = JSON.stringify({
      executed: withdrawalIds.length > 0,
      ...(only !== undefined && withdrawalIds.length === 1 ? { withdrawalId: only } : {}),
      comment: "as the service's own books have it",
    });
    for (const person of SETTLERS) {
      const answer = await fetch(`${url}/v1/withdrawals/${id}/settle`, {
        method: 'POST',
        headers: {
          authorization: await bearer(url, person, signal),
          'content-type': 'application/json',
          'if-match': `"${evidence.digest}"`,
        },
        body,
        signal,
      });
      await answer.text();
    }
  }

  #executedAs({ content }: Unknown): readonly string[] {
    const parts = this.#sandbox
      .state()
      .withdrawals.filter((each) => each.withdrawalAccount.id === content.withdrawalAccountId);
    const sum = parts.reduce((total, { amount }) => total.plus(amount), new Decimal(0));
    return sum.equals(content.amount) ? parts.map(({ id }) => id) : [];
  }
}

async function bearer(url: string, person: string, signal: AbortSignal): Promise<string> {
  const answer = await fetch(`${url}/local/token?user=${person}`, { signal });
  return `Bearer ${(await answer.text()).trim()}`;
}
