import { describe, expect, it } from 'vitest';
import { haltMessage, modeFor, overallMode } from '../../../treasury/policy/controls.ts';
import {
  type HaltAct,
  haltedBy,
  haltOf,
  MAX_HALTED_CURRENCIES,
  MAX_UNAUDITED,
  neverHalted,
  resumedBy,
} from '../../../treasury/policy/halt-state.ts';
import { CONTROLS } from '../../samples/policy.ts';

const AT = '2026-01-05T09:00:00.000Z';
const NEVER = neverHalted('main');

function act(change: Partial<HaltAct> = {}): HaltAct {
  return { id: 'act-1', at: AT, by: 'tina', comment: 'odd', requestId: 'r-1', ...change };
}

function ended(currency?: string) {
  const people = { by: 'tess', approvedBy: 'ada', at: AT, comment: 'known', changeId: 'c-1' };
  return currency === undefined ? people : { ...people, currency };
}

describe('a halt', () => {
  it('of everything is another generation each time, also where it was halted', () => {
    const once = haltedBy(NEVER, act());
    const twice = haltedBy(once, act({ by: 'tom' }));
    expect([once.generation, twice.generation, twice.because?.by]).toEqual([1, 2, 'tom']);
    expect(haltOf(twice, 'BTC')).toMatchObject({ everything: true });
  });

  it('of one currency leaves the others', () => {
    const halted = haltedBy(NEVER, act({ currency: 'BTC' }));
    expect(halted.mode).toBe('live');
    expect(haltOf(halted, 'BTC')).toMatchObject({ everything: false });
    expect(haltOf(halted, 'ETH')).toBeNull();
  });

  it('of one currency too many halts everything: no heap of them is in its way', () => {
    let state = NEVER;
    for (let n = 0; n < MAX_HALTED_CURRENCIES; n++)
      state = haltedBy(state, act({ currency: `C${n}` }));
    expect(state.mode).toBe('live');
    expect(haltedBy(state, act({ currency: 'C1' })).mode).toBe('live');
    expect(haltedBy(state, act({ currency: 'BTC' })).mode).toBe('halted');
  });

  it('keeps its comment for the audit log, and of too many the number', () => {
    let state = NEVER;
    for (let n = 0; n < MAX_UNAUDITED + 3; n++) state = haltedBy(state, act({ id: `act-${n}` }));
    expect([state.unaudited.length, state.unkept]).toEqual([MAX_UNAUDITED, 3]);
  });
});

describe('a resumption', () => {
  it('ends what it names, and says who agreed and what stays halted', () => {
    const halted = haltedBy(haltedBy(NEVER, act()), act({ currency: 'BTC' }));
    const everything = resumedBy(halted, ended());
    expect(everything).toMatchObject({
      generation: 3,
      mode: 'live',
      resumed: { generation: 2, left: { everything: false, currencies: ['BTC'] } },
    });
    expect(everything.because).toBeUndefined();
    const one = resumedBy(halted, ended('BTC'));
    expect(one).toMatchObject({ mode: 'halted', because: { by: 'tina' }, currencies: {} });
    expect(one.resumed?.left).toEqual({ everything: true, currencies: [] });
  });
});

describe('the mode of a currency', () => {
  const halted = haltedBy(NEVER, act());
  const BTC_HALTED = haltedBy(NEVER, act({ currency: 'BTC' }));

  it.each([
    ['live in both', CONTROLS, NEVER, 'live'],
    ['halted in the item', CONTROLS, halted, 'halted'],
    ['halted in the item, it alone', CONTROLS, BTC_HALTED, 'halted'],
    ['halted in the controls', { ...CONTROLS, mode: 'halted' as const }, NEVER, 'halted'],
    [
      'in dry-run, and halted in the item',
      { ...CONTROLS, mode: 'dry-run' as const },
      halted,
      'halted',
    ],
    [
      'halted by itself in the controls',
      { ...CONTROLS, currencyModes: { BTC: 'halted' as const } },
      NEVER,
      'halted',
    ],
  ])('is the strictest of both places: %s', (_, controls, halt, mode) => {
    expect(modeFor(controls, halt, 'BTC')).toBe(mode);
    expect(haltMessage(controls, halt, 'BTC') !== null).toBe(mode === 'halted');
  });

  it('is the same for the others, as far as all are meant', () => {
    expect(modeFor(CONTROLS, BTC_HALTED, 'ETH')).toBe('live');
    expect(overallMode(CONTROLS, halted)).toBe('halted');
    expect(overallMode({ ...CONTROLS, mode: 'dry-run' }, NEVER)).toBe('dry-run');
  });
});
