import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classifyTrade } from '../../adapters/trading-service/classify-trade.ts';
import type { Ledger } from '../../treasury/ledger/ledger.ts';
import type { TradeReply } from '../../treasury/outcomes/reply.ts';
import { sealedReading } from '../../treasury/snapshots/reading-seals.ts';
import { plusSeconds } from '../../treasury/time/instant.ts';
import { placeTrade } from '../../treasury/trades/place-trade.ts';
import type { TradeDecidingPorts } from '../../treasury/trades/read-trade-view.ts';
import type { TradeCommand } from '../../treasury/trades/trade-command.ts';
import { controls } from '../samples/policy.ts';
import { policyWrites } from '../samples/policy-writes.ts';
import { snapshotAt } from '../samples/snapshots.ts';
import { hmacSeals, readingSeals } from '../seals/hmac-seals.ts';
import { sealedChanges } from '../seals/sealed-changes.ts';
import { SimulatedTable } from '../simulation/table.ts';
import { shareOf } from '../thoroughness.ts';
import { answered, failed } from '../unit/trading-service/answers.ts';

const TENANT = 'main';
const START = '2026-01-05T00:00:00.000Z';
const DAY_MS = 86_400_000;
const LIMITS = { total: 100, person: 60 } as const;

/** Pairs that share no currency: only the rolling limits stand between their trades. */
const PAIRS = Array.from({ length: 6 }, (_, n) => ({ base: `A${n}`, quote: `B${n}` }));

const CONTROLS = controls({
  trades: {
    instruments: PAIRS.map(({ base, quote }) => `${base}/${quote}`),
    maximumNotional: '1000',
    per24Hours: { total: `${LIMITS.total}`, person: `${LIMITS.person}` },
  },
});

/** One of everything is worth one USD. */
const PRICES = Object.fromEntries(
  PAIRS.flatMap(({ base, quote }) => {
    const one = { bid: '1', ask: '1' };
    return [
      [`${base}/${quote}`, one],
      [`${base}/USD`, one],
    ];
  }),
);
const BALANCES = Object.fromEntries(PAIRS.map(({ base }) => [base, { total: '100000' }]));

const OUTCOMES: Readonly<
  Record<'executed' | 'lost' | 'not-sent', (instrument: string) => TradeReply>
> = {
  // Without an id: the same one twice would be an anomaly.
  executed: (instrument) => classifyTrade(answered(200, { instrument, state: 'filled' })),
  lost: () => classifyTrade(failed(true, 'TIMEOUT')),
  'not-sent': () => classifyTrade(failed(false, 'ECONNREFUSED')),
};

/** The readings before have agreed on the prices. */
const LATEST = await sealedReading(readingSeals, snapshotAt(START, BALANCES, PRICES));

interface Asked {
  readonly pair: number;
  readonly person: string;
  readonly amount: number;
  readonly outcome: keyof typeof OUTCOMES;
}

interface Posted {
  readonly person: string;
  readonly amount: number;
  readonly atMs: number;
}

const asked: fc.Arbitrary<Asked> = fc.record({
  pair: fc.nat(PAIRS.length - 1),
  person: fc.constantFrom('tina', 'tom', '__proto__'),
  amount: fc.integer({ min: 5, max: 70 }),
  outcome: fc.constantFrom('executed', 'executed', 'lost', 'not-sent'),
});
/** What is asked for at once, and the minutes that pass until the next. */
const rounds = fc.array(
  fc.record({
    asked: fc.array(asked, { minLength: 1, maxLength: 8 }),
    minutes: fc.integer({ min: 1, max: 900 }),
  }),
  { minLength: 1, maxLength: 6 },
);

