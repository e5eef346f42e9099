import { describe, expect, it } from 'vitest';
import { ledgerKeys } from '../../../adapters/store/keys.ts';
import { createLedger } from '../../../adapters/store/ledger.ts';
import { contentDigest } from '../../../treasury/approvals/content-digest.ts';
import { decide } from '../../../treasury/approvals/decide.ts';
import { proposeChange } from '../../../treasury/changes/ask.ts';
import { decideChange } from '../../../treasury/changes/decide-change.ts';
import { controlsDraftOf, ruleDraftOf } from '../../../treasury/changes/drafts.ts';
import { raiseFormat } from '../../../treasury/changes/raise-format.ts';
import { remove } from '../../../treasury/changes/remove.ts';
import { APPROVED_EXPIRY_SECONDS } from '../../../treasury/instructions/approval-age.ts';
import type { LedgerWrite } from '../../../treasury/ledger/ledger.ts';
import { READS } from '../../../treasury/policy/ledger-format.ts';
import { requestWithdrawal } from '../../../treasury/withdrawals/request-withdrawal.ts';
import { sealingLedger } from '../../seals/sealed-changes.ts';
import { type RawItem, tableHand } from '../seals/table-hand.ts';
import { formatSteps, NEXT, NEXT_READS, REFUSED, WAITS } from './format-steps.ts';
import { sendingSteps } from './sending-steps.ts';
import { tradeSteps } from './trade-steps.ts';
import { treasuryForEachTest } from './treasury-for-each-test.ts';
import { RULE, TENANT } from './treasury-under-test.ts';

/*
 * What this version of Sluice does in a ledger that a later one has taken over: the format was raised to one that it does
 * not read; or the controls, which say the format, cannot be read themselves. It decides, proposes and claims nothing and says so; it halts, and records the outcome of what it sent.
 */

const treasury = treasuryForEachTest('agreed');
const { proposedId, send, halted, watchOnce } = sendingSteps(treasury);
const trades = tradeSteps(treasury);
const { read, change } = tableHand(() => treasury().table);

const { raised, unreadLedgers, changePorts } = formatSteps(treasury);
const controlsKey = ledgerKeys.controls(TENANT);

/** A process that has just started: nothing of an earlier one is remembered. */
const restarted = () => ({ ledger: sealingLedger(createLedger(treasury().table)) });

