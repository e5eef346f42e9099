import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { showDecision } from '../../treasury/facts/sentences/say/show-decision.ts';
import { newLane } from '../../treasury/instructions/lane.ts';
import type { LedgerWrite } from '../../treasury/ledger/ledger.ts';
import { Decimal, ZERO } from '../../treasury/money/decimal.ts';
import { decimalOf, formatDecimal } from '../../treasury/money/decimal-text.ts';
import type { SweepRule } from '../../treasury/policy/sweep-rule.ts';
import type { PastSweep } from '../../treasury/preview/history.ts';
import { previewDraft } from '../../treasury/preview/preview.ts';
import { shownByRates } from '../../treasury/report-values/shown-by-rates.ts';
import { runSweeps } from '../../treasury/sweeps/run-sweeps.ts';
import { epochMsOf, plusSeconds } from '../../treasury/time/instant.ts';
import type { AmountRule } from '../../treasury/value-limits/rule-limits.ts';
import { plantedStore } from '../samples/planted-store.ts';
import { CONTROLS, draftOf, POLICY } from '../samples/policy.ts';
import { hmacSeals, readingSeals } from '../seals/hmac-seals.ts';
import { sealedPolicy } from '../seals/sealed-changes.ts';
import { stated } from '../stated.ts';
import { isThorough, shareOf } from '../thoroughness.ts';
import { FROM, pastOf, replayOf, tickOf } from '../unit/preview/past.ts';
import { snapshotOf } from '../unit/preview/samples.ts';
import { EPOCH, NOW } from '../unit/rules/samples.ts';
import { drawnRule } from './drawn-rule.ts';

/** Small enough that thresholds, minimums and budgets really meet. */
const amount = (maximum: number) =>
  fc.integer({ min: 0, max: maximum * 10 }).map((tenths) => text(new Decimal(tenths).div(10)));
const positive = (maximum: number) => amount(maximum).filter((each) => each !== '0');
const optional = <T>(each: fc.Arbitrary<T>) => fc.option(each, { nil: undefined });

const schedules: fc.Arbitrary<SweepRule['schedule']> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ kind: 'every-snapshot' } as const) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('0/15 * * * ? *', '0 * * * ? *')
      .map((expression) => ({ kind: 'cron', expression, timeZone: 'Europe/Zurich' }) as const),
  },
);

const rules: fc.Arbitrary<AmountRule> = fc
  .record({
    threshold: amount(30),
    keepPercent: fc.integer({ min: 0, max: 100 }),
    minimum: amount(3),
    maximum: optional(positive(20).map((each) => atLeast(each, '5'))),
    per24Hours: optional(positive(40).map((each) => atLeast(each, '5'))),
    per30Days: optional(positive(60).map((each) => atLeast(each, '5'))),
    step: fc.constantFrom('0.1', '0.5', '1'),
    cooldownSeconds: fc.constantFrom(0, 600, 1_800),
    schedule: schedules,
    priority: fc.integer({ min: 0, max: 3 }),
    approvalAbove: optional(amount(20)),
  })
  .map(drawnRule);

const ruleSets = fc
  .array(rules, { minLength: 1, maxLength: 3 })
  .map((drawn) => drawn.map((rule, index): AmountRule => ({ ...rule, id: `rule-${index}` })));

/** Six hours of it, with misses. */
const pasts = fc
  .array(optional(amount(60)), { minLength: 1, maxLength: 72 })
  .map((totals) => pastOf(totals.map((total) => total ?? null)));

const swept: fc.Arbitrary<readonly PastSweep[]> = fc
  .array(fc.record({ index: fc.integer({ min: -3, max: 75 }), amount: positive(10) }), {
    maxLength: 4,
  })
  .map((drawn) =>
    [...drawn]
      .sort((left, right) => left.index - right.index)
      .map(({ index, amount: each }) => ({
        currency: 'BTC',
        amount: each,
        shownFrom: plusSeconds(tickOf(index), 100),
      })),
  );

const draftFrom = (drawn: readonly SweepRule[]) => ({
  draft: { rules: drawn.map((each) => draftOf({}, each)), scope: 'alone' as const },
});

