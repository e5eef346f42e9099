import { describe, expect, it } from 'vitest';
import { type Lane, newLane } from '../../../treasury/instructions/lane.ts';
import type { SweepRule } from '../../../treasury/policy/sweep-rule.ts';
import { step } from '../../../treasury/preview/step.ts';
import { newWorld, type World, type WorldRules } from '../../../treasury/preview/world.ts';
import { plusSeconds } from '../../../treasury/time/instant.ts';
import { noValues } from '../../../treasury/valuation/believed-values.ts';
import { ACCOUNT, CONTROLS, RULE, rule } from '../../samples/policy.ts';
import { TICK } from '../rules/samples.ts';

const HOUR_SECONDS = 3_600;

/** Sweeps everything above 5 BTC, above 3 BTC with an approval. */
const APPROVED = rule({ threshold: '5', keep: '5', minimum: '0', approvalAbove: '3' });

const given = (rules: readonly SweepRule[], assumeApproved = false): WorldRules => ({
  tenant: 'main',
  rules,
  accounts: new Map([[ACCOUNT.id, ACCOUNT]]),
  controls: CONTROLS,
  assumeApproved,
});

/** One reading an hour, each with what has come in until then; balances are what came in less what left. */
function walked(world: World, rules: WorldRules, totals: readonly string[], fromHour = 0): World {
  for (const [hour, total] of totals.entries()) {
    const at = plusSeconds(TICK, (fromHour + hour) * HOUR_SECONDS);
    const known = { values: noValues('USD'), pricesReadAt: at };
    step(
      world,
      rules,
      { scheduledFor: at, takenAt: at, balances: { BTC: { total } }, ...known },
      {},
    );
  }
  return world;
}

const listed = ({ totals }: World) =>
  totals.listed.map(({ amount, approvals }) => `${amount} by ${approvals}`);

describe('a limit above which people approve', () => {
  it('holds for pieces as for the whole: what a raised keep lets out little by little', () => {
    const world = newWorld(given([APPROVED]), ['BTC']);
    // One person keeps more, which narrows; what comes in later leaves in pieces of 2.
    const kept = given([{ ...APPROVED, threshold: '20', keep: '20' }]);
    walked(world, kept, ['22', '24', '26']);
    expect(listed(world)).toEqual(['2 by 0', '2 by 1', '4 by 1']);
  });

  it('lets leave again what is within it once 24 hours, and the hour they end in, have passed', () => {
    const world = newWorld(given([APPROVED]), ['BTC']);
    walked(world, given([APPROVED]), ['8']);
    walked(world, given([APPROVED]), ['8', '9'], 23);
    expect(listed(world)).toEqual(['3 by 0', '1 by 1']);
    const later = walked(newWorld(given([APPROVED]), ['BTC']), given([APPROVED]), ['8']);
    walked(later, given([APPROVED]), ['11'], 25);
    expect(listed(later)).toEqual(['3 by 0', '3 by 0']);
  });

  it('does not count what people approved', () => {
    const world = newWorld(given([APPROVED], true), ['BTC']);
    walked(world, given([APPROVED], true), ['10', '13']);
    expect(listed(world)).toEqual(['5 by 1', '3 by 0']);
  });

  it('counts all rules that pay to one account, and the strictest of their limits holds for each', () => {
    const other = rule({ ...APPROVED, id: 'other', approvalAbove: '50', priority: 200 });
    const rules = given([{ ...APPROVED, maximum: '2' }, other]);
    const world = walked(newWorld(rules, ['BTC']), rules, ['8', '9']);
    expect(listed(world)).toEqual(['2 by 0', '1 by 0', '1 by 1']);
    const without = given([APPROVED, rule({ id: 'unlimited', priority: 1 })]);
    expect(listed(walked(newWorld(without, ['BTC']), without, ['11']))).toEqual(['6 by 1']);
  });

  it('holds on while the rule that sets it is switched off', () => {
    const off = { ...APPROVED, enabled: false };
    const rules = given([off, rule({ ...APPROVED, id: 'other', approvalAbove: '50' })]);
    expect(listed(walked(newWorld(rules, ['BTC']), rules, ['9']))).toEqual(['4 by 1']);
  });

  it('is not reset by another version of the rule, nor by a rule of another name', () => {
    const world = walked(newWorld(given([APPROVED]), ['BTC']), given([APPROVED]), ['7']);
    const changed = { ...APPROVED, version: 4, keep: '4' };
    const again = rule({ ...APPROVED, id: 'again' });
    walked(world, given([changed]), ['9'], 1);
    expect(listed(world)).toEqual(['2 by 0', '3 by 1']);
    const renamed = newWorld(given([APPROVED, again]), ['BTC']);
    walked(renamed, given([APPROVED, { ...again, enabled: false }]), ['7']);
    walked(renamed, given([again, { ...APPROVED, enabled: false }]), ['9'], 1);
    expect(listed(renamed)).toEqual(['2 by 0', '2 by 1']);
  });

  it('counts what waits to be sent, not what waits for people', () => {
    const lane = (people: 0 | 1): Lane => ({
      ...newLane('main', 'BTC', 'backtest'),
      open: {
        x: { instructionId: 'x', ruleId: 'other', amount: '2', accountId: ACCOUNT.id, people },
      },
    });
    const rules = given([APPROVED]);
    const open = (people: 0 | 1) => {
      const world = { ...newWorld(rules, ['BTC']), lanes: { BTC: lane(people) } };
      return listed(walked(world, rules, ['9']));
    };
    expect(open(0)).toEqual(['2 by 1']);
    expect(open(1)).toEqual(['2 by 0']);
  });
});

describe('rules of one run that pay to one account', () => {
  it('share what may leave without people, in the order in which they decide', () => {
    const first = rule({ ...APPROVED, id: 'first', maximum: '2', priority: 1 });
    const rules = given([first, rule({ ...APPROVED, id: 'second', priority: 2 })]);
    const world = walked(newWorld(rules, ['BTC']), rules, ['9']);
    expect(listed(world)).toEqual(['2 by 0', '2 by 1']);
    expect(RULE.approvalAbove).toBeUndefined();
  });
});
