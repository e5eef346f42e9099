import { describe, expect, it } from 'vitest';
import { createLedger } from '../../../adapters/store/ledger.ts';
import { readConclusion } from '../../../adapters/store/unbooked.ts';
import { decideChange } from '../../../treasury/changes/decide-change.ts';
import { raiseFormat } from '../../../treasury/changes/raise-format.ts';
import { askToResume } from '../../../treasury/changes/resume.ts';
import { READS } from '../../../treasury/policy/ledger-format.ts';
import { withdrawProposal } from '../../../treasury/settlement/withdraw-proposal.ts';
import { concludeUnbooked } from '../../../treasury/unbooked/conclude-unbooked.ts';
import { unbookedView } from '../../../treasury/unbooked/unbooked.ts';
import { sealingLedger } from '../../seals/sealed-changes.ts';
import { rearmingPorts, says, seen } from '../seals/rearming-people.ts';
import { QUARANTINE_SECONDS, settlingSteps } from '../settlement/settling-steps.ts';
import { formatSteps } from './format-steps.ts';
import { sendingSteps } from './sending-steps.ts';
import { tradeSteps } from './trade-steps.ts';
import { treasuryForEachTest } from './treasury-for-each-test.ts';
import { RULE, TENANT } from './treasury-under-test.ts';

/*
 * What people say, and what the watchdog does by itself, in a ledger whose format this version of Sluice does not read, or
 * whose controls it cannot. What
 * frees a currency or gives something back waits for the version that reads it; what only keeps money from leaving is taken.
 */

const treasury = treasuryForEachTest('agreed');
const { proposedId, send, halted, watchOnce } = sendingSteps(treasury);
const { unknownId, nextReading, say } = settlingSteps(treasury);
const trades = tradeSteps(treasury);
const { unreadLedgers, changePorts } = formatSteps(treasury);

const DAY_SECONDS = 86_400;
const NOT_IN_THIS_TEST_MS = 10 * DAY_SECONDS * 1_000;

const laneState = async () => (await treasury().lane()).status.state;

describe.each(unreadLedgers)('a halt $name', ({ stopped, refused }) => {
  const resume = async (by: string) => {
    const { generation } = await treasury().ledger.readHalt(TENANT);
    const command = { tenant: TENANT, mode: 'live', generation, by, requestId: by } as const;
    return await askToResume(changePorts(), { ...command, comment: 'it was nothing' });
  };

  it('is ended by no person here', async () => {
    await halted();
    await stopped();
    expect(await resume('ada')).toMatchObject(refused);
    expect((await treasury().ledger.readHalt(TENANT)).mode).toBe('halted');
  });

  it('is ended by no second person either, whose first had said so before', async () => {
    await halted();
    const asked = await resume('ada');
    if (asked.result !== 'proposed') throw new Error(`${asked.result}: it takes two people`);
    await stopped();
    const decided = await decideChange(changePorts(), {
      ...{ tenant: TENANT, changeId: asked.change.id, decision: 'approve' },
      ...{ by: 'anna', comment: 'agreed', requestId: 'r-2' },
    });
    expect(decided).toMatchObject(refused);
    expect((await treasury().ledger.readHalt(TENANT)).mode).toBe('halted');
  });
});

describe.each(unreadLedgers)('a restored ledger $name', ({ stopped, refused }) => {
  it('is armed here by no two people', async () => {
    await stopped();
    const copy = await treasury().restored();
    const ports = rearmingPorts(treasury().now, copy, sealingLedger(createLedger(copy)));
    expect((await seen(ports)).rearmable).toContain('BTC');
    for (const by of ['ada', 'anna']) expect(await says(ports, by)).toMatchObject(refused);
    const lanes = await ports.ledger.readLanes(TENANT);
    const epoch = await ports.ledger.epoch();
    expect(lanes.filter((lane) => lane.epoch === epoch)).toEqual([]);
  });
});

