import { describe, expect, it } from 'vitest';
import { ledgerKeys } from '../../../adapters/store/keys.ts';
import { createLedger } from '../../../adapters/store/ledger.ts';
import { ruleDraftOf } from '../../../treasury/changes/drafts.ts';
import { resealPolicy } from '../../../treasury/rearming/reseal-policy.ts';
import { judgePiece, sealedPiece } from '../../../treasury/sealing/policy-seals.ts';
import { hmacSeals } from '../../seals/hmac-seals.ts';
import { deployedForEachTest } from '../functions/deployed-for-each-test.ts';
import { TENANT } from '../functions/deployed-functions.ts';
import { policyCalls } from '../functions/policy-calls.ts';
import { RULE } from '../protocol/treasury-under-test.ts';
import { putItem } from '../store/items.ts';
import { tableHand } from './table-hand.ts';

const { deployed } = deployedForEachTest();
const calls = policyCalls(deployed);

const AT = '2026-01-05T09:00:00.000Z';
const current = async () => {
  const [rule] = (await deployed().ledger.readPolicy(TENANT)).rules;
  if (rule === undefined) throw new Error('there is no rule');
  return rule;
};
const here = async () => ({ tenant: TENANT, epoch: await deployed().ledger.epoch() });
const verdict = async () =>
  judgePiece(hmacSeals, await here(), { kind: 'rule', item: await current() });

/** Puts the rule as an attacker with write access to the table would, past everything. */
async function put(rule: object): Promise<void> {
  const item = { ...ledgerKeys.rule(TENANT, RULE.id), entity: 'rule', ...rule };
  await tableHand(() => deployed().ledgerTable).put(item);
}

describe('a piece of policy that people change', () => {
  it('is sealed when one person narrows it, and when two widen it', async () => {
    expect((await calls.putRule({ keep: '1.5' })).status).toBe(200);
    expect([(await current()).version, await verdict()]).toEqual([2, 'valid']);
    const asked = await calls.putRule({ keep: '0.5' }, '"2"');
    await calls.decide('approve', String(asked.body.id));
    expect([(await current()).version, await verdict()]).toEqual([3, 'valid']);
  });

  it('is never shown with its seal', async () => {
    const { body } = await calls.read('GET /v1/sweep-rules/{id}', RULE.id);
    expect(body).not.toHaveProperty('seal');
  });

  it('takes two people whatever it says, where the seal over what stands does not hold', async () => {
    await put({ ...RULE, keep: '0' });
    // Against the attacker's rule this narrows; no deciding function wrote that.
    const asked = await calls.putRule({ keep: '0.9' });
    expect(asked.status).toBe(202);
    await calls.decide('approve', String(asked.body.id));
    expect(await verdict()).toBe('valid');
  });

  it('is not what an attacker put into a proposal that waits', async () => {
    const asked = await calls.putRule({ keep: '0.5' });
    const change = (await deployed().ledgerItems()).find(({ entity }) => entity?.S === 'change');
    const after = { M: { ...change?.after?.M, keep: { S: '0' } } };
    await putItem(deployed().ledgerTable, { ...change, after });
    const decided = await calls.decide('approve', String(asked.body.id));
    expect([decided.status, decided.body.type]).toEqual([
      409,
      'urn:sluice:problem:change-unsealed',
    ]);
    expect((await current()).version).toBe(1);
  });

  it('stays as it is where nothing can be sealed: 503, and nothing was written', async () => {
    deployed().kms.become('denied');
    const answer = await calls.putRule({ keep: '1.5' });
    expect([answer.status, answer.body.type]).toEqual([
      503,
      'urn:sluice:problem:seals-unavailable',
    ]);
    deployed().kms.become('well');
    expect((await current()).version).toBe(1);
  });
});

describe('the policy of a restored ledger', () => {
  const reseal = async (from: readonly string[]) => {
    // The one that a test writes by seals whatever it puts.
    const ledger = createLedger(deployed().ledgerTable);
    const policy = await ledger.readPolicy(TENANT);
    const { epoch } = await here();
    const who = { by: 'ann', requestId: 'r-1', at: AT };
    return await resealPolicy(
      { ledger, seals: hmacSeals },
      { tenant: TENANT, policy, webhooks: [], from, epoch, ...who },
    );
  };
  const sealedIn = async (epoch: string) => {
    const piece = { kind: 'rule', item: RULE } as const;
    return (await sealedPiece(hmacSeals, { tenant: TENANT, epoch }, piece, AT)).item;
  };

  it('is worth nothing until it is sealed here, which changes nothing that it says', async () => {
    await put(await sealedIn('the-table-of-the-backup'));
    expect(await verdict()).toBe('foreign');
    expect(await reseal(['the-table-of-the-backup'])).toBe(true);
    expect([await verdict(), (await current()).version]).toEqual(['valid', 2]);
    expect(ruleDraftOf(await current())).toEqual(ruleDraftOf(RULE));
  });

  it('is not sealed here where it was not sealed there, or in a table that no lane was armed in', async () => {
    await put({ ...(await sealedIn('the-table-of-the-backup')), keep: '0' });
    await reseal(['the-table-of-the-backup']);
    expect((await current()).version).toBe(1);
    await put(await sealedIn('some-other-table'));
    await reseal(['the-table-of-the-backup']);
    expect([await verdict(), (await current()).version]).toEqual(['foreign', 1]);
  });
});
