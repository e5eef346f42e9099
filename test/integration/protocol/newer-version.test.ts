import { describe, expect, it } from 'vitest';
import { type Key, ledgerKeys } from '../../../adapters/store/keys.ts';
import { createLedger } from '../../../adapters/store/ledger.ts';
import { createPolicyChanges } from '../../../adapters/store/policy-changes.ts';
import { contentDigest } from '../../../treasury/approvals/content-digest.ts';
import { decide } from '../../../treasury/approvals/decide.ts';
import { proposeChange } from '../../../treasury/changes/ask.ts';
import { ruleDraftOf } from '../../../treasury/changes/drafts.ts';
import { instructionSchema } from '../../../treasury/instructions/instruction.ts';
import { laneSchema } from '../../../treasury/instructions/lane.ts';
import { changeSchema } from '../../../treasury/ledger/policy-change.ts';
import { controlsSchema } from '../../../treasury/policy/controls.ts';
import { haltSchema } from '../../../treasury/policy/halt-state.ts';
import { ruleSchema } from '../../../treasury/policy/sweep-rule.ts';
import { latestVersion } from '../../../treasury/records/schema-version.ts';
import { sealingLedger } from '../../seals/sealed-changes.ts';
import { type RawItem, tableHand } from '../seals/table-hand.ts';
import { sendingSteps } from './sending-steps.ts';
import { treasuryForEachTest } from './treasury-for-each-test.ts';
import { RULE, TENANT } from './treasury-under-test.ts';

const treasury = treasuryForEachTest();
const { proposedId, send, watchOnce } = sendingSteps(treasury);

const { read, change } = tableHand(() => treasury().table);

const ruleKey = ledgerKeys.rule(TENANT, RULE.id);
const laneKey = ledgerKeys.lane(TENANT, 'BTC');
const haltKey = ledgerKeys.halt(TENANT);
const instructionKey = (id: string) => ledgerKeys.instruction(TENANT, id);

/** Fields, by their paths, as another version of Sluice would write them, which packs as this one does. */
async function write(key: Key, fields: RawItem): Promise<void> {
  await change(key, (item) =>
    Object.entries(fields).reduce(
      (changed, [path, value]) => withField(changed, path.split('.'), value),
      item,
    ),
  );
}

function withField(
  item: RawItem,
  [name = '', ...inner]: readonly string[],
  value: unknown,
): RawItem {
  const own = (item[name] ?? {}) as RawItem;
  return { ...item, [name]: inner.length === 0 ? value : withField(own, inner, value) };
}

/** Later than what this version knows of any of the things below. */
const LATER =
  1 +
  Math.max(
    ...[instructionSchema, laneSchema, ruleSchema, controlsSchema, changeSchema, haltSchema].map(
      latestVersion,
    ),
  );

/** What stands, said to be of a later version of its schema, with a field that only that one knows. */
const NEWER = { schemaVersion: LATER, feeReserve: '0.001' };

/** A process that has just started: nothing of an earlier one is remembered. */
const restarted = () => ({ ledger: sealingLedger(createLedger(treasury().table)) });

describe('a memo that this version does not know', () => {
  it('stands with its instruction from the proposal to the end, and no digest is about it', async () => {
    const { ledger } = treasury();
    const rule = { ...RULE, version: 2, approvalAbove: '1' };
    await ledger.commit(TENANT, [{ kind: 'put-rule', rule }]);
    const id = await proposedId();
    const proposed = await ledger.readInstruction(TENANT, id);
    if (proposed === null) throw new Error('nothing was proposed');
    const content = contentDigest(proposed);
    await write(instructionKey(id), { memo: 'for the auditors', 'content.memo': 'invoice 7' });
    const kept = { memo: 'for the auditors', content: { memo: 'invoice 7' } };
    const asStored = async () => await read(instructionKey(id));
    expect(await asStored()).toMatchObject({ state: 'awaiting-approval', ...kept });
    const command = { tenant: TENANT, instructionId: id, by: 'ada', content, requestId: 'r' };
    const decided = await decide(treasury().ports, {
      ...command,
      decision: 'approve',
      comment: 'ok',
    });
    expect(decided.result).toBe('decided');
    expect(await asStored()).toMatchObject({ state: 'approved', ...kept });
    const claimed: unknown[] = [];
    const { service } = treasury().ports;
    const sendWithdrawal: typeof service.sendWithdrawal = async (request, sendBy) => {
      claimed.push(await asStored());
      return await service.sendWithdrawal(request, sendBy);
    };
    expect(await send(id, { service: { ...service, sendWithdrawal } })).toMatchObject({
      answered: 'confirmed',
    });
    expect(claimed).toMatchObject([{ state: 'sending', ...kept }]);
    expect(await asStored()).toMatchObject({ state: 'confirmed', ...kept });
    const concluded = await ledger.readInstruction(TENANT, id);
    expect(concluded && contentDigest(concluded)).toBe(content);
    expect(JSON.stringify(treasury().posts())).not.toContain('invoice');
  });
});

