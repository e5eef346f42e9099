import { describe, expect, it } from 'vitest';
import { createLedger } from '../../../adapters/store/ledger.ts';
import { createPolicyChanges } from '../../../adapters/store/policy-changes.ts';
import { type AskResult, proposeChange } from '../../../treasury/changes/ask.ts';
import { decideChange } from '../../../treasury/changes/decide-change.ts';
import type { ChangePorts } from '../../../treasury/changes/ports.ts';
import { instantOf } from '../../../treasury/time/instant.ts';
import { hmacSeals } from '../../seals/hmac-seals.ts';
import { deployedForEachTest } from './deployed-for-each-test.ts';
import { TENANT } from './deployed-functions.ts';
import { deploymentSteps } from './deployment-steps.ts';
import { ACCOUNT_DRAFT, DRAFT, policyCalls } from './policy-calls.ts';

const { deployed } = deployedForEachTest();
const { decided, watch } = deploymentSteps(deployed);
const calls = policyCalls(deployed);

const proposedKeep = async () => String((await calls.putRule({ keep: '0' })).body.id);
const statuses = (answers: readonly { readonly status: number | undefined }[]) =>
  answers.map(({ status }) => status).sort();

/** The use cases on the real ledger, of which the first commits lose their answer or meet others. */
function portsWith(atCommit: (nth: number, commit: () => Promise<unknown>) => Promise<void>) {
  const table = deployed().ledgerTable;
  const ledger = { ...createLedger(table), ...createPolicyChanges(table) };
  let commits = 0;
  const ports: ChangePorts = {
    now: () => instantOf(Date.now()),
    nonce: () => crypto.randomUUID(),
    seals: hmacSeals,
    snapshotEverySeconds: 300,
    reportingCurrency: 'USD',
    ledger: {
      ...ledger,
      commit: async (tenant, changes) => {
        commits += 1;
        let result: Awaited<ReturnType<typeof ledger.commit>> | null = null;
        const own = async () => {
          result ??= await ledger.commit(tenant, changes);
        };
        await atCommit(commits, own);
        await own();
        if (result === null) throw new Error('nothing was committed');
        return result;
      },
    },
  };
  return ports;
}

const losingTheFirstAnswer = () =>
  portsWith(async (nth, commit) => {
    if (nth > 1) return;
    await commit();
    throw new Error('the answer was lost');
  });

describe('two people at once', () => {
  it('who both approve: one does, the other is told, and it stands once', async () => {
    const id = await proposedKeep();
    const answers = await Promise.all([
      calls.decide('approve', id, 'ada'),
      calls.decide('approve', id, 'bob'),
    ]);
    expect(statuses(answers)).toEqual([200, 409]);
    expect((await calls.policy()).rules).toMatchObject([{ keep: '0', version: 2 }]);
    expect(await calls.audit()).toHaveLength(2);
    expect(await calls.verdict()).toBe('intact');
  });

  it('of whom one approves and one declines: it is one of the two, and the rule shows it', async () => {
    const id = await proposedKeep();
    const [approved, declined] = await Promise.all([
      calls.decide('approve', id, 'ada'),
      calls.decide('decline', id, 'bob', 'not agreed'),
    ]);
    expect(statuses([approved, declined])).toEqual([200, 409]);
    const { state } = (await calls.read('GET /v1/changes/{id}', id)).body;
    const [rule] = (await calls.policy()).rules;
    expect([state, rule?.keep]).toEqual(
      approved.status === 200 ? ['approved', '0'] : ['declined', '1'],
    );
  });

  it('who replace the same version: one does, the other is told that it is stale', async () => {
    const answers = await Promise.all([
      calls.putRule({ threshold: '3' }),
      calls.putRule({ threshold: '4' }, '"1"', { by: 'theo' }),
    ]);
    expect(statuses(answers)).toEqual([200, 412]);
    expect(await calls.audit()).toHaveLength(1);
  });

  it('who approve two changes of the same rule: the second is superseded', async () => {
    const first = await proposedKeep();
    const other = await calls.putRule({ threshold: '1' }, '"1"', { by: 'theo' });
    const answers = await Promise.all([
      calls.decide('approve', first, 'ada'),
      calls.decide('approve', String(other.body.id), 'bob'),
    ]);
    expect(statuses(answers)).toEqual([200, 409]);
    expect((await calls.policy()).rules).toMatchObject([{ version: 2 }]);
  });

  it('and six who halt: everybody is told that it is', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => calls.halt({ comment: 'odd' }, { by: `person-${n}` })),
    );
    expect(statuses(answers)).toEqual([200, 200, 200, 200, 200, 200]);
    const { halt } = await calls.policy();
    expect(halt).toMatchObject({ generation: 6, mode: 'halted', unkept: 0 });
    // Whoever was not put on record right away is so by the watchdog's next round.
    await watch();
    expect(await calls.audit()).toHaveLength(6);
    expect(await calls.verdict()).toBe('intact');
  });
});