describe.each(unreadLedgers)('an outcome in doubt $name', ({ stopped, refused, says }) => {
  it('is settled by no evidence, although the controls allow it, and the watchdog says so', async () => {
    await treasury().putControls({ automaticSettlement: true });
    const id = await unknownId(true);
    await stopped();
    const { actions } = await nextReading(DAY_SECONDS);
    expect(actions).toMatchObject([{ kind: 'lane-held', message: expect.stringContaining(says) }]);
    expect(await treasury().state(id)).toBe('unknown');
    expect(await laneState()).toBe('unknown');
  });

  it('is settled by no person, neither the first nor the second', async () => {
    const id = await unknownId(true);
    await nextReading(QUARANTINE_SECONDS);
    expect(await say(id, 'ada', true)).toMatchObject({ result: 'proposed' });
    await stopped();
    expect(await say(id, 'anna', true)).toMatchObject(refused);
    expect(await say(id, 'ada', false)).toMatchObject(refused);
    expect(await laneState()).toBe('unknown');
    const command = { tenant: TENANT, instructionId: id, by: 'ada', requestId: 'r' };
    expect(await withdrawProposal(treasury().ports, command)).toMatchObject({
      result: 'withdrawn',
    });
  });

  it('is no currency that the balances free after a refusal of the service', async () => {
    treasury().sandbox.queueFault({
      on: 'POST /v1/withdrawals',
      fault: { kind: 'status', status: 422 },
    });
    const id = await proposedId();
    await send(id);
    expect(await treasury().state(id)).toBe('rejected');
    await stopped();
    const { actions } = await nextReading(DAY_SECONDS);
    expect(actions).toMatchObject([{ kind: 'lane-held', message: expect.stringContaining(says) }]);
    expect(await laneState()).toBe('rejected');
  });
});

describe.each(unreadLedgers)('unbooked amounts $name', ({ stopped, refused }) => {
  it('are concluded by no person', async () => {
    treasury().sandbox.setBooking({ delayMs: NOT_IN_THIS_TEST_MS });
    await send(await proposedId());
    treasury().pass(QUARANTINE_SECONDS);
    await treasury().tick();
    await stopped();
    const { table, ports } = treasury();
    const lane = await treasury().lane();
    const view = unbookedView(lane, null, treasury().now());
    const unbooked = {
      readConclusion: (tenant: string, currency: string) => readConclusion(table, tenant, currency),
      openBreaks: async () => [],
    };
    const said = await concludeUnbooked(
      { ...ports, unbooked },
      {
        ...{ tenant: TENANT, currency: 'BTC', by: 'ada', requestId: 'r', comment: 'on the list' },
        ...{ digest: view?.digest ?? 'nothing is unbooked', outcome: { outcome: 'booked' } },
      },
    );
    expect(said).toMatchObject(refused);
    expect(await treasury().lane()).toEqual(lane);
  });
});

describe.each(unreadLedgers)('what is too old $name', ({ stopped }) => {
  it('is ended by the version that reads it: the watchdog leaves it, and no sender takes it', async () => {
    const withdrawal = await proposedId();
    const trade = await trades.waiting();
    await stopped();
    treasury().pass(DAY_SECONDS);
    expect(await watchOnce()).toEqual({ actions: [], delivered: [] });
    expect(await send(withdrawal)).toMatchObject({ result: 'deferred' });
    expect(await treasury().state(withdrawal)).toBe('approved');
    expect(await treasury().state(trade.id)).toBe('awaiting-approval');
    expect(treasury().posts()).toEqual([]);
  });
});

describe('a ledger in an older format than this version reads', () => {
  const OLDER = READS.from - 1;
  const older = async () => await treasury().putControls({ format: OLDER });

  it('has nothing decided, proposed or claimed, and says that another version has to raise it', async () => {
    const id = await proposedId();
    await older();
    expect(await send(id)).toMatchObject({ result: 'deferred', reason: 'newer-version' });
    const { decisions, proposed } = await treasury().tick();
    expect(proposed).toEqual([]);
    expect(decisions).toMatchObject([
      {
        ...{ ruleId: RULE.id, reason: 'newer-version' },
        why: { format: OLDER, known: READS.from },
      },
    ]);
    expect(treasury().posts()).toEqual([]);
  });

  it('is raised by the release before, and not by this one', async () => {
    await older();
    const raisedBy = async (reads?: typeof READS) => {
      const { controls } = await treasury().ledger.readPolicy(TENANT);
      const expected = controls?.version ?? 0;
      const command = { tenant: TENANT, expected, by: 'olga', requestId: 'r' };
      return await raiseFormat(treasury().ports, command, reads);
    };
    expect(await raisedBy()).toMatchObject({
      ...{ result: 'refused' },
      refusal: { code: 'newer-version', message: expect.stringContaining('raised the format') },
    });
    expect(await raisedBy({ from: OLDER, to: READS.from })).toMatchObject({ result: 'applied' });
    expect(await send(await proposedId())).toMatchObject({ result: 'concluded' });
  });
});
