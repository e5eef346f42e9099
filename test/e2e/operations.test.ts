import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { alarmKinds } from '../../lib/observability/alarms.ts';
import { NOTICES } from '../../lib/observability/notices.ts';
import { openStack, type Stack } from '../../local/stack.ts';
import { synthesise } from '../../local/synthesis/synthesise.ts';

const SLOW_MS = 180_000;
const ROOT = path.resolve(import.meta.dirname, '../..');
const RESTORING = '## Restoring from a backup';
const run = promisify(execFile);

let page: string;

beforeAll(async () => {
  page = await readFile(path.join(ROOT, 'docs/operations.md'), 'utf8');
});

/** Headings as a page's readers are sent to them. */
function anchors(): readonly string[] {
  return [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );
}

describe('docs/operations.md', () => {
  const kinds = alarmKinds({
    snapshotEveryMinutes: 5,
    alarms: { blockedHours: 4, budgetPercent: 90 },
  });

  it('has a section for each alarm, under its name, that says what it means, what to do and when it ends', () => {
    for (const { name } of kinds) {
      const section = page.split(`\n### ${name}\n`)[1]?.split('\n### ')[0] ?? '';
      for (const part of ['**Meaning:**', '**Do:**', '**It ends**']) {
        expect(section, `${name}: ${part}`).toContain(part);
      }
    }
  });

  it('has no section for an alarm that is none', () => {
    const sections = [...page.matchAll(/^### (.+)$/gm)].map(([, name]) => name);
    expect(sections.sort()).toEqual(kinds.map(({ name }) => name).sort());
  });

  it('has what its own links and the notices point to', () => {
    const pointed = [...page.matchAll(/\]\(#([\w-]+)\)/g)].map(([, anchor]) => anchor);
    const wanted = [...pointed, ...NOTICES.map(({ runbook }) => runbook)];
    expect(wanted.filter((anchor) => !anchors().includes(anchor ?? ''))).toEqual([]);
  });

  it('names every queue there is', async () => {
    const stacks = await Promise.all(
      ['automation', 'api', 'data', 'analytics', 'observability'].map((name) =>
        readFile(path.join(ROOT, `lib/stacks/${name}-stack.ts`), 'utf8'),
      ),
    );
    const bus = await readFile(path.join(ROOT, 'lib/constructs/treasury-bus.ts'), 'utf8');
    const queues = [...stacks, bus].flatMap((source) =>
      [...source.matchAll(/undeliveredQueue\(\s*\w+,\s*'([\w-]+)'/g)].map(([, name = '']) => name),
    );
    expect(queues.length).toBeGreaterThan(8);
    expect(queues.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });
});

describe('the runbooks', () => {
  let folder: string;
  let stack: Stack;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sluice-operations-'));
    const silent = (): void => undefined;
    stack = await openStack(
      {
        port: 0,
        sandboxPort: 0,
        dataFolder: folder,
        upstream: null,
        tokenFile: null,
        live: false,
        policyFile: path.join(ROOT, 'docs/walkthrough-policy.json'),
        activity: false,
        everyMs: 2_500,
        demonstration: false,
      },
      () => synthesise(ROOT, silent),
      { narrate: silent, notice: silent, log: silent },
    );
    await stack.start();
  }, SLOW_MS);

  afterAll(async () => {
    await stack.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** All blocks of a stretch of the page, as one script; what was said before holds. */
  async function carriedOut(text: string): Promise<readonly string[]> {
    const blocks = [...text.matchAll(/^( *)```sh\n([\s\S]*?)^ *```/gm)].map(
      ([, indent = '', block = '']) => block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    );
    const script = blocks
      .join('\n')
      .replace('http://127.0.0.1:4400', stack.url)
      .replace('http://127.0.0.1:4401', stack.service.url)
      .replace('DRILL=.sluice/drill', `DRILL=${folder}`);
    try {
      const { stdout } = await run('bash', ['-eu', '-o', 'pipefail', '-c', script], { cwd: ROOT });
      return stdout.trim().split('\n');
    } catch (error) {
      // Its own message is the whole script.
      const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string };
      throw new Error(`it went as far as:\n${stdout}and then:\n${stderr}`, { cause: 'the page' });
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
      const { ledger, client } = stack.tables;
      const { generation } = await ledger.readHalt(client);
      expect(await brokenGlass()).toBe(
        `halted: everything of ${client}, generation ${generation + 1}`,
      );
      // The watchdog puts it on record.
      await expect
        .poll(async () => (await ledger.readHalt(client)).unaudited.length, { timeout: 20_000 })
        .toBe(0);
      const preamble = page.slice(0, page.indexOf('## First deployment'));
      const [, going = ''] = page.split('They name the halt that they looked at');
      const end = going.indexOf('*Check:*');
      expect(await carriedOut(preamble + going.slice(0, end))).toEqual(['resumption: approved']);
    },
    SLOW_MS,
  );

  /** What a restored backup looks like: every lane was armed in another table. */
  async function restored(): Promise<void> {
    const { ledger, client } = stack.tables;
    const epoch = await ledger.epoch();
    for (const { currency } of await ledger.readLanes(client)) {
      // The watchdog and the sweeps write as well: what is read may be old news.
      await expect
        .poll(async () => {
          const lane = (await ledger.readLanes(client)).find((each) => each.currency === currency);
          if (lane === undefined || lane.epoch !== epoch) return lane !== undefined;
          const foreign = { ...lane, epoch: 'the table before', version: lane.version + 1 };
          const written = await ledger.commit(client, [
            { kind: 'arm-lane', lane: foreign, fromEpoch: epoch },
          ]);
          return written.ok;
        })
        .toBe(true);
    }
  }

  it(
    'go as they are written down, from the first deployment to a lost second approver',
    async () => {
      const [before = '', after = ''] = page.split(RESTORING);
      const preamble = before.slice(0, before.indexOf('## First deployment'));
      expect(await carriedOut(before)).toEqual([
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
      await restored();
      expect(await carriedOut(preamble + after)).toEqual([
        expect.stringMatching(/BTC/),
        'halted',
        'treasurer',
        'approver',
        'true',
        'dry-run: approved',
        'live: approved',
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