describe('a halt and a claim at once', () => {
  it('end in a POST that was claimed before, or in none', async () => {
    const approved = await decided();
    const [, halted] = await Promise.all([
      deployed().invoke('send-withdrawal', approved),
      calls.halt({ comment: 'strange sweep' }),
    ]);
    expect(halted.status).toBe(200);
    const posts = deployed().posts('/v1/withdrawals').length;
    const id = String(approved.Records[0]?.dynamodb.NewImage.id?.S);
    const sent = await deployed().ledger.readInstruction(TENANT, id);
    expect([posts, sent?.status.state]).toEqual(posts === 1 ? [1, 'confirmed'] : [0, 'cancelled']);
    // From here on nothing leaves, whatever is delivered again.
    await deployed().invoke('send-withdrawal', { tenant: TENANT, instructionId: id });
    expect(deployed().posts('/v1/withdrawals')).toHaveLength(posts);
  });
});

describe('an answer that was lost', () => {
  const who = { tenant: TENANT, by: 'tess', requestId: 'request-1' };
  const wider = { ...who, wanted: { kind: 'rule', after: { ...DRAFT, keep: '0' } } } as const;
  const narrower = { ...who, wanted: { kind: 'rule', after: { ...DRAFT, keep: '2' } } } as const;

  it.each([
    ['of what narrows', narrower, 'applied'],
    ['of what widens', wider, 'proposed'],
  ] as const)('%s is found when it is asked for again', async (_what, command, result) => {
    const ports = losingTheFirstAnswer();
    await expect(proposeChange(ports, { ...command, expected: 1 })).rejects.toThrow('lost');
    const again: AskResult = await proposeChange(ports, { ...command, expected: 1 });
    expect(again).toMatchObject({ result, replayed: true });
    expect(await calls.audit()).toHaveLength(1);
  });

  it('of an approval is found as well', async () => {
    const changeId = await proposedKeep();
    const approval = {
      ...who,
      by: 'ada',
      changeId,
      decision: 'approve',
      comment: 'agreed',
    } as const;
    const ports = losingTheFirstAnswer();
    await expect(decideChange(ports, approval)).rejects.toThrow('lost');
    expect(await decideChange(ports, approval)).toMatchObject({
      result: 'decided',
      replayed: true,
    });
    expect(await calls.verdict()).toBe('intact');
  });
});

describe('another writer in between', () => {
  const who = { tenant: TENANT, by: 'ada', requestId: 'request-1' };

  it('to the audit log alone does not keep a change from being written', async () => {
    const ports = portsWith(async (nth) => {
      if (nth <= 3) await calls.putRule({ label: `name ${nth}` }, `"${nth}"`);
    });
    const accountCommand = { kind: 'account', after: { ...ACCOUNT_DRAFT } } as const;
    const asked = await proposeChange(ports, { ...who, wanted: accountCommand, expected: 'none' });
    expect(asked).toMatchObject({ result: 'proposed', replayed: false });
    expect(await calls.audit()).toHaveLength(4);
    expect(await calls.verdict()).toBe('intact');
  });

  it('all the time ends a request that is not a halt, with nothing changed', async () => {
    const ports = portsWith(async (nth) => {
      await calls.putRule({ label: `name ${nth}` }, `"${nth}"`);
    });
    const result = await proposeChange(ports, {
      tenant: TENANT,
      by: 'tess',
      requestId: 'request-1',
      expected: 'none',
      wanted: { kind: 'rule', after: { ...DRAFT, id: 'btc-second', label: 'Second' } },
    });
    expect(result).toEqual({ result: 'contended' });
    expect(await calls.changes()).toBe(0);
  });
});
