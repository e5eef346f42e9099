import { describe, expect, it } from 'vitest';
import { type Key, ledgerKeys } from '../../../adapters/store/keys.ts';
import { SANDBOX_ACCOUNTS } from '../../../sandbox/index.ts';
import { contentDigest } from '../../../treasury/approvals/content-digest.ts';
import { decide } from '../../../treasury/approvals/decide.ts';
import { sendWithdrawal } from '../../../treasury/outgoing/kinds/withdrawal.ts';
import { arm } from '../../../treasury/rearming/rearm.ts';
import { rearmingView } from '../../../treasury/rearming/rearming.ts';
import { runSweeps } from '../../../treasury/sweeps/run-sweeps.ts';
import { hmacSeals, unreachableSeals } from '../../seals/hmac-seals.ts';
import { sendingSteps } from '../protocol/sending-steps.ts';
import { tradeSteps } from '../protocol/trade-steps.ts';
import { treasuryForEachTest } from '../protocol/treasury-for-each-test.ts';
import { RULE, TENANT } from '../protocol/treasury-under-test.ts';
import { rearmingPorts } from './rearming-people.ts';
import { type RawItem, tableHand } from './table-hand.ts';

/*
 * An attacker with write access to the table, and without the key: reads and puts any items.
 */

const treasury = treasuryForEachTest('agreed');
const { proposedId: proposed, send } = sendingSteps(treasury);
const { place } = tradeSteps(treasury);

type Item = RawItem;

const { read, put, change } = tableHand(() => treasury().table);

const instructionKey = (id: string) => ledgerKeys.instruction(TENANT, id);
const ruleKey = ledgerKeys.rule(TENANT, RULE.id);
const controlsKey = ledgerKeys.controls(TENANT);
const accountKey = ledgerKeys.account(TENANT, SANDBOX_ACCOUNTS.btcWallet.id);

const posts = () => treasury().posts().length + treasury().posts('/v1/trades').length;
const halted = async () => (await treasury().ledger.readPolicy(TENANT)).halt;

/** An alarm of its own: `invalid-seal`. */
const PUT_BACK = {
  mode: 'halted',
  because: {
    by: 'sluice',
    trigger: 'tampering',
    found: { code: 'policy-older' },
  },
};

const inContent = (more: Item) => (item: Item) => ({
  ...item,
  content: { ...(item.content as Item), ...more },
});

describe('whoever changes an approved withdrawal in the table', () => {
  it.each<[string, (item: Item) => Item]>([
    ['the amount', inContent({ amount: '2.24' })],
    ['the destination', inContent({ withdrawalAccountId: SANDBOX_ACCOUNTS.ethWallet.id })],
    [
      'who approved it',
      (item) => ({ ...item, status: { ...(item.status as Item), by: { code: 'trade-limits' } } }),
    ],
    ['when it was approved', (item) => ({ ...item, createdAt: '2026-01-05T09:00:00.500Z' })],
    ['its version', (item) => ({ ...item, version: (item.version as number) + 1 })],
    [
      'until when it holds',
      (item) => ({
        ...item,
        seal: { ...(item.seal as Item), expiresAt: '2027-01-01T00:00:00.000Z' },
      }),
    ],
    ['its seal, by taking it off', ({ seal: _, ...item }) => item],
  ])('moves no money, and everything is halted: %s', async (_what, changed) => {
    const id = await proposed();
    await change(instructionKey(id), changed);
    const sent = await send(id);
    expect(posts()).toBe(0);
    // A destination of another currency is refused for what it is, before any key is asked.
    expect(sent.result).toBe('cancelled');
    if (_what === 'the destination') return;
    expect(sent).toMatchObject({ instruction: { status: { reason: 'seal-invalid' } } });
    expect(await halted()).toMatchObject({ mode: 'halted', because: { by: 'sluice' } });
  });

  it('moves no money by a seal that belongs to another instruction', async () => {
    const id = await proposed();
    const { seal } = await read(instructionKey(id));
    const { sk: _sk, ...item } = await read(instructionKey(id));
    const copy = 'sweep-btc-cold-20260105T120000Z';
    await put({ ...item, ...instructionKey(copy), id: copy, seal });
    expect(await send(copy)).toMatchObject({ result: 'cancelled' });
    expect(posts()).toBe(0);
  });

  it('moves no money by the copy of its state that it is delivered by', async () => {
    const id = await proposed();
    treasury().pass(901);
    await expect(send(id)).resolves.toMatchObject({ result: 'cancelled' });
    await change(instructionKey(id), (item) => ({ ...item, state: 'approved' }));
    expect(await send(id)).toMatchObject({ result: 'not-open' });
    expect(posts()).toBe(0);
  });
});

