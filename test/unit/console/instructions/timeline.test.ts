import { describe, expect, it } from 'vitest';
import type { Instruction } from '../../../../console/approving/instruction.ts';
import { chosenColumns, columnsText } from '../../../../console/instructions/columns.ts';
import { peopleOf } from '../../../../console/instructions/people.ts';
import { readable, serviceReplyOf } from '../../../../console/instructions/service-reply.ts';
import { MEANINGS, STATES } from '../../../../console/instructions/states.ts';
import { timelineOf } from '../../../../console/instructions/timeline.ts';
import { waitingWithdrawal } from '../approving/instructions.ts';

const AT = '2026-01-05T09:00:00.000Z';
const claim = {
  instructionId: 'withdrawal-1',
  ...{ claimedAt: AT, sendBy: AT, quarantineUntil: AT, balanceBefore: '1' },
};

function withHistory(
  status: Instruction['status'],
  history: readonly (readonly [state: Instruction['status']['state'], message: string])[],
): Instruction {
  return waitingWithdrawal({
    status,
    history: history.map(([state, message]) => ({
      ...{ at: AT, state, message },
      ...(state === 'approved' && { by: ['anna'] }),
    })),
  });
}

const titles = (instruction: Instruction) => timelineOf(instruction).map(({ title }) => title);

describe('the life of an instruction', () => {
  it('says what still has to happen before money has moved', () => {
    const steps = timelineOf(waitingWithdrawal());
    expect(steps.map(({ title }) => title)).toEqual([
      ...['Asked for', 'To be approved', 'To be sent', 'To be answered'],
    ]);
    expect(steps[0]?.detail).toBe('By Tina Weber. audit');
  });

  it('tells sending from the answer, and names who approved it', () => {
    const confirmed = withHistory(
      {
        state: 'confirmed',
        at: AT,
        confirmation: { kind: 'withdrawal', withdrawals: [] },
        evidence: '{"id":"w-1"}',
      },
      [
        ['proposed', 'asked for by tina: audit'],
        ['awaiting-approval', 'waits for an approval'],
        ['approved', 'approved by anna'],
        ['sending', 'claimed'],
        ['confirmed', 'confirmed'],
      ],
    );
    expect(titles(confirmed)).toEqual([
      ...['Asked for', 'Waits for approval', 'Approved', 'Claimed', 'Sent', 'Answered'],
    ]);
    expect(timelineOf(confirmed)[2]?.detail).toBe('By Anna Roth.');
    expect(readable(serviceReplyOf(confirmed).raw ?? '')).toContain('\n');
  });

  it('never says that an unknown outcome was carried out, nor that it was not', () => {
    const unknown = withHistory(
      { state: 'unknown', at: AT, cause: 'connection-lost', evidence: 'ECONNRESET', claim },
      [
        ['proposed', 'asked for by tina'],
        ['sending', 'claimed'],
        ['unknown', 'connection-lost'],
        ['unknown', 'tina says it was executed'],
      ],
    );
    expect(titles(unknown)).toEqual([
      ...['Asked for', 'Claimed', 'Outcome unknown', 'Noted', 'To be settled'],
    ]);
    expect(MEANINGS.unknown).toMatch(/may have been carried out, or not/);
    expect(readable('ECONNRESET: <b>')).toBe('ECONNRESET: <b>');
  });

  it('says that nothing left of what was never sent', () => {
    const declined = withHistory({ state: 'declined', at: AT, by: 'anna', comment: 'no' }, [
      ['proposed', 'asked for by tina'],
      ['declined', 'declined by anna: no'],
    ]);
    expect(timelineOf(declined).at(-1)).toMatchObject({
      title: 'Declined',
      detail: 'Declined by Anna Roth: no',
    });
    expect(serviceReplyOf(declined)).toEqual({ ids: [], raw: null });
  });

  it('names people where a sentence has their whole id, each once', () => {
    const declined = withHistory({ state: 'declined', at: AT, by: 'anna', comment: 'no' }, [
      ['proposed', 'asked for by tina'],
      ['declined', 'declined by anna: see annals, anna-2 and anna@example.com; ask tina.'],
    ]);
    const names = { people: { anna: 'Tina', tina: 'Tina Weber' }, accounts: {}, rules: {} };
    expect(timelineOf({ ...declined, names }).at(-1)?.detail).toBe(
      'Declined by Tina: see annals, anna-2 and anna@example.com; ask Tina Weber.',
    );
  });

  it('has its own words for what is recorded, what waits and what is unknown', () => {
    expect(new Set(Object.values(STATES)).size).toBe(Object.keys(STATES).length);
    expect(STATES.proposed).toBe('recorded');
    for (const state of ['proposed', 'awaiting-approval', 'approved'] as const) {
      expect(MEANINGS[state]).toMatch(/not sent|Nothing was sent/);
    }
  });
});

describe('the columns of a list', () => {
  it('stand in the address only where they are not the usual ones', () => {
    const usual = chosenColumns('withdrawals', null);
    expect(usual).toContain('destination');
    expect(columnsText('withdrawals', usual)).toBeNull();
    const chosen = chosenColumns('withdrawals', 'state,made-up');
    expect(chosen).toEqual(['amount', 'state']);
    expect(columnsText('withdrawals', chosen)).toBe('amount,state');
  });
});

describe('the people on the print of an instruction', () => {
  it('names a rule that approves by itself by its label, as the timeline does', () => {
    const swept = waitingWithdrawal({
      origin: {
        ...{ kind: 'sweep', ruleId: 'btc-cold', ruleVersion: 1 },
        ...{ snapshotAt: AT, decision: {} },
      } as unknown as Instruction['origin'],
      status: { state: 'sending', at: AT, claim } as Instruction['status'],
      history: [{ at: AT, state: 'approved', message: 'by the rule', by: ['rule btc-cold'] }],
      names: { rules: { 'btc-cold': 'BTC to the vault' }, accounts: {}, people: {} },
    });
    expect(peopleOf(swept).map(({ did, name }) => `${did} ${name}`)).toEqual([
      ...['Decided by rule BTC to the vault', 'Approved by rule BTC to the vault'],
    ]);
  });
});
