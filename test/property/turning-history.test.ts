import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { canonicalText } from '../../treasury/seals/canonical-text.ts';
import { runHistory, writtenIn } from './turning-history.ts';

/** Ticks of each history, and how many there are. */
const TICKS = 48;
const HISTORIES = 24;
const CHARACTERS = 12;

/**
 * Over all of them: what was written when every difference was held against all flows and breaks of the booking bound. What
 * reconciliation reads may change; what it decides may not.
 */
const WRITTEN = 'b815d2a37cf0cff5f8f96ec56234b3f1c63a6d36271ec62b813c598666e28c51';

it('writes what it wrote when each difference was held against the whole history', async () => {
  const digests: string[] = [];
  let takenBack = 0;
  for (let seed = 0; seed < HISTORIES; seed++) {
    const books = await runHistory({ seed, ticks: TICKS });
    const isBack = ({ amount }: { readonly amount: string }) => !amount.startsWith('-');
    takenBack += books.current().filter(({ movements }) => movements.some(isBack)).length;
    const written = canonicalText(writtenIn(books));
    digests.push(createHash('sha256').update(written).digest('hex').slice(0, CHARACTERS));
  }
  expect(takenBack).toBeGreaterThan(HISTORIES);
  expect(createHash('sha256').update(digests.join(' ')).digest('hex')).toBe(WRITTEN);
});

it('decides the same while the index is behind by the last ticks', async () => {
  for (let seed = 0; seed < HISTORIES; seed += 3) {
    const whole = await runHistory({ seed, ticks: TICKS });
    const behind = await runHistory({ seed, ticks: TICKS }, (ports) => {
      const { flows } = ports;
      const newest = async (tenant: string, to: string) =>
        new Set(await flows.newestFlows(tenant, to, BEHIND));
      return {
        ...ports,
        flows: {
          ...flows,
          movedBetween: async (tenant, currency, from, to) => {
            const missing = await newest(tenant, to);
            const found = await flows.movedBetween(tenant, currency, from, to);
            return found.filter((flow) => !missing.has(flow));
          },
          differedBetween: async (tenant, currency, ticks, limit) => {
            const missing = await newest(tenant, ticks.to);
            const found = await flows.differedBetween(tenant, currency, ticks, limit);
            return found.filter((flow) => !missing.has(flow));
          },
        },
      };
    });
    expect(writtenIn(behind)).toEqual(writtenIn(whole));
  }
});

/** Flows that the index does not have yet. */
const BEHIND = 8;
