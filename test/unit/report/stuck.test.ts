import { describe, expect, it } from 'vitest';
import { stuckOf } from '../../../local/report/stuck.ts';
import { haltedBy, neverHalted } from '../../../treasury/policy/halt-state.ts';
import { CONTROLS } from '../../samples/policy.ts';

const NEVER = neverHalted('main');
const ACT = {
  id: 'h-1',
  requestId: 'r-1',
  at: '2026-01-05T09:00:00.000Z',
  by: 'ada',
  comment: 'x',
};
const LIVE = { controls: CONTROLS, halt: NEVER };
const FREE = { currency: 'BTC', state: 'idle' } as const;

const inShort = (...situation: Parameters<typeof stuckOf>) =>
  stuckOf(...situation).map(({ currency, state }) => `${currency} ${state}`);

describe('what is stuck', () => {
  it('is nothing where every lane is free and nothing is halted', () => {
    expect(stuckOf([FREE], LIVE)).toEqual([]);
    expect(stuckOf([], LIVE)).toEqual([]);
  });

  it('is not a dry run: nothing waits for a person', () => {
    expect(stuckOf([FREE], { ...LIVE, controls: { ...CONTROLS, mode: 'dry-run' } })).toEqual([]);
  });

  it.each(['sending', 'rejected', 'unknown', 'anomaly'] as const)(
    'is a currency that is %s, with why and what to do next',
    (state) => {
      const blockedBy = {
        instructionId: 'i-1',
        since: ACT.at,
        untilAtLeast: ACT.at,
        why: { code: 'being-sent', instructionId: 'i-1', holder: null, others: [] },
        step: { code: 'wait-for-outcome', until: ACT.at },
      } as const;
      expect(stuckOf([FREE, { currency: 'ETH', state, blockedBy }], LIVE)).toEqual([
        {
          currency: 'ETH',
          state,
          why: 'i-1 is being sent.',
          next: expect.stringMatching(/^Wait\. /),
        },
      ]);
    },
  );

  it('is a lane out of a backup', () => {
    const [lane] = stuckOf([{ currency: 'BTC', state: 'disarmed' }], LIVE);
    expect(lane).toMatchObject({
      state: 'disarmed',
      next: 'Compare with the records of the service; then two people arm it: POST /v1/lanes/rearm.',
    });
  });

  it('is a full halt, before any lane exists and with lanes, before and after there is a policy', () => {
    const halt = haltedBy(NEVER, ACT);
    expect(inShort([], { ...LIVE, halt })).toEqual(['* halted']);
    expect(inShort([FREE], { ...LIVE, halt })).toEqual(['* halted']);
    expect(inShort([], { controls: null, halt })).toEqual(['* halted']);
    const byControls = { ...LIVE, controls: { ...CONTROLS, mode: 'halted' } } as const;
    expect(inShort([], byControls)).toEqual(['* halted']);
    expect(stuckOf([], byControls)).toMatchObject([
      { next: 'Two people end the halt: POST /v1/controls/resume.' },
    ]);
  });

  it('is a currency halted by itself, in either place, with a lane or without', () => {
    const halt = haltedBy(NEVER, { ...ACT, currency: 'ETH' });
    const controls = { ...CONTROLS, currencyModes: { BTC: 'halted', SOL: 'live' } } as const;
    expect(inShort([FREE], { controls, halt })).toEqual(['BTC halted', 'ETH halted']);
  });

  it('says first what a request holds, of a currency that is halted as well', () => {
    const halt = haltedBy(NEVER, { ...ACT, currency: 'BTC' });
    expect(inShort([{ currency: 'BTC', state: 'disarmed' }], { ...LIVE, halt })).toEqual([
      'BTC disarmed',
    ]);
  });
});
