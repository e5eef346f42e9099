import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { backupCheck } from '../../../bin/deployment/backup-check.ts';
import { type Caller, signedCalls } from '../../../bin/deployment/signed-call.ts';
import type { Listening } from '../../../local/network/listen.ts';
import { listenSigned } from '../../../local/network/listen-signed.ts';
import { newCredentials } from '../../../local/network/signature.ts';

const credentials = newCredentials();
const RECOVERY_POINT = 'arn:aws:backup:eu-central-1:111122223333:recovery-point:a/b';

let listening: Listening;
let seen: string[];
let call: Caller;
/** What the vault says to whoever deletes. */
let deletes: number;

beforeEach(async () => {
  seen = [];
  deletes = 400;
  listening = await listenSigned('a test', { credentials }, async (request, response, body) => {
    seen.push(`${request.method} ${request.url} ${body}`);
    const { status, answer } = backupAnswer(request.method, request.url ?? '');
    response.writeHead(status).end(JSON.stringify(answer));
  });
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'local');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', credentials.secretKey);
  vi.stubEnv('AWS_SESSION_TOKEN', credentials.sessionToken);
  call = signedCalls('eu-central-1', () => listening.url);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await listening.close();
});

/** AWS Backup, as far as the check asks it; two pages of plans. */
function backupAnswer(method: string | undefined, url: string) {
  const said = (answer: object, status = 200) => ({ status, answer });
  if (method === 'DELETE') return said({}, deletes);
  if (method === 'PUT') return said({ BackupJobId: 'job-1' });
  const plan = (name: string) => ({ BackupPlanId: `id-of-${name}`, BackupPlanName: name });
  if (url === '/backup/plans')
    return said({ BackupPlansList: [plan('other')], NextToken: 'a+b/c=' });
  if (url.startsWith('/backup/plans?')) return said({ BackupPlansList: [plan('sluice-dev')] });
  if (url.endsWith('/selections'))
    return said({ BackupSelectionsList: [{ IamRoleArn: 'the-role', SelectionId: 'tables' }] });
  if (url.endsWith('/selections/tables'))
    return said({ BackupSelection: { Resources: ['arn-of-ledger'] } });
  if (url === '/backup-jobs/job-1') {
    return said({ State: 'COMPLETED', RecoveryPointArn: RECOVERY_POINT });
  }
  return said({ Status: 'COMPLETED' });
}

const run = () =>
  backupCheck({
    stage: 'dev',
    tables: { ledger: 'arn-of-ledger' },
    retained: true,
    call,
    now: Date.now,
  }).run(() => undefined);

describe('a call that is signed here', () => {
  it('is taken by whoever verifies signatures: with a body, a query, and a name that is encoded in its path', async () => {
    const detail = 'made, seen, kept from being deleted; it ends after 1 day';
    expect(await run()).toEqual([{ of: 'ledger', state: 'ok', detail }]);
    expect(seen).toHaveLength(8);
    expect(seen[1]).toContain('?nextToken=a%2Bb%2Fc%3D');
    expect(JSON.parse(seen[4]?.split(' ')[2] ?? '')).toMatchObject({
      BackupVaultName: 'sluice-dev',
      ResourceArn: 'arn-of-ledger',
      IamRoleArn: 'the-role',
      Lifecycle: { DeleteAfterDays: 1 },
    });
    expect(seen[7]).toContain(`DELETE /backup-vaults/sluice-dev/recovery-points/arn%3Aaws`);
  });

  it('that is refused is said with the words of whoever refused', async () => {
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'another');
    call = signedCalls('eu-central-1', () => listening.url);
    await expect(run()).rejects.toThrow('AWS Backup answered with 403');
  });

  it('finds a vault out that lets a copy go before its time', async () => {
    deletes = 200;
    expect(await run()).toMatchObject([{ state: 'failed' }]);
    deletes = 400;
    expect(await run()).toMatchObject([{ state: 'ok' }]);
  });
});