describe.each(unreadLedgers)('a ledger $name', ({ stopped, code, why, waits, refused }) => {
  it('has no decision to sweep: every rule says why, nothing is proposed, no lane moves', async () => {
    await stopped();
    const before = await treasury().lane();
    const { decisions, proposed } = await treasury().tick();
    expect(proposed).toEqual([]);
    expect(decisions).toMatchObject([
      {
        ...{ ruleId: RULE.id, reason: code, consumesOccurrence: false },
        why,
      },
    ]);
    expect(await treasury().lane()).toEqual(before);
  });

  it('has nothing claimed that was proposed before, now or after a restart', async () => {
    const id = await proposedId();
    await stopped();
    for (const ports of [{}, restarted()]) {
      const result = await send(id, ports);
      expect(result).toEqual(waits);
    }
    expect(await treasury().state(id)).toBe('approved');
    expect(treasury().posts()).toEqual([]);
  });

  it('has no claim that was decided just before: it rests on the controls as they were', async () => {
    const id = await proposedId();
    const { ledger } = treasury();
    const first = { kinds: [] as LedgerWrite['kind'][] };
    const racing: typeof ledger = {
      ...ledger,
      commit: async (tenant, changes) => {
        if (first.kinds.length === 0) {
          first.kinds = changes.map(({ kind }) => kind);
          await stopped();
        }
        return await ledger.commit(tenant, changes);
      },
    };
    expect(await send(id, { ledger: racing })).toMatchObject(waits);
    expect(first.kinds).toContain('assert-controls-unchanged');
    expect(treasury().posts()).toEqual([]);
  });

  it('takes no trade, and sends none that was approved before', async () => {
    const id = await trades.approved();
    await stopped();
    expect(await trades.place('0.2', 'key-2')).toMatchObject({
      result: 'refused',
      refusal: { code, why },
    });
    expect(await trades.send(id)).toMatchObject(waits);
    expect(trades.trades()).toEqual([]);
  });

  it('has nothing ended that is too old by now: the version that reads it does', async () => {
    const [withdrawal, trade] = [await proposedId(), await trades.approved()];
    treasury().pass(APPROVED_EXPIRY_SECONDS);
    await stopped();
    expect(await send(withdrawal)).toEqual(waits);
    expect(await trades.send(trade)).toEqual(waits);
    await watchOnce();
    for (const id of [withdrawal, trade]) expect(await treasury().state(id)).toBe('approved');
  });

  it('takes no request of a withdrawal', async () => {
    await treasury().snapshot();
    await stopped();
    const command = {
      ...{ tenant: TENANT, requestedBy: 'tina', idempotencyKey: 'key-1', requestId: 'r' },
      ...{ withdrawalAccountId: RULE.withdrawalAccountId ?? '', amount: '0.1', comment: 'rent' },
    };
    expect(await requestWithdrawal(treasury().ports, command)).toMatchObject(refused);
  });

  it('takes no approval, and still lets a person cancel', async () => {
    const instruction = await trades.waiting();
    await stopped();
    expect(await trades.approve(instruction)).toMatchObject(refused);
    const cancelled = await decide(treasury().ports, {
      ...{ tenant: TENANT, instructionId: instruction.id, by: 'tina', requestId: 'r' },
      ...{ decision: 'cancel', comment: 'no more', content: contentDigest(instruction) },
    });
    expect(cancelled).toMatchObject({ result: 'decided' });
  });

  it('takes no change of the policy, whether it narrows or deletes', async () => {
    await stopped();
    const before = await read(ledgerKeys.rule(TENANT, RULE.id));
    const wanted = { kind: 'rule', after: { ...ruleDraftOf(RULE), keep: '1.5' } } as const;
    const who = { tenant: TENANT, expected: 1, by: 'ada', requestId: 'r' };
    expect(await proposeChange(changePorts(), { ...who, wanted })).toMatchObject(refused);
    const subject = { kind: 'rule', id: RULE.id } as const;
    expect(await remove(changePorts(), { ...who, subject })).toMatchObject(refused);
    expect(await read(ledgerKeys.rule(TENANT, RULE.id))).toEqual(before);
  });

  it('is halted here by whoever halts, and its controls stay as they are', async () => {
    const id = await proposedId();
    await stopped();
    const before = await read(controlsKey);
    await halted();
    expect((await treasury().ledger.readHalt(TENANT)).mode).toBe('halted');
    expect(await send(id)).toMatchObject(waits);
    expect(await read(controlsKey)).toEqual(before);
  });

  it('gets the outcome of what was on its way when it was raised', async () => {
    const id = await proposedId();
    const { service } = treasury().ports;
    const sendWithdrawal: typeof service.sendWithdrawal = async (request, sendBy) => {
      await stopped();
      return await service.sendWithdrawal(request, sendBy);
    };
    const result = await send(id, { service: { ...service, sendWithdrawal } });
    expect(result).toMatchObject({ result: 'concluded', answered: 'confirmed' });
    expect(await treasury().state(id)).toBe('confirmed');
    expect((await treasury().lane()).status).toEqual({ state: 'idle' });
    expect(treasury().posts()).toHaveLength(1);
  });

  it('gets an outcome that was not recorded as unknown, which blocks its currency', async () => {
    const id = await proposedId();
    const { service } = treasury().ports;
    const sendWithdrawal: typeof service.sendWithdrawal = async () => {
      throw new Error('the process ended');
    };
    await send(id, { service: { ...service, sendWithdrawal } }).catch(() => undefined);
    await stopped();
    treasury().pass(86_400);
    await watchOnce();
    expect(await treasury().state(id)).toBe('unknown');
    expect((await treasury().lane()).status).toMatchObject({ state: 'unknown' });
  });
});