describe('whoever changes the policy in the table', () => {
  const cases: readonly [string, Key, (item: Item) => Item][] = [
    ['what a rule keeps', ruleKey, (item) => ({ ...item, keep: '0' })],
    ['the threshold of a rule', ruleKey, (item) => ({ ...item, threshold: '1.5' })],
    ['how late a rule may start', ruleKey, (item) => ({ ...item, latestStartSeconds: 999_999 })],
    ['the version of a rule', ruleKey, (item) => ({ ...item, keep: '0', version: 2 })],
    ['where an account is', accountKey, (item) => ({ ...item, details: { address: 'theirs' } })],
    ['who approves', controlsKey, (item) => ({ ...item, approvalTiers: { oneAbove: '9999999' } })],
    ['a limit', controlsKey, (item) => ({ ...item, approvalExpirySeconds: 999_999 })],
  ];

  it.each(cases)('has nothing decided on it, and everything is halted: %s', async (_, key, to) => {
    await change(key, to);
    const { proposed: found, decisions } = await treasury().tick();
    expect(found).toEqual([]);
    expect(decisions).toMatchObject([{ outcome: 'no-sweep', reason: 'disarmed' }]);
    expect(await halted()).toMatchObject({ mode: 'halted' });
    expect(posts()).toBe(0);
  });

  it.each(cases)('moves no money between a decision and its sending: %s', async (_, key, to) => {
    const id = await proposed();
    await change(key, to);
    expect(await send(id)).toMatchObject({ result: 'cancelled' });
    expect(posts()).toBe(0);
  });

  it('moves no money by taking a seal off, which blocks until two people approve again', async () => {
    await change(ruleKey, ({ seal: _, ...item }) => ({ ...item, keep: '0' }));
    const { proposed: found, decisions } = await treasury().tick();
    expect(found).toEqual([]);
    expect(decisions).toMatchObject([
      {
        reason: 'disarmed',
        consumesOccurrence: false,
        why: { code: 'piece-unsealed', verdict: 'unsealed' },
      },
    ]);
    expect(await halted()).toMatchObject({ mode: 'live' });
  });

  it('moves no money by going live: nothing leaves on a mode that was not sealed', async () => {
    await treasury().putControls({ mode: 'dry-run' });
    await change(controlsKey, (item) => ({ ...item, mode: 'live' }));
    const { proposed: found } = await treasury().tick();
    expect(found).toEqual([]);
    const placed = await place();
    expect(placed).toMatchObject({ result: 'refused' });
    expect(posts()).toBe(0);
  });

  it('moves no money by putting an older version back, whose seal still holds', async () => {
    const older = await read(ruleKey);
    const rule = { ...RULE, keep: '2.9', threshold: '3', version: 2 };
    await treasury().ledger.commit(TENANT, [{ kind: 'put-rule', rule }]);
    await put(older);
    const { proposed: found } = await treasury().tick();
    for (const { id } of found) await send(id);
    expect(posts()).toBe(0);
    expect(await halted()).toMatchObject(PUT_BACK);
  });

  it('moves no money by putting older controls back', async () => {
    const older = await read(controlsKey);
    await treasury().putControls({ mode: 'halted' });
    await put(older);
    const { proposed: found } = await treasury().tick();
    for (const { id } of found) await send(id);
    expect(posts()).toBe(0);
    expect(await halted()).toMatchObject(PUT_BACK);
  });
});

