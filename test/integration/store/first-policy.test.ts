import { beforeEach, describe, expect, it } from 'vitest';
import { entriesAfter } from '../../../adapters/store/audit-trail.ts';
import { firstPolicyLedger } from '../../../adapters/store/first-policy.ts';
import type { StoreTable } from '../../../adapters/store/store-table.ts';
import { readPolicyInput } from '../../../local/policy/policy-input.ts';
import { type AuditEntry, firstBrokenLink } from '../../../treasury/audit/audit-entry.ts';
import { applyFirstPolicy } from '../../../treasury/changes/apply-first-policy.ts';
import type { Policy } from '../../../treasury/policy/policy.ts';
import type { PolicyFile } from '../../../treasury/policy/policy-file.ts';
import { MAX_ACCOUNTS, MAX_DETAILS_CHARACTERS } from '../../../treasury/policy/policy-limits.ts';
import type { Instant } from '../../../treasury/time/instant.ts';
import { TENANT } from '../../samples/snapshots.ts';
import { hmacSeals } from '../../seals/hmac-seals.ts';
import { engineForTests } from './engine-for-tests.ts';

const engine = engineForTests();
let table: StoreTable;
beforeEach(async () => {
  table = await engine().table();
});

const demo = readPolicyInput(null, 300);

/** Accounts with as much about them as they may have: some megabytes. */
const large: PolicyFile = {
  ...demo,
  accounts: [
    ...demo.accounts,
    ...Array.from({ length: MAX_ACCOUNTS - demo.accounts.length }, (_, index) => ({
      ...(demo.accounts[0] ?? raise()),
      id: `6a1f6d0e-58c3-4b1d-9b53-0c2f7b1f${String(index).padStart(4, '0')}`,
      details: { text: '\u20ac'.repeat(MAX_DETAILS_CHARACTERS) },
    })),
  ],
};

function raise(): never {
  throw new Error('the demo has no account');
}

async function chain(): Promise<readonly AuditEntry[]> {
  const entries: AuditEntry[] = [];
  for (;;) {
    const more = await entriesAfter(table)(TENANT, entries.length, 100);
    if (more.length === 0) return entries;
    entries.push(...more);
  }
}

/** How many commits it takes: tried on a table of its own. */
async function commitsOf(policy: PolicyFile): Promise<number> {
  const whole = firstPolicyLedger(await engine().table());
  let count = 0;
  const commit: typeof whole.commit = async (...args) => {
    count += 1;
    return await whole.commit(...args);
  };
  await applyFirstPolicy({ ...whole, commit }, application(policy, '2026-01-05T09:00:00.000Z'));
  return count;
}

function application(policy: PolicyFile, at: Instant) {
  return {
    ...{ tenant: TENANT, policy, by: 'deployer', requestId: 'r', sealer: hmacSeals },
    at,
  };
}

/** `commits`: how many succeed before the deployer is cut off. */
async function apply(
  policy: PolicyFile,
  commits = Number.POSITIVE_INFINITY,
  at: Instant = '2026-01-05T09:00:00.000Z',
) {
  const whole = firstPolicyLedger(table);
  let left = commits;
  const commit: typeof whole.commit = async (...args) => {
    if (left <= 0) throw new Error('cut off');
    left -= 1;
    return await whole.commit(...args);
  };
  return await applyFirstPolicy({ ...whole, commit }, application(policy, at));
}

/** The same policy, but for the most that one of its rules sends. */
function changed(policy: PolicyFile): PolicyFile {
  const [first, ...others] = policy.rules;
  if (first === undefined) throw new Error('the demo has no rule');
  return { ...policy, rules: [{ ...first, threshold: '7000000' }, ...others] };
}

describe('a first policy', () => {
  it('with a piece that does not fit leaves nothing half written', async () => {
    const [rule] = demo.rules;
    if (rule === undefined) throw new Error('the demo has no rule');
    // Read from no file, which has a limit of its own for each text.
    const large = { ...rule, id: 'large', label: '\u20ac'.repeat(150_000) };
    const applied = await apply({ ...demo, rules: [...demo.rules, large] });
    expect(applied).toMatchObject({ result: 'too-large', subject: 'rule:large' });
    const { readPieces, readLanes } = firstPolicyLedger(table);
    expect(await readPieces(TENANT)).toEqual([]);
    expect(await readLanes(TENANT)).toEqual([]);
  });

  describe('that is more than one entry of the audit log has room for', () => {
    it('is one act in several entries, which hold all of it', async () => {
      expect(await apply(large)).toMatchObject({ result: 'applied', accounts: MAX_ACCOUNTS });
      const entries = await chain();
      expect(entries.length).toBeGreaterThan(3);
      expect(firstBrokenLink(entries)).toBeNull();
      expect(entries.map(({ part }) => part)).toEqual(
        entries.map((_, index) => ({ number: index + 1, of: entries.length })),
      );
      expect(new Set(entries.map(({ requestId, action }) => `${requestId} ${action}`)).size).toBe(
        1,
      );
      const said = entries.map(({ after }) => after as Record<string, readonly { id: string }[]>);
      const ids = (of: string) => said.flatMap((each) => each[of] ?? []).map(({ id }) => id);
      expect(ids('accounts')).toEqual(large.accounts.map(({ id }) => id));
      expect(ids('rules')).toEqual(large.rules.map(({ id }) => id));
      expect(said.map((each) => 'controls' in each)).toEqual(
        entries.map((_, index) => index === entries.length - 1),
      );
    });

    it('and breaks off between them goes on where it was', async () => {
      await expect(apply(large, (await commitsOf(large)) - 2)).rejects.toThrow('cut off');
      const { readPolicy } = firstPolicyLedger(table);
      expect((await readPolicy(TENANT)).controls).toBeNull();
      const begun = await chain();
      expect(begun.length).toBeGreaterThan(1);

      // One more makes other shares: what the log says already would not stand.
      const [account, ...others] = large.accounts;
      if (account === undefined) throw new Error('the demo has no account');
      const added = { ...account, id: '6a1f6d0e-58c3-4b1d-9b53-0c2f7b1fffff' };
      const more = { ...large, accounts: [account, added, ...others] };
      expect(await apply(more)).toEqual({ result: 'differs', subjects: ['the audit log'] });
      expect(await chain()).toEqual(begun);

      expect(await apply(large)).toMatchObject({ result: 'applied' });
      const entries = await chain();
      expect(entries.slice(0, begun.length)).toEqual(begun);
      expect(firstBrokenLink(entries)).toBeNull();
      expect(entries.map(({ part }) => part?.number)).toEqual(entries.map((_, index) => index + 1));
    });
  });

  it('that is repeated is in the audit log as it stands', async () => {
    await expect(apply(demo, (await commitsOf(demo)) - 1)).rejects.toThrow('cut off');
    expect(await apply(demo, Number.POSITIVE_INFINITY, '2026-01-05T10:00:00.000Z')).toMatchObject({
      result: 'applied',
    });
    const [entry] = await chain();
    const said = (entry as { readonly after: Pick<Policy, 'rules'> }).after.rules;
    const { rules } = await firstPolicyLedger(table).readPolicy(TENANT);
    const sinceOf = (all: readonly { id: string; activeSince: string }[]) =>
      all.map(({ id, activeSince }) => `${id} ${activeSince}`).sort();
    expect(sinceOf(said)).toEqual(sinceOf(rules));
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
