import { execFile } from 'node:child_process';
import { cp, readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listDecisions } from '../../adapters/store/decision-lists.ts';
import { openStack, type Stack } from '../../local/stack.ts';
import { synthesise } from '../../local/synthesis/synthesise.ts';
import { SANDBOX_ACCOUNTS } from '../../sandbox/index.ts';
import { decimalOf } from '../../treasury/money/decimal-text.ts';
import { temporaryFolder } from '../lifetimes/temporary-folder.ts';

/** The page types some eighty commands, each a process of its own. */
const SLOW_MS = 600_000;
const ROOT = path.resolve(import.meta.dirname, '../..');
const RESTORING = '## Restoring from a backup';
const RESTORED = '## A missed occurrence';
const SOL_ACCOUNT = SANDBOX_ACCOUNTS.solWallet.id;
const EVERY_MS = 2_500;
/** Longer than any test: what is sent meanwhile, no balance shows. */
const HOURS_MS = 3_600_000;
const run = promisify(execFile);

let page: string;

beforeAll(async () => {
  page = await readFile(path.join(ROOT, 'docs/operations.md'), 'utf8');
});

describe('the runbooks', () => {
  const folder = temporaryFolder();
  let stack: Stack;
  const notices: string[] = [];

  beforeAll(async () => {
    stack = await opened();
    await stack.start();
  }, SLOW_MS);

  async function opened(): Promise<Stack> {
    const silent = (): void => undefined;
    return await openStack(
      {
        port: 0,
        sandboxPort: 0,
        dataFolder: folder,
        upstream: null,
        tokenFile: null,
        live: false,
        policyFile: path.join(ROOT, 'docs/walkthrough-policy.json'),
        activity: false,
        everyMs: EVERY_MS,
        demoData: false,
      },
      () => synthesise(ROOT, silent),
      { feed: silent, notice: (line) => notices.push(line), log: silent },
    );
  }

  afterAll(() => stack.stop());

  /** All blocks of a window of the page, as one script; what was said before holds. */
  async function carriedOut(text: string): Promise<readonly string[]> {
    const blocks = [...text.matchAll(/^( *)```sh\n([\s\S]*?)^ *```/gm)].map(
      ([, indent = '', block = '']) => block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    );
    const script = blocks
      .join('\n')
      .replace('http://127.0.0.1:4400', stack.url)
      .replace('http://127.0.0.1:4401', stack.service.url)
      // npm takes longer to start than the program that it starts.
      .replace('npm run -s sluice --', `"${process.execPath}" bin/sluice/entry/sluice.mjs`)
      .replace('DRILL=.sluice/drill', `DRILL=${folder}`);
    try {
      const { stdout } = await run('bash', ['-eu', '-o', 'pipefail', '-c', script], { cwd: ROOT });
      return stdout.trim().split('\n');
    } catch (error) {
      // Its own message is the whole script.
      const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string };
      const noticed = notices.join('\n');
      throw new Error(`it went as far as:\n${stdout}and then:\n${stderr}\n${noticed}`, {
        cause: 'the page',
      });
    }
  }

  /** The one command of the page that goes past the API, as it stands there, with the rights to the table. */
  async function brokenGlass(): Promise<string> {
    const command = /^ {4}(npm run -s sluice -- halt --break-glass .*)$/m.exec(page)?.[1] ?? '';
    const { client, tableName } = stack.tables.ledgerTable;
    const { accessKeyId, secretAccessKey, sessionToken } = await client.config.credentials();
    const endpoint = await client.config.endpoint?.();
    const env = {
      ...process.env,
      AWS_ENDPOINT_URL_DYNAMODB: `${endpoint?.protocol}//${endpoint?.hostname}:${endpoint?.port}`,
      AWS_REGION: await client.config.region(),
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
      AWS_SESSION_TOKEN: sessionToken ?? '',
    };
    const script = command.replace('LEDGER', tableName);
    const { stdout } = await run('bash', ['-eu', '-c', script], { cwd: ROOT, env });
    return stdout.trim();
  }

  it(
    'halt without the API, and everything is as after a halt through it',
    async () => {
      const { ledger, tenant } = stack.tables;
      const { generation } = await ledger.readHalt(tenant);
      expect(await brokenGlass()).toBe(
        `halted: everything of ${tenant}, generation ${generation + 1}`,
      );
      // The watchdog puts it on record.
      await expect
        .poll(async () => (await ledger.readHalt(tenant)).unaudited.length, { timeout: 20_000 })
        .toBe(0);
      const preamble = page.slice(0, page.indexOf('## First deployment'));
      const [, going = ''] = page.split('They name the halt that they saw');
      const end = going.indexOf('*Check:*');
      expect(await carriedOut(preamble + going.slice(0, end))).toEqual(['resumption: approved']);
    },
    SLOW_MS,
  );

  const lane = async () => {
    const { ledger, tenant } = stack.tables;
    return (await ledger.readLanes(tenant)).find(({ currency }) => currency === 'SOL');
  };

  /** The service, as it really is: whatever the ledger believes, this is where money leaves. */
  function service() {
    const { sandbox } = stack.service;
    if (sandbox === null) throw new Error('the runbooks are tried on the sandbox');
    return sandbox;
  }
  /** Requests to withdraw SOL that the service received, by their place in its journal. */
  const posts = () =>
    service()
      .journal()
      .filter(({ method, body }) => method === 'POST' && body?.includes(SOL_ACCOUNT))
      .map(({ seq }) => seq);
  const trueBalance = () => decimalOf(service().trueBalances().SOL?.total ?? '');

  /** A rule of a currency that nothing happens to in the drills, with nothing to do until the backup is taken. */
  const OF_ITS_OWN = `
\`\`\`sh
ACCOUNT='{"id":"${SOL_ACCOUNT}","label":"SOL treasury","network":"solana","currency":"SOL","details":{}}'
echo "account: $(approve "$(call treasurer POST /v1/accounts "$ACCOUNT" | field id)")"
RULE='{"id":"sol-cold","label":"SOL above 1000","currency":"SOL","withdrawalAccountId":"${SOL_ACCOUNT}","threshold":"1000","keep":"900","step":"1","budgets":{"per24Hours":"5000"}}'
echo "rule: $(approve "$(call treasurer POST /v1/sweep-rules "$RULE" | field id)")"
\`\`\`
`;

  /** A copy of the tables and of how far their streams were read, file by file, while everything runs. */
  async function backedUp(): Promise<string> {
    const copy = path.join(folder, 'backup');
    const changedAt = async () => (await stat(path.join(folder, 'tables.db'))).mtimeMs;
    let since: number;
    // The engine appends to a file beside its tables, and moves that into them at times: no copy is made across that.
    do {
      since = await changedAt();
      await rm(copy, { recursive: true, force: true });
      for (const name of ['streams', 'tables.db', 'tables.db-wal']) {
        await cp(path.join(folder, name), path.join(copy, name), { recursive: true });
      }
    } while ((await changedAt()) !== since);
    return copy;
  }

  /** The copy takes the place of the tables. The service has forgotten nothing. */
  async function restored(copy: string): Promise<void> {
    await stack.stop();
    for (const name of await readdir(folder)) {
      if (name.startsWith('tables.db') || name === 'streams') {
        await rm(path.join(folder, name), { recursive: true });
      }
    }
    await cp(copy, folder, { recursive: true });
    notices.length = 0;
    stack = await opened();
    await stack.start();
  }

  /** Sent after the backup, and no balance shows it for as long as the test goes on. */
  async function sendLater(): Promise<void> {
    const before = posts().length;
    service().setBooking({ delayMs: HOURS_MS });
    service().deposit({ currency: 'SOL', amount: '400' });
    await expect.poll(() => posts().length, { timeout: 30_000 }).toBeGreaterThan(before);
    await expect.poll(async () => (await lane())?.status.state, { timeout: 30_000 }).toBe('idle');
  }

  /** Snapshots that the rule was decided on since everything is live again. */
  async function decided(count: number): Promise<void> {
    const since = await latestTick();
    const reached = async () => (await latestTick()) >= since + count * EVERY_MS;
    await expect.poll(reached, { timeout: 60_000 }).toBe(true);
  }

  async function latestTick(): Promise<number> {
    const { tenant, snapshotsTable, ledgerTable } = stack.tables;
    const tables = { snapshots: snapshotsTable, ledger: ledgerTable };
    const { items } = await listDecisions(tables, tenant, { rule: 'sol-cold' }, { limit: 1 });
    return items[0] === undefined ? 0 : Date.parse(items[0].snapshot);
  }

  it(
    'go as they are written down, and what was sent after a backup is not sent again once it is restored',
    async () => {
      const [first = '', after = ''] = page.split(RESTORING);
      const preamble = first.slice(0, first.indexOf('## First deployment'));
      expect(await carriedOut(first)).toEqual([
        'docs/walkthrough-policy.json is acceptable: 0 rules, 0 accounts',
        'account: approved',
        'rule: approved',
        'the first sweep is confirmed',
        expect.stringMatching(/^\d+$/),
        'rotated',
        'unknown',
        'unknown',
        'confirmed',
        'halted',
        'anomaly',
        'confirmed',
        'halted',
        'resumption: approved',
      ]);
      expect(await carriedOut(preamble + OF_ITS_OWN)).toEqual([
        'account: approved',
        'rule: approved',
      ]);
      await decided(2);
      const copy = await backedUp();
      await sendLater();
      await restored(copy);
      expect(notices.join()).toContain('currencies are disarmed');
      const sent = posts();
      const left = trueBalance();
      const unbooked = decimalOf(service().balances().SOL?.total ?? '').minus(left);
      expect(unbooked.greaterThan(300)).toBe(true);

      const [restoring = '', next = ''] = after.split(RESTORED);
      const comparing = restoring.replace('SOL=0', `SOL=${unbooked.toFixed()}`);
      expect(comparing).not.toBe(restoring);
      expect(await carriedOut(preamble + comparing)).toEqual([
        'halted',
        expect.stringMatching(/BTC/),
        'treasurer',
        'approver',
        'true',
        'intact',
        'dry-run: approved',
        'live: approved',
      ]);
      // The balances show the money of the later send still, and the ledger knows nothing of it.
      await decided(3);
      expect(posts()).toEqual(sent);
      service().deposit({ currency: 'SOL', amount: '200' });
      await expect.poll(() => posts().length, { timeout: 30_000 }).toBe(sent.length + 1);
      await decided(3);
      expect(posts()).toHaveLength(sent.length + 1);
      expect(trueBalance().toFixed()).toBe(left.toFixed());

      expect(await carriedOut(preamble + next)).toEqual([
        'schedule: approved',
        'another account: approved',
        'inactive',
        '0',
        'intact',
        'urn:sluice:problem:maker-is-checker',
        'approved',
      ]);
    },
    SLOW_MS,
  );
});