describe('whatever the rules and the past are, a backtest', () => {
  it('of the rules in force against themselves gives no difference', async () => {
    await fc.assert(
      fc.asyncProperty(ruleSets, pasts, swept, fc.boolean(), async (drawn, past, sweeps, given) => {
        const policy = { ...POLICY, rules: drawn };
        const request = { ...draftFrom(drawn), assumeApproved: given };
        const { draft, inForce, difference } = await replayOf({ past, sweeps, policy }, request);
        expect(draft).toEqual(inForce);
        expect(difference).toEqual([{ currency: 'BTC', sweeps: 0, total: '0' }]);
      }),
      { numRuns: shareOf(60) },
    );
  });

  it('never goes beyond a limit, on the balances that it left itself', async () => {
    let seen = 0;
    await fc.assert(
      fc.asyncProperty(ruleSets, pasts, async (drawn, past) => {
        const { draft } = await replayOf({ past }, draftFrom(drawn));
        const { count, first } = draft.sweeps;
        // Beyond what is listed nothing could be looked at.
        fc.pre(count === first.length);
        seen += count;
        let gone = ZERO;
        for (const [index, { at, ruleId, amount: each }] of first.entries()) {
          const rule = drawn.find(({ id }) => id === ruleId);
          const reading = past.find(({ takenAt }) => takenAt === at);
          const recorded = stated(reading?.balances, 'BTC')?.total;
          if (rule === undefined || recorded === undefined) throw new Error('out of nowhere');
          const balance = decimalOf(recorded).minus(gone);
          const size = decimalOf(each);
          gone = gone.plus(size);
          expect(balance.greaterThan(decimalOf(rule.threshold))).toBe(true);
          expect(balance.minus(size).greaterThanOrEqualTo(decimalOf(rule.keep))).toBe(true);
          expect(size.greaterThanOrEqualTo(decimalOf(rule.minimum))).toBe(true);
          expect(size.lessThanOrEqualTo(decimalOf(rule.maximum ?? '999'))).toBe(true);
          const own = first.slice(0, index).filter((earlier) => earlier.ruleId === ruleId);
          const all = own.reduce((sum, earlier) => sum.plus(decimalOf(earlier.amount)), size);
          // The whole past is less than a day long.
          expect(all.lessThanOrEqualTo(decimalOf(rule.budgets.per24Hours ?? '9999'))).toBe(true);
          expect(all.lessThanOrEqualTo(decimalOf(rule.budgets.per30Days ?? '9999'))).toBe(true);
          const last = own.at(-1)?.at ?? FROM;
          const pause =
            own.length === 0 ? Number.POSITIVE_INFINITY : epochMsOf(at) - epochMsOf(last);
          expect(pause).toBeGreaterThanOrEqual(rule.cooldownSeconds * 1_000);
        }
      }),
      { numRuns: shareOf(80) },
    );
    // A past in which nothing is swept would prove nothing.
    expect(seen).toBeGreaterThan(isThorough ? 80 : 8);
  });

  it('says the same in pieces as at once', async () => {
    const pieces = fc.record({
      atOnce: fc.integer({ min: 1, max: 20 }),
      windows: fc.integer({ min: 1, max: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(
        ruleSets,
        pasts,
        swept,
        pieces,
        fc.boolean(),
        async (drawn, past, sweeps, cut, given) => {
          const request = { ...draftFrom(drawn), assumeApproved: given };
          const { calls: _, ...atOnce } = await replayOf({ past, sweeps }, request);
          const { calls: __, ...inPieces } = await replayOf({ past, sweeps, ...cut }, request);
          expect(inPieces).toEqual(atOnce);
        },
      ),
      { numRuns: shareOf(60) },
    );
  });

  it('counts every snapshot once for every rule, and adds up', async () => {
    await fc.assert(
      fc.asyncProperty(ruleSets, pasts, async (drawn, past) => {
        const { draft, readings } = await replayOf({ past }, draftFrom(drawn));
        expect(readings).toBe(past.length);
        for (const { decisions, sweeps, reasons } of draft.rules) {
          expect(decisions).toBe(past.length);
          expect(reasons.reduce((sum, { times }) => sum + times, sweeps)).toBe(decisions);
        }
        const total = draft.rules.reduce((sum, rule) => sum.plus(decimalOf(rule.total)), ZERO);
        expect(draft.currencies.map((each) => each.total)).toEqual([text(total)]);
      }),
      { numRuns: shareOf(40) },
    );
  });
});

describe('whatever the rules, a preview', () => {
  it('says what a run decides on the same snapshot, and how many people it asks', async () => {
    const tiers = fc.record({ oneAbove: optional(amount(90)), twoAbove: optional(amount(90)) });
    const modes = fc.constantFrom('live' as const, 'dry-run' as const, 'halted' as const);
    await fc.assert(
      fc.asyncProperty(ruleSets, amount(60), tiers, modes, async (drawn, total, limits, mode) => {
        const approvalTiers = JSON.parse(JSON.stringify(limits)) as Record<string, string>;
        const controls = { ...CONTROLS, mode, approvalTiers };
        const policy = { ...POLICY, controls, rules: drawn };
        const latest = snapshotOf({ balances: { BTC: { total } } });
        const committed: LedgerWrite[] = [];
        const { ledger, snapshots } = plantedStore({
          epoch: EPOCH,
          policy: await sealedPolicy({ tenant: 'main', epoch: EPOCH }, policy),
          lanes: [newLane('main', 'BTC', EPOCH)],
          snapshots: [latest],
        });
        const ports = {
          now: () => NOW,
          ledger: {
            ...ledger,
            commit: async (tenant: string, changes: readonly LedgerWrite[]) => {
              committed.push(...changes);
              return await ledger.commit(tenant, changes);
            },
          },
          snapshots,
          shownValues: shownByRates(async () => []),
          seals: hmacSeals,
          reader: readingSeals,
        };
        const result = await previewDraft(ports, 'main', draftFrom(drawn).draft);
        expect(committed).toEqual([]);
        if (result.result !== 'previewed') throw new Error(JSON.stringify(result));
        const { decisions, proposed } = await runSweeps(ports, latest);
        const { rules } = result.preview();
        expect(rules.map(({ decision }) => decision)).toEqual(
          decisions.map((each) => showDecision(each)),
        );
        for (const { decision, approvals } of rules) {
          const instruction = proposed.find(({ id }) => id.startsWith(`sweep-${decision.ruleId}-`));
          if (instruction === undefined) continue;
          const { status } = instruction;
          expect(approvals).toBe(
            status.state === 'awaiting-approval' ? status.approvalsRequired : 0,
          );
        }
      }),
      { numRuns: shareOf(100) },
    );
  });
});

function atLeast(drawn: string, least: string): string {
  return text(Decimal.max(decimalOf(drawn), decimalOf(least)));
}

function text(value: Decimal): string {
  return formatDecimal(value);
}