/** Every call of the ledger and the service takes its own time; the scheduler says whose turn it is. */
function portsFor(s: fc.Scheduler, table: SimulatedTable, now: () => string) {
  const soon = <T>(value: () => T): Promise<T> => s.schedule(Promise.resolve(value()));
  const ledger: Ledger = {
    epoch: () => soon(() => table.epoch),
    readPolicy: () => soon(() => table.policy()),
    readHalt: () => soon(() => table.halt),
    readHaltMarks: (_client, currencies) => soon(() => table.haltMarks(currencies)),
    halt: (_client, act) => soon(() => table.haltBy(act)),
    readLanes: () => soon(() => table.lanes()),
    readDecisionRun: (_tenant, snapshot) => soon(() => table.decisionRun(snapshot)),
    readInstruction: (_client, id) => soon(() => table.instruction(id)),
    readCounts: (_client, name) => soon(() => table.counts(name)),
    readAuditHead: () => soon(() => table.auditHead()),
    knownWithdrawals: (_client, ids) => soon(() => table.knownWithdrawals(ids)),
    knownTrades: (_client, ids) => soon(() => table.knownTrades(ids)),
    commit: (_client, changes) => soon(() => table.commit(changes)),
  };
  return (posting: () => TradeReply): TradeDecidingPorts => ({
    now,
    nonce: () => crypto.randomUUID(),
    ledger,
    seals: hmacSeals,
    snapshots: { latest: () => soon(() => LATEST) },
    reader: readingSeals,
    service: {
      readBalances: () =>
        soon(() => ({
          ok: true,
          value: { readAt: now(), balances: BALANCES, raw: '', rawDigest: '' },
        })),
      readPrices: () => soon(() => ({ ok: true, value: { readAt: now(), prices: PRICES } })),
      sendTrade: () => soon(posting),
      sendWithdrawal: async () => {
        throw new Error('no withdrawal is sent here');
      },
    },
  });
}

function armed(): SimulatedTable {
  const table = new SimulatedTable('table-1');
  const currencies = PAIRS.flatMap(({ base, quote }) => [base, quote]);
  const first = policyWrites(table.epoch, { controls: CONTROLS, currencies });
  const { ok } = table.commit(sealedChanges({ tenant: TENANT, epoch: table.epoch }, first));
  if (!ok) throw new Error('not armed');
  return table;
}

describe('the rolling limits of trades', () => {
  it('are never exceeded, whoever asks for what at once and whatever becomes of it', async () => {
    const seen = new Map<string, number>();
    const world = fc.tuple(fc.scheduler(), rounds);
    await fc.assert(
      fc.asyncProperty(world, async ([s, steps]) => {
        let time = START;
        const table = armed();
        const portsOf = portsFor(s, table, () => time);
        const posted: Posted[] = [];
        for (const [round, step] of steps.entries()) {
          const placing = step.asked.map(async ({ pair, person, amount, outcome }, n) => {
            const { base, quote } = PAIRS[pair] ?? { base: '', quote: '' };
            const command: TradeCommand = {
              tenant: TENANT,
              requestedBy: person,
              idempotencyKey: `${round}-${n}`,
              request: {
                instrument: `${base}/${quote}`,
                side: 'sell',
                price: '1',
                amount: `${amount}`,
              },
            };
            const posting = () => {
              // Proven not to have left, it may be tried again by another person.
              if (outcome !== 'not-sent') posted.push({ person, amount, atMs: Date.parse(time) });
              return OUTCOMES[outcome](command.request.instrument);
            };
            const result = await placeTrade(portsOf(posting), command);
            const name = result.result === 'refused' ? result.refusal.code : result.result;
            seen.set(name, (seen.get(name) ?? 0) + 1);
          });
          await s.waitFor(Promise.all(placing));
          time = plusSeconds(time, step.minutes * 60);
        }
        for (const { atMs } of posted) {
          const window = posted.filter((each) => each.atMs <= atMs && each.atMs > atMs - DAY_MS);
          expect(sumOf(window)).toBeLessThanOrEqual(LIMITS.total);
          for (const name of new Set(window.map(({ person }) => person))) {
            const own = window.filter(({ person }) => person === name);
            expect(sumOf(own)).toBeLessThanOrEqual(LIMITS.person);
          }
        }
      }),
      { numRuns: shareOf(150) },
    );
    // A search in which nothing happens shows nothing.
    for (const name of ['concluded', 'rolling-limit-reached', 'rolling-limit-too-small']) {
      expect(seen.get(name), `${name}: ${JSON.stringify([...seen])}`).toBeGreaterThan(shareOf(20));
    }
  });
});

function sumOf(trades: readonly Posted[]): number {
  return trades.reduce((sum, { amount }) => sum + amount, 0);
}
