import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { knownAmount, spent } from '../../treasury/counters/counts.ts';
import { isClosed } from '../../treasury/instructions/advance.ts';
import { ruleCounter } from '../../treasury/instructions/lane.ts';
import { ZERO } from '../../treasury/money/decimal.ts';
import { decimalOf } from '../../treasury/money/decimal-text.ts';
import { plusSeconds } from '../../treasury/time/instant.ts';
import { countedOf } from '../samples/counts.ts';
import { shareOf } from '../thoroughness.ts';
import { apply, command, newWorld, RULES, type World } from './instructions-world.ts';

/** What must hold after every command, whatever came before it. */
function invariants(world: World): void {
  const { lane, instructions, reserved, now } = world;
  const holding = [...instructions.values()].filter(({ status }) => status.state === 'sending');
  expect(holding.length, 'two claims at once').toBeLessThanOrEqual(1);
  for (const { id } of holding) {
    expect(lane.status, 'a claim without its lane').toMatchObject({
      state: 'sending',
      claim: { instructionId: id },
    });
  }
  for (const ruleId of RULES) {
    const usage = countedOf(lane, 'rule', ruleId);
    const buckets = [...Object.values(usage.hours), ...Object.values(usage.days)];
    for (const amount of buckets) expect(decimalOf(amount).greaterThan(ZERO)).toBe(true);
    const sum = (window: 'hours' | 'days') =>
      knownAmount(spent(lane.counts, ruleCounter(lane, ruleId), window, now)) ?? ZERO;
    const [last24Hours, last30Days] = [sum('hours'), sum('days')];
    const debits = [...reserved.values()].filter(({ counter }) => counter.of === ruleId);
    const sumSince = (seconds: number) =>
      debits
        .filter(({ at }) => at > plusSeconds(now, -seconds))
        .reduce((sum, { amount }) => sum.plus(decimalOf(amount)), ZERO);
    expect(last24Hours.greaterThanOrEqualTo(sumSince(86_400)), 'less in the budget than left').toBe(
      true,
    );
    expect(
      last30Days.greaterThanOrEqualTo(sumSince(30 * 86_400)),
      'less in the budget than left',
    ).toBe(true);
  }
  for (const { id, status } of instructions.values()) {
    expect(Object.hasOwn(lane.open, id), `${id} ${status.state}`).toBe(status.state === 'approved');
  }
}

describe('a lane and its instructions, whatever happens in whatever order', () => {
  it('never have two claims, never lose a debit, and only ever grow in version', () => {
    fc.assert(
      fc.property(fc.array(command, { minLength: 1, maxLength: 60 }), (commands) => {
        const world = newWorld();
        for (const what of commands) {
          const laneBefore = world.lane;
          const before = new Map(world.instructions);
          try {
            apply(world, what);
          } catch {
            expect(world.lane, 'a refused command changed the lane').toBe(laneBefore);
            expect([...world.instructions], 'a refused command changed something').toEqual([
              ...before,
            ]);
          }
          invariants(world);
          if (world.lane !== laneBefore) expect(world.lane.version).toBe(laneBefore.version + 1);
          for (const [id, instruction] of world.instructions) {
            const earlier = before.get(id);
            if (earlier === undefined || earlier === instruction) continue;
            expect(instruction.version).toBe(earlier.version + 1);
            expect(instruction.history.slice(0, -1)).toEqual(earlier.history);
            expect(instruction.content).toBe(earlier.content);
            expect(isClosed(earlier), `${earlier.status.state} was an end`).toBe(false);
          }
        }
      }),
      { numRuns: shareOf(300) },
    );
  });

  it('let each instruction be claimed once at most, so that it is posted once at most', () => {
    fc.assert(
      fc.property(fc.array(command, { minLength: 1, maxLength: 60 }), (commands) => {
        const world = newWorld();
        for (const what of commands) {
          try {
            apply(world, what);
          } catch {
            // Refused: what matters is what went through.
          }
        }
        for (const { history } of world.instructions.values()) {
          expect(history.filter(({ state }) => state === 'sending').length).toBeLessThanOrEqual(1);
        }
      }),
      { numRuns: shareOf(300) },
    );
  });

  it('keep a lane that is held from everyone else until it is free again', () => {
    const claimed = fc.constantFrom(
      'sending' as const,
      'rejected' as const,
      'unknown' as const,
      'anomaly' as const,
    );
    fc.assert(
      fc.property(claimed, fc.integer({ min: 0, max: 189 }), (state, seconds) => {
        const world = newWorld();
        apply(world, { do: 'propose', rule: 0, amount: 1_000 });
        apply(world, { do: 'propose', rule: 1, amount: 2_000 });
        apply(world, { do: 'claim', pick: 0 });
        if (state !== 'sending') apply(world, { do: 'conclude', outcome: state, foreign: false });
        expect(() => apply(world, { do: 'claim', pick: 1 })).toThrow();
        apply(world, { do: 'wait', seconds });
        expect(
          () => apply(world, { do: 'settle', executed: false }),
          'within the quarantine',
        ).toThrow();
      }),
    );
  });
});