describe('a rule of a later version', () => {
  it.each([
    ['that can be read', NEWER],
    ['that cannot', { ...NEWER, allocation: { kind: 'split', parts: ['0.5', '0.5'] } }],
  ])('%s sweeps nothing, says why, and stays as it is', async (_, fields) => {
    await write(ruleKey, fields);
    const before = await read(ruleKey);
    const { decisions, proposed } = await treasury().tick();
    expect(proposed).toEqual([]);
    expect(decisions).toMatchObject([
      { ruleId: RULE.id, reason: 'newer-version', consumesOccurrence: false },
    ]);
    expect(await read(ruleKey)).toEqual(before);
  });

  it('is replaced by no change of the policy', async () => {
    await write(ruleKey, NEWER);
    const before = await read(ruleKey);
    const wanted = { kind: 'rule', after: { ...ruleDraftOf(RULE), keep: '1.5' } } as const;
    const { ledger, table } = treasury();
    const ports = { ...treasury().ports, ledger: { ...ledger, ...createPolicyChanges(table) } };
    const asked = { tenant: TENANT, wanted, expected: 1, by: 'ada', requestId: 'r' };
    await expect(
      proposeChange({ ...ports, snapshotEverySeconds: 60, reportingCurrency: 'USD' }, asked),
    ).rejects.toThrow('a later version of Sluice');
    expect(await read(ruleKey)).toEqual(before);
  });
});

describe('an instruction of a later version', () => {
  it('is not sent, concluded or ended, now or after a restart', async () => {
    const id = await proposedId();
    await write(instructionKey(id), NEWER);
    const before = await read(instructionKey(id));
    for (const ports of [{}, restarted()]) {
      expect(await send(id, ports)).toMatchObject({ result: 'deferred', reason: 'newer-version' });
    }
    treasury().pass(86_400);
    const { actions } = await watchOnce();
    expect(actions).toMatchObject([{ kind: 'failed', instructionId: id }]);
    expect(await read(instructionKey(id))).toEqual(before);
    expect(treasury().posts()).toEqual([]);
  });

  it('under a seal of a later version is neither sent nor taken for a forgery', async () => {
    const id = await proposedId();
    await write(instructionKey(id), { 'seal.contentVersion': LATER });
    const before = await read(instructionKey(id));
    expect(await send(id)).toMatchObject({ result: 'deferred', reason: 'seal-unverified' });
    expect(await read(instructionKey(id))).toEqual(before);
    expect((await treasury().ledger.readHalt(TENANT)).mode).toBe('live');
  });
});

describe('a lane of a later version', () => {
  it('blocks its currency: nothing is decided in it or sent in it, now or after a restart', async () => {
    const id = await proposedId();
    await write(laneKey, NEWER);
    const before = await read(laneKey);
    for (const ports of [{}, restarted()]) {
      expect(await send(id, ports)).toMatchObject({ result: 'deferred', reason: 'newer-version' });
    }
    const { decisions, proposed } = await treasury().tick();
    expect([decisions[0], proposed]).toMatchObject([{ reason: 'newer-version' }, []]);
    treasury().pass(86_400);
    await watchOnce();
    expect(await read(laneKey)).toEqual(before);
    expect(treasury().posts()).toEqual([]);
  });
});

describe('a halt of a later version', () => {
  it('halts by whoever halts, and keeps what it does not know', async () => {
    const act = { id: 'h', at: treasury().now(), by: 'ada', comment: 'why', requestId: 'r' };
    await treasury().ledger.halt(TENANT, act);
    await write(haltKey, NEWER);
    const again = await treasury().ledger.halt(TENANT, { ...act, id: 'h2', currency: 'BTC' });
    expect(again).toMatchObject({ mode: 'halted', generation: 2 });
    expect(await read(haltKey)).toMatchObject({ ...NEWER, mode: 'halted', generation: 2 });
    const { decisions } = await treasury().tick();
    expect(decisions).toMatchObject([{ reason: 'halted' }]);
  });
});