describe('a format that is raised', () => {
  it('stands in the audit log with who did it, and is raised once', async () => {
    await raised();
    expect(await read(ledgerKeys.auditEntry(TENANT, 1))).toMatchObject({
      ...{ action: 'raise-format', subject: 'controls', by: 'olga' },
      ...{ before: { format: READS.to }, after: { format: NEXT } },
    });
    const { controls } = await treasury().ledger.readPolicy(TENANT);
    const expected = controls?.version ?? 0;
    const again = await raiseFormat(treasury().ports, {
      tenant: TENANT,
      expected,
      by: 'olga',
      requestId: 'again',
    });
    expect(again).toMatchObject(REFUSED);
  });

  it('is what this release reads already: nothing is written', async () => {
    const { controls } = await treasury().ledger.readPolicy(TENANT);
    const expected = controls?.version ?? 0;
    const done = await raiseFormat(treasury().ports, {
      ...{ tenant: TENANT, expected, by: 'olga', requestId: 'r' },
    });
    expect(done).toMatchObject({ result: 'applied', replayed: true });
    expect((await treasury().ledger.readPolicy(TENANT)).controls).toEqual(controls);
  });

  it('is not raised upon controls that moved on since', async () => {
    const command = { tenant: TENANT, expected: 7, by: 'olga', requestId: 'r' };
    expect(await raiseFormat(treasury().ports, command, NEXT_READS)).toMatchObject({
      result: 'refused',
      refusal: { code: 'stale' },
    });
  });

  it('stays through changes of the controls', async () => {
    await treasury().putControls({ format: READS.to });
    const { controls } = await treasury().ledger.readPolicy(TENANT);
    if (controls === null) throw new Error('there are no controls');
    const after = { ...controlsDraftOf(controls), approvalExpirySeconds: 60 };
    expect(after).not.toHaveProperty('format');
    const done = await proposeChange(changePorts(), {
      ...{ tenant: TENANT, expected: controls.version, by: 'ada', requestId: 'r' },
      wanted: { kind: 'controls', after },
    });
    expect(done).toMatchObject({ current: { item: { format: READS.to } } });
  });
});

describe('a program that writes the number past Sluice', () => {
  const written = async (format: number | undefined) =>
    await change(controlsKey, ({ format: _, ...item }: RawItem) => ({
      ...item,
      ...(format !== undefined && { format }),
    }));

  it('stops everything by raising it, and nothing is taken for more than that', async () => {
    const id = await proposedId();
    await written(NEXT);
    expect(await send(id)).toMatchObject(WAITS);
    expect((await treasury().tick()).proposed).toEqual([]);
    await written(undefined);
    expect(await send(id)).toMatchObject({ result: 'concluded' });
  });

  it.each([
    ['lowers', async () => await written(undefined)],
    ['names another one', async () => await written(READS.to)],
  ])('lets nothing leave where it %s it: the seal of the controls covers it', async (_, forge) => {
    const id = await proposedId();
    await raised();
    await forge();
    expect(await send(id)).toMatchObject({ result: 'cancelled' });
    expect((await treasury().ledger.readHalt(TENANT)).mode).toBe('halted');
    expect(treasury().posts()).toEqual([]);
  });

  it('lets nothing leave where it puts the controls of before back: a later version is on record', async () => {
    const id = await proposedId();
    const before = await read(controlsKey);
    await raised();
    await change(controlsKey, () => before);
    await send(id).catch(() => undefined);
    expect(treasury().posts()).toEqual([]);
  });

  it('is believed by no change of the controls: what two people agree to has the newest format', async () => {
    await change(controlsKey, (item) => ({ ...item, approvalExpirySeconds: 61 }));
    const { controls } = await treasury().ledger.readPolicy(TENANT);
    if (controls === null) throw new Error('there are no controls');
    const after = { ...controlsDraftOf(controls), approvalExpirySeconds: 60 };
    const asked = await proposeChange(changePorts(), {
      ...{ tenant: TENANT, expected: controls.version, by: 'ada', requestId: 'r' },
      wanted: { kind: 'controls', after },
    });
    if (asked.result !== 'proposed') throw new Error(`${asked.result}: it takes two people`);
    await decideChange(changePorts(), {
      ...{ tenant: TENANT, changeId: asked.change.id, decision: 'approve' },
      ...{ by: 'anna', comment: 'as agreed', requestId: 'r-2' },
    });
    expect(await read(controlsKey)).toMatchObject({ version: 2, format: READS.to });
  });
});
