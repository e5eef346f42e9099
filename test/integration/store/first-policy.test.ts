import { beforeEach, describe, expect, it } from 'vitest';
import { firstPolicyLedger } from '../../../adapters/store/first-policy.ts';
import type { StoreTable } from '../../../adapters/store/store-table.ts';
import { readPolicyInput } from '../../../local/policy/policy-input.ts';
import { applyFirstPolicy } from '../../../treasury/changes/apply-first-policy.ts';
import type { PolicyFile } from '../../../treasury/policy/policy-file.ts';
import { TENANT } from '../../samples/snapshots.ts';
import { hmacSeals } from '../../seals/hmac-seals.ts';
import { engineForTests } from './engine-for-tests.ts';

const engine = engineForTests();
let table: StoreTable;
beforeEach(async () => {
  table = await engine().table();
});

const demo = readPolicyInput(null, 300);

/** `commits`: how many succeed before the deployer is cut off. */
async function apply(policy: PolicyFile, commits = Number.POSITIVE_INFINITY) {
  const whole = firstPolicyLedger(table);
  let left = commits;
  const commit: typeof whole.commit = async (...args) => {
    if (left <= 0) throw new Error('cut off');
    left -= 1;
    return await whole.commit(...args);
  };
  return await applyFirstPolicy(
    { ...whole, commit },
    {
      ...{ tenant: TENANT, policy, by: 'deployer', requestId: 'r', sealer: hmacSeals },
      at: '2026-01-05T09:00:00.000Z',
    },
  );
}

/** The same policy, but for the most that one of its rules sends. */
function changed(policy: PolicyFile): PolicyFile {
  const [first, ...others] = policy.rules;
  if (first === undefined) throw new Error('the demo has no rule');
  return { ...policy, rules: [{ ...first, threshold: '7000000' }, ...others] };
}

describe('a first policy', () => {
  it('that does not fit leaves nothing half written', async () => {
    const [rule] = demo.rules;
    if (rule === undefined) throw new Error('the demo has no rule');
    // Each within its own limits; together they are more than one entry of the audit log has room for.
    const rules = Array.from({ length: 200 }, (_, index) => ({
      ...rule,
      id: `rule-${index}`,
      label: '\u20ac'.repeat(800),
    }));
    const applied = await apply({ ...demo, rules });
    expect(applied).toMatchObject({ result: 'too-large' });
    const { readPieces, readLanes } = firstPolicyLedger(table);
    expect(await readPieces(TENANT)).toEqual([]);
    expect(await readLanes(TENANT)).toEqual([]);
  });

  it('that broke off is repeated, and refused if it says otherwise by then', async () => {
    await expect(apply(demo, 12)).rejects.toThrow('cut off');
    const { readPieces, readPolicy } = firstPolicyLedger(table);
    const left = await readPieces(TENANT);
    expect(left.length).toBeGreaterThan(0);
    const other = { ...changed(demo), accounts: demo.accounts.map(withAnotherLabel) };
    expect(await apply(other)).toMatchObject({ result: 'differs' });
    expect(await apply({ ...demo, accounts: [], rules: [] })).toMatchObject({ result: 'differs' });
    expect(await readPieces(TENANT)).toEqual(left);
    expect((await readPolicy(TENANT)).controls).toBeNull();

    expect(await apply(demo)).toMatchObject({ result: 'applied', rules: demo.rules.length });
    const { rules } = await readPolicy(TENANT);
    expect(rules.map(({ id, threshold }) => [id, threshold]).sort()).toEqual(
      demo.rules.map(({ id, threshold }) => [id, threshold]).sort(),
    );
    expect(await apply(demo)).toEqual({ result: 'already-has-policy' });
  });
});

function withAnotherLabel<T extends { readonly label: string }>(account: T): T {
  return { ...account, label: 'Another' };
}
