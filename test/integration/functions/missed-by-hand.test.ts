import { describe, expect, it } from 'vitest';
import { sweepInstructionId } from '../../../treasury/instructions/instruction-id.ts';
import { instantOf } from '../../../treasury/time/instant.ts';
import { CLAIM, PROPOSED } from '../../samples/instructions.ts';
import { ANY_STOP } from '../../samples/stops.ts';
import { RULE } from '../protocol/treasury-under-test.ts';
import { deployedForEachTest } from './deployed-for-each-test.ts';
import { codeOf, deploymentSteps } from './deployment-steps.ts';

const { deployed } = deployedForEachTest();
const { commit, decide, lane, snapshot, withdraw } = deploymentSteps(deployed);

/** Two hours ago, to the minute: older than the rule may start. */
const FELL = instantOf(Math.floor((Date.now() - 7_200_000) / 60_000) * 60_000);
const MISSED = { ruleId: RULE.id, occurrence: FELL };

async function withSchedule(): Promise<void> {
  const fell = new Date(FELL);
  const expression = `${fell.getUTCMinutes()} ${fell.getUTCHours()} * * ? *`;
  const schedule = { kind: 'cron', expression, timeZone: 'UTC' } as const;
  await commit({ kind: 'put-rule', rule: { ...RULE, schedule, version: 2 } });
  await snapshot();
}

const ask = async (key: string, by = 'tess', amount = '0.5') => {
  const wanted = { withdrawalAccountId: RULE.withdrawalAccountId, amount, missed: MISSED };
  const headers = { 'idempotency-key': key };
  const asked = await withdraw({ ...wanted, comment: 'the payroll of that day' }, { headers, by });
  return { ...asked, code: codeOf(asked) };
};

it('asks for a missed occurrence once, under the id of the rule, whoever asks under whichever key', async () => {
  await withSchedule();
  const asked = await ask('key-1');
  const id = sweepInstructionId(RULE.id, FELL);
  expect([asked.status, asked.body.id]).toEqual([202, id]);
  expect((await ask('key-1')).body.id).toBe(id);
  for (const again of [await ask('key-2', 'tom'), await ask('key-3', 'tess', '0.4')]) {
    expect([again.status, again.code]).toEqual([409, 'occurrence-used']);
  }
  // Whoever asked approves nothing, in whatever session and role.
  const content = asked.body.contentDigest;
  const approval = await decide(
    ['withdrawals', id],
    'approve',
    { content },
    {
      groups: '[treasurer approver admin]',
      by: 'tess',
      claims: { jti: 'another session' },
    },
  );
  expect(approval.status).toBe(403);
});

it('asks for none of before a re-arming', async () => {
  await withSchedule();
  const btc = await lane();
  const rearmed = { ...btc, rearmedAt: instantOf(Date.now() - 60_000), version: btc.version + 1 };
  await commit({ kind: 'replace-lane', lane: rearmed, from: 'idle' });
  expect((await ask('key-1')).code).toBe('occurrence-before-rearming');
});

describe('an occurrence that was decided, and from which nothing left', () => {
  /** The next minute's occurrence: decided now, and used up. */
  async function refused() {
    const { items, sweep } = deploymentSteps(deployed);
    const now = new Date();
    const expression = `${now.getUTCMinutes()} ${now.getUTCHours()} * * ? *`;
    const schedule = { kind: 'cron', expression, timeZone: 'UTC' } as const;
    const activeSince = instantOf(now.getTime() - 86_400_000);
    await commit({ kind: 'put-rule', rule: { ...RULE, schedule, activeSince, version: 2 } });
    deployed().sandbox.queueFault({
      on: 'POST /v1/withdrawals',
      fault: { kind: 'status', status: 422 },
    });
    await sweep();
    return items;
  }

  it('is recorded as missed, and told', async () => {
    const items = await refused();
    const [missed] = await items('missed');
    expect(missed?.pk?.S).toMatch(/INSTRUCTION#sweep-/);
    expect(missed?.ended?.M).toMatchObject({ state: { S: 'rejected' }, reason: { S: '422' } });
  });

  it.each([
    ['cancelled', true],
    ['rejected', false],
  ] as const)('is asked for by hand once, after it was %s', async (state, isTaken) => {
    const own = sweepInstructionId(RULE.id, FELL);
    await withSchedule();
    const at = instantOf(Date.now());
    const status =
      state === 'cancelled'
        ? { state, at, reason: 'price-moved', why: ANY_STOP, checks: [] }
        : { state, at, status: 422, evidence: 'no', claim: CLAIM };
    await commit({ kind: 'create-instruction', instruction: { ...PROPOSED, id: own, status } });
    const asked = await ask('key-1');
    expect([asked.status, asked.code]).toEqual(
      isTaken ? [202, 'undefined'] : [409, 'occurrence-used'],
    );
    if (isTaken) expect(asked.body.id).toBe(`${own}-by-hand`);
    expect((await ask('key-2', 'tom')).code).toBe('occurrence-used');
  });
});
