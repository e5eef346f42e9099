import { describe, expect, it } from 'vitest';
import { type Key, ledgerKeys } from '../../../adapters/store/keys.ts';
import { contentDigest } from '../../../treasury/approvals/content-digest.ts';
import { decide } from '../../../treasury/approvals/decide.ts';
import { account } from '../../samples/policy.ts';
import { resealed } from '../../seals/sealed-changes.ts';
import { type RawItem, tableHand } from '../seals/table-hand.ts';
import { sendingSteps } from './sending-steps.ts';
import { treasuryForEachTest } from './treasury-for-each-test.ts';
import { RULE, TENANT } from './treasury-under-test.ts';

const treasury = treasuryForEachTest();
const { proposedId, send } = sendingSteps(treasury);
const { read, change } = tableHand(() => treasury().table);
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

/** The version that wrote the fields has sealed them with all else. */
async function sealedAnew(id: string): Promise<void> {
  const stored = await treasury().ledger.readInstruction(TENANT, id);
  if (stored === null) throw new Error(`${id} is gone`);
  await write(instructionKey(id), { seal: resealed(stored, stored).seal });
}

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
    await sealedAnew(id);
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

  it.each(['memo', 'content.memo'])(
    'is found where another program put it past the seal: %s',
    async (path) => {
      const id = await proposedId();
      await write(instructionKey(id), { [path]: 'invoice 7' });
      expect(await send(id)).toMatchObject({ result: 'cancelled' });
      expect((await treasury().ledger.readHalt(TENANT)).mode).toBe('halted');
      expect(treasury().posts()).toEqual([]);
    },
  );
});

describe('a rule that cannot be read', () => {
  it('is decided as that and sweeps nothing, while the others of its currency are decided', async () => {
    const other = { ...RULE, id: 'btc-other', priority: 2 };
    await treasury().ledger.commit(TENANT, [{ kind: 'put-rule', rule: other }]);
    await write(ledgerKeys.rule(TENANT, RULE.id), { keep: { of: 'another form' } });
    const { decisions, proposed } = await treasury().tick();
    expect(decisions).toMatchObject([
      { ruleId: other.id, outcome: 'sweep' },
      { ruleId: RULE.id, reason: 'unreadable', consumesOccurrence: false },
    ]);
    expect(proposed).toHaveLength(1);
  });
});

describe('an account that cannot be read', () => {
  const OTHER = account({ id: '6a1f6d0e-58c3-4b1d-9b53-0c2f7b1e9a77', label: 'Other' });
  const spoiled = ledgerKeys.account(TENANT, String(RULE.withdrawalAccountId));

  it('is paid nothing, its rule says so, and what goes to others is decided', async () => {
    const { ledger } = treasury();
    const other = { ...RULE, id: 'btc-other', priority: 2, withdrawalAccountId: OTHER.id };
    await ledger.commit(TENANT, [
      { kind: 'put-account', account: OTHER },
      { kind: 'put-rule', rule: other },
    ]);
    await write(spoiled, { label: { of: 'another form' } });
    const { decisions } = await treasury().tick();
    const id = RULE.withdrawalAccountId;
    expect(decisions).toMatchObject([
      { ruleId: RULE.id, reason: 'unreadable', why: { code: 'account-unreadable', id } },
      { ruleId: other.id, outcome: 'sweep' },
    ]);
    const { accounts, unreadableAccounts } = await ledger.readPolicy(TENANT);
    expect(accounts).toEqual([expect.objectContaining({ id: OTHER.id })]);
    expect(unreadableAccounts).toEqual([id]);
  });

  it('ends what was approved to go there, and nothing is sent', async () => {
    const id = await proposedId();
    await write(spoiled, { status: 'another' });
    const sent = await send(id);
    expect(sent).toMatchObject({
      result: 'cancelled',
      instruction: { status: { why: { code: 'account-unreadable' } } },
    });
    expect(treasury().posts()).toEqual([]);
  });
});

describe('a halt that cannot be read', () => {
  const act = { by: 'ada', comment: 'once more', requestId: 'r', at: '2026-01-05T09:00:00.000Z' };

  it('is one: nothing is decided or sent, and the next halt writes it anew', async () => {
    const { ledger } = treasury();
    const id = await proposedId();
    await ledger.halt(TENANT, { ...act, id: 'a' });
    await write(ledgerKeys.halt(TENANT), { mode: 'another' });
    expect((await ledger.readPolicy(TENANT)).halt).toMatchObject({
      mode: 'halted',
      because: { by: 'sluice', comment: expect.stringContaining('cannot be read') },
    });
    expect(await send(id)).not.toMatchObject({ answered: 'confirmed' });
    expect(treasury().posts()).toEqual([]);
    await ledger.halt(TENANT, { ...act, id: 'b' });
    expect((await ledger.readHalt(TENANT)).because).toMatchObject({ comment: act.comment });
  });
});