describe('whoever arms a restored ledger in the table, in the place of two people', () => {
  const RESTORED = 'the table that came out of the backup';
  const restored = () => ({ ...treasury().ledger, epoch: async () => RESTORED });
  const laneKey = ledgerKeys.lane(TENANT, 'BTC');
  const decide = async () => {
    const snapshot = await treasury().snapshot();
    return await runSweeps({ ...treasury().ports, ledger: restored() }, snapshot);
  };
  const armed = () => change(laneKey, (item) => ({ ...item, epoch: RESTORED }));

  it('has nothing decided: what the policy was sealed in is another ledger', async () => {
    await armed();
    const { proposed: found, decisions } = await decide();
    expect(found).toEqual([]);
    expect(decisions).toMatchObject([
      { reason: 'disarmed', why: { code: 'piece-unsealed', verdict: 'foreign' } },
    ]);
  });

  it('has nothing decided by writing this ledger into the seals, and everything is halted', async () => {
    await armed();
    for (const key of [ruleKey, controlsKey, accountKey]) {
      await change(key, (item) => ({ ...item, seal: { ...(item.seal as Item), epoch: RESTORED } }));
    }
    expect((await decide()).proposed).toEqual([]);
    expect(await halted()).toMatchObject({ mode: 'halted', because: { by: 'sluice' } });
  });

  it('has nothing sent that was approved before the backup', async () => {
    const id = await proposed();
    await armed();
    const sent = await sendWithdrawal({ ...treasury().ports, ledger: restored() }, TENANT, id);
    expect(sent).toMatchObject({ result: 'cancelled' });
    expect(posts()).toBe(0);
  });

  it('is the first of two people, also with the word of another one in the table', async () => {
    const { ledger, ports, table } = treasury();
    await change(laneKey, (item) => ({ ...item, epoch: 'the table of the backup' }));
    await treasury().putControls({ mode: 'halted' });
    const rearming = rearmingPorts(ports.now, table, ledger);
    const epoch = await ledger.epoch();
    const { digest } = rearmingView(await ledger.readLanes(TENANT), epoch);
    const command = {
      tenant: TENANT,
      digest,
      unbooked: { BTC: '0' },
      comment: 'x',
      requestId: 'r-1',
    };
    expect(await arm(rearming, { ...command, by: 'mallory' })).toMatchObject({
      result: 'proposed',
    });
    // Said by herself, and made another person's.
    await change(ledgerKeys.rearming(TENANT), (item) => ({ ...item, by: 'ada' }));
    expect(await arm(rearming, { ...command, by: 'mallory' })).toMatchObject({
      result: 'proposed',
      rearming: { by: 'mallory' },
    });
    await change(ledgerKeys.rearming(TENANT), ({ seal: _, ...item }) => ({ ...item, by: 'ada' }));
    expect(await arm(rearming, { ...command, by: 'mallory' })).toMatchObject({
      result: 'proposed',
    });
    expect((await treasury().lane()).epoch).toBe('the table of the backup');
    // A second person arms it, as ever.
    expect(await arm(rearming, { ...command, by: 'bob' })).toMatchObject({ result: 'armed' });
    expect((await treasury().lane()).epoch).toBe(epoch);
  });
});

describe('whoever moves the last occurrence of a rule back in the table', () => {
  const laneKey = ledgerKeys.lane(TENANT, 'BTC');

  /** A rule by the clock whose occurrence of a minute ago has left, and balances for another one. */
  async function sweptByTheClock(): Promise<string> {
    const fell = new Date(Date.parse(treasury().now()) - 60_000);
    const expression = `${fell.getUTCMinutes()} ${fell.getUTCHours()} * * ? *`;
    const schedule = { kind: 'cron', expression, timeZone: 'UTC' } as const;
    const activeSince = new Date(fell.getTime() - 3_600_000).toISOString();
    const rule = { ...RULE, schedule, activeSince, version: 2 };
    await treasury().ledger.commit(TENANT, [{ kind: 'put-rule', rule }]);
    const id = await proposed();
    expect(await send(id)).toMatchObject({ result: 'concluded' });
    treasury().sandbox.deposit({ currency: 'BTC', amount: '9' });
    return id;
  }

  const withoutOccurrence = ({ usage, ...item }: Item): Item => {
    const { [RULE.id]: rule = {}, ...others } = usage as Record<string, Item>;
    const { lastOccurrence: _, ...rest } = rule;
    return { ...item, usage: { ...others, [RULE.id]: rest } };
  };

  it.each<[string, (item: Item) => Item]>([
    ['the last occurrence alone', withoutOccurrence],
    ['all that its rules have used', (item) => ({ ...item, usage: {} })],
  ])('has no occurrence sent twice, and is told of by the decision: %s', async (_, taken) => {
    const id = await sweptByTheClock();
    await change(laneKey, taken);
    const { proposed: found, contended, decisions } = await treasury().tick();
    expect([found, contended]).toEqual([[], []]);
    expect(decisions).toMatchObject([
      { reason: 'not-scheduled', why: { code: 'made-before', instructionId: id } },
    ]);
    expect(posts()).toBe(1);
  });

  it('has the lane mended by the run: the next one decides as ever', async () => {
    const id = await sweptByTheClock();
    const { lastOccurrence } = (await treasury().lane()).usage[RULE.id] ?? {};
    await change(laneKey, withoutOccurrence);
    await treasury().tick();
    expect((await treasury().lane()).usage[RULE.id]).toMatchObject({ lastOccurrence });
    const { decisions } = await treasury().tick();
    expect(decisions).toMatchObject([{ reason: 'not-scheduled' }]);
    expect(JSON.stringify(decisions[0])).not.toContain(id);
  });
});

