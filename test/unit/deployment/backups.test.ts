import { describe, expect, it } from 'vitest';
import { backupCheck } from '../../../bin/deployment/backup-check.ts';
import { copyCheck } from '../../../bin/deployment/copy-check.ts';
import type { Call } from '../../../bin/deployment/signed-call.ts';

const arnOf = (name: string) => `arn:aws:dynamodb:eu-central-1:111122223333:table/${name}`;
const TABLES = { Ledger: arnOf('ledger'), Deliveries: arnOf('deliveries') };
const VAULT = 'arn:aws:backup:eu-west-1:444455556666:backup-vault:sluice-copies';
const NOW = Date.parse('2026-03-02T10:00:00Z');

/** AWS Backup with a plan that copies some tables, each at once. */
const backup =
  (selected: readonly string[]) =>
  async ({ method, path }: Call) => {
    const answers: readonly (readonly [RegExp, object])[] = [
      [/^PUT \/backup-jobs$/, { BackupJobId: 'job' }],
      [/^GET \/backup-jobs\//, { State: 'COMPLETED', RecoveryPointArn: 'point' }],
      [/^GET \/backup-vaults\//, { Status: 'COMPLETED' }],
      [/selections\/one$/, { BackupSelection: { Resources: selected } }],
      [/selections$/, { BackupSelectionsList: [{ IamRoleArn: 'role', SelectionId: 'one' }] }],
      [
        /^GET \/backup\/plans$/,
        { BackupPlansList: [{ BackupPlanId: 'p', BackupPlanName: 'sluice-prod' }] },
      ],
    ];
    const found = answers.find(([pattern]) => pattern.test(`${method} ${path}`));
    return found === undefined
      ? { status: 403, text: 'denied' }
      : { status: 200, text: JSON.stringify(found[1]) };
  };

describe('the copies of the tables', () => {
  const verdict = async (selected: readonly string[]) => {
    const call = backup(selected);
    const options = { stage: 'prod', tables: TABLES, retained: true, call, now: () => NOW };
    const parts = await backupCheck(options).run(() => undefined);
    return parts.map(({ of, state, detail }) => [of, state, detail.split(';')[0]]);
  };

  it('are made of each table, where the plan copies it', async () => {
    const made = 'made, seen, kept from being deleted';
    expect(await verdict(Object.values(TABLES))).toEqual([
      ['Ledger', 'ok', made],
      ['Deliveries', 'ok', made],
    ]);
  });

  it('are not looked for where the stage is made to be thrown away: it has no plan', async () => {
    const call = async (): Promise<never> => {
      throw new Error('asked');
    };
    const options = { stage: 'dev', tables: TABLES, retained: false, call, now: () => NOW };
    const parts = await backupCheck(options).run(() => undefined);
    expect(parts.map(({ state }) => state)).toEqual(['not-applicable']);
  });

  it('are missing of a table that the plan forgot, although one can be made by hand', async () => {
    expect(await verdict([TABLES.Ledger])).toEqual([
      ['Ledger', 'ok', 'made, seen, kept from being deleted'],
      ['Deliveries', 'failed', 'the plan does not copy it'],
    ]);
  });
});

describe('the copies elsewhere', () => {
  const verdict = async (jobs: readonly object[], vaultArn: string | null = VAULT) => {
    const asked: string[] = [];
    const call = async ({ path }: Call) => {
      asked.push(path);
      return { status: 200, text: JSON.stringify({ CopyJobs: jobs }) };
    };
    const parts = await copyCheck({ tables: TABLES, vaultArn, call, now: () => NOW }).run(
      () => undefined,
    );
    return { asked, parts: parts.map(({ of, state, detail }) => [of, state, detail]) };
  };
  const job = (ResourceArn: string, State: string, more = {}) => ({ ResourceArn, State, ...more });

  it('arrived last night, of each table', async () => {
    const jobs = Object.values(TABLES).map((arn) => job(arn, 'COMPLETED'));
    const { parts, asked } = await verdict(jobs);
    expect(parts.map(([, state]) => state)).toEqual(['ok', 'ok']);
    const query = new URL(asked[0] ?? '', 'https://backup').searchParams;
    expect(Object.fromEntries(query)).toMatchObject({
      destinationVaultArn: VAULT,
      createdAfter: '2026-02-28T22:00:00.000Z',
    });
  });

  it('are found wanting where one failed, or none was made', async () => {
    const failed = job(TABLES.Ledger, 'FAILED', { StatusMessage: 'no access to the vault' });
    expect((await verdict([failed])).parts).toEqual([
      ['Ledger', 'failed', 'its copy is FAILED: no access to the vault'],
      ['Deliveries', 'failed', 'no copy went there within the last 36 hours'],
    ]);
  });

  it('are not looked for where the stage has none', async () => {
    expect(await verdict([], null)).toMatchObject({
      asked: [],
      parts: [['copies', 'not-applicable', expect.stringContaining('backupCopy')]],
    });
  });
});