describe('whoever approves in the table, in the place of people', () => {
  async function awaiting(): Promise<string> {
    await treasury().ledger.commit(TENANT, [
      { kind: 'put-rule', rule: { ...RULE, approvalAbove: '1', version: 2 } },
    ]);
    return await proposed();
  }

  it('moves no money: an approval that no deciding function wrote', async () => {
    const id = await awaiting();
    const at = treasury().now();
    const approvals = [{ by: 'ada', at }];
    await change(instructionKey(id), (item) => ({
      ...item,
      state: 'approved',
      status: { state: 'approved', at, approvals },
    }));
    expect(await send(id)).toMatchObject({ instruction: { status: { reason: 'seal-invalid' } } });
    expect(posts()).toBe(0);
  });

  it('is not one of two who approve in the name of another one', async () => {
    await treasury().putControls({ approvalTiers: { oneAbove: '1', twoAbove: '2' } });
    const id = await proposed();
    const at = treasury().now();
    const { approvalsRequired } = (await read(instructionKey(id))).status as Item;
    expect(approvalsRequired).toBe(2);
    await change(instructionKey(id), (item) => ({
      ...item,
      status: { ...(item.status as Item), approvals: [{ by: 'ada', at }] },
    }));
    const shown = await treasury().ledger.readInstruction(TENANT, id);
    if (shown === null) throw new Error('it is gone');
    const decided = await decide(treasury().ports, {
      tenant: TENANT,
      instructionId: id,
      by: 'mallory',
      decision: 'approve',
      content: contentDigest(shown),
      comment: 'the second of two',
      requestId: 'r-1',
    });
    expect(decided).toMatchObject({ result: 'refused', refusal: { code: 'seal-invalid' } });
    expect(await treasury().state(id)).toBe('cancelled');
  });

  it('lets no person approve another amount than was decided', async () => {
    const id = await awaiting();
    await change(instructionKey(id), inContent({ amount: '2.24' }));
    const shown = await treasury().ledger.readInstruction(TENANT, id);
    if (shown === null) throw new Error('it is gone');
    const decided = await decide(treasury().ports, {
      tenant: TENANT,
      instructionId: id,
      by: 'ada',
      decision: 'approve',
      content: contentDigest(shown),
      comment: 'looks right',
      requestId: 'r-1',
    });
    expect(decided).toMatchObject({ result: 'refused', refusal: { code: 'seal-invalid' } });
    expect(await treasury().state(id)).toBe('cancelled');
    expect(await halted()).toMatchObject({ mode: 'halted' });
  });
});

describe('keys that are out of reach', () => {
  it('defer what is to be sent, and change nothing', async () => {
    const id = await proposed();
    const ports = { ...treasury().ports, seals: unreachableSeals };
    const deferred = await sendWithdrawal(ports, TENANT, id);
    expect(deferred).toMatchObject({ result: 'deferred', reason: 'seal-unverified' });
    expect(posts()).toBe(0);
    expect(await treasury().state(id)).toBe('approved');
    expect(await send(id)).toMatchObject({ result: 'concluded' });
  });

  it('have nothing decided and no occurrence used; the same snapshot decides later', async () => {
    const snapshot = await treasury().snapshot();
    const ports = { ...treasury().ports, seals: unreachableSeals };
    await expect(runSweeps(ports, snapshot)).rejects.toThrow('cannot be reached');
    const { proposed: found } = await runSweeps(treasury().ports, snapshot);
    expect(found).toHaveLength(1);
  });

  it('are not asked for anything where nothing is to be sent', async () => {
    await treasury().ledger.commit(TENANT, [
      { kind: 'put-rule', rule: { ...RULE, threshold: '100', version: 2 } },
    ]);
    const ports = { ...treasury().ports, seals: unreachableSeals };
    const { decisions } = await runSweeps(ports, await treasury().snapshot());
    expect(decisions).toMatchObject([{ reason: 'below-threshold' }]);
  });

  it('are asked once for a withdrawal that was decided before', async () => {
    const id = await proposed();
    let asked = 0;
    const seals = {
      verify: (...question: Parameters<typeof hmacSeals.verify>) => {
        asked += 1;
        return hmacSeals.verify(...question);
      },
    };
    expect(await sendWithdrawal({ ...treasury().ports, seals }, TENANT, id)).toMatchObject({
      result: 'concluded',
    });
    expect(asked).toBe(1);
  });
});
