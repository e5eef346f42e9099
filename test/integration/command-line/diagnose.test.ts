import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { stageLogs } from '../../../bin/sluice/diagnosis/stage-logs.ts';
import { listenSigned } from '../../../local/network/listen-signed.ts';
import { newCredentials } from '../../../local/network/signature.ts';
import { CANARY_TOKEN } from '../../canary/canary.ts';
import { temporaryFolder } from '../../lifetimes/temporary-folder.ts';
import { servedForTheFile } from '../authorisation/served-api.ts';
import { deploymentSteps } from '../functions/deployment-steps.ts';
import { ledgerRecords } from '../functions/ledger-records.ts';
import { sluice as runSluice } from './command-line.ts';

const served = servedForTheFile();
const steps = deploymentSteps(() => served().deployed);
const folder = mkdtempSync(path.join(temporaryFolder(), 'diagnose-'));

const environment = () => ({
  XDG_STATE_HOME: path.join(folder, 'state'),
  XDG_CONFIG_HOME: path.join(folder, 'config'),
  SLUICE_API: served().url,
});

async function bundleOf(line: string) {
  const ran = await runSluice(`diagnose ${line} --as treasurer --json`.split(' '), environment());
  expect(ran.stderr).toBe('');
  expect(ran.code).toBe(0);
  return JSON.parse(ran.stdout);
}

/** A line as a function writes it. */
const logLine = (fields: object) =>
  `send-withdrawal ${JSON.stringify({ level: 'INFO', service: 'send-withdrawal', ...fields })}`;

let withdrawal: string;
let sweep: { readonly id: string; readonly origin: { readonly snapshot: string } };
let requestId: string;
let log: string;

beforeAll(async () => {
  await steps.snapshot();
  await steps.sweep();
  const { accounts } = await served().deployed.ledger.readPolicy('main');
  const asked = await steps.withdraw({
    withdrawalAccountId: accounts.find(({ currency }) => currency === 'BTC')?.id,
    amount: '0.01',
    comment: 'for the diagnosis',
  });
  withdrawal = String(asked.body.id);
  const [entry] = (await bundleOf(withdrawal)).audit;
  requestId = entry.requestId;
  const list = await runSluice(
    'withdrawals --state confirmed --as viewer --json'.split(' '),
    environment(),
  );
  [sweep] = JSON.parse(list.stdout).items;
  log = path.join(folder, 'functions.log');
  const lines = [
    logLine({ message: 'sent', instructionId: withdrawal, function_request_id: requestId }),
    logLine({ message: 'another', instructionId: 'other' }),
    // What no function writes, and no bundle would hand on.
    logLine({ instructionId: withdrawal, token: CANARY_TOKEN, url: `/v1?token=${CANARY_TOKEN}` }),
    logLine({ instructionId: withdrawal, headers: { Authorization: `Bearer ${CANARY_TOKEN}` } }),
    logLine({ instructionId: withdrawal, message: `GET /v1/balances?token=${CANARY_TOKEN} 200` }),
    `a line that is no JSON about ${withdrawal}: token=${CANARY_TOKEN} secret: "${CANARY_TOKEN}"`,
    `${withdrawal} AKIAABCDEFGHIJKLMNOP eyJhbGciOi.eyJzdWIiOiJ0.c2lnbmF0dXJl`,
  ];
  writeFileSync(log, `${lines.join('\n')}\n`);
});

describe('sluice diagnose', () => {
  it('leads from a withdrawal to the audit entries, the requests and the lines about it', async () => {
    const bundle = await bundleOf(`${withdrawal} --logs ${log}`);
    expect(bundle).toMatchObject({ kind: 'withdrawal', requestIds: [requestId], logs: log });
    expect(bundle.audit.length).toBeGreaterThan(0);
    expect(bundle.logLines).toHaveLength(6);
    expect(bundle.logLines[0]).toMatchObject({ message: 'sent', from: 'send-withdrawal' });
  });

  it('leads from a sweep to the decision that made it', async () => {
    const { decisions } = await bundleOf(sweep.id);
    expect(decisions).toMatchObject([{ snapshot: sweep.origin.snapshot }]);
  });

  it('leads from a request to the instructions that the log names, and to the audit log', async () => {
    const bundle = await bundleOf(`${requestId} --logs ${log}`);
    expect(bundle).toMatchObject({ kind: 'request', requestIds: [requestId] });
    expect(bundle.leadsTo).toMatchObject([{ id: withdrawal }]);
    expect(bundle.audit).toContainEqual(expect.objectContaining({ requestId }));
    expect(bundle.logLines.length).toBeGreaterThan(1);
  });

  it('leads from a run to the decisions about every rule', async () => {
    const bundle = await bundleOf(sweep.origin.snapshot);
    expect(bundle.kind).toBe('run');
    const { rules } = await served().deployed.ledger.readPolicy('main');
    expect(bundle.decisions).toHaveLength(rules.length);
  });

  it('leads from a rule to its decisions, and from an alarm to what it is about', async () => {
    const { rules } = await served().deployed.ledger.readPolicy('main');
    const rule = await bundleOf(rules[0]?.id ?? '');
    expect(rule).toMatchObject({ kind: 'rule' });
    expect(rule.decisions.length).toBeGreaterThan(0);
    const alarm = await bundleOf('sluice-prod-no-snapshot-main');
    expect(alarm).toMatchObject({
      kind: 'alarm',
      alarm: { runbook: 'docs/operations.md#no-snapshot' },
    });
    expect(alarm.leadsTo.length).toBeGreaterThan(0);
  });

  it('leads from an event, by its id or its place, to the thing that it is about', async () => {
    const { deployed } = served();
    await deployed.invoke('publish-events', await ledgerRecords(deployed.ledgerTable));
    const tail = await runSluice(
      'events tail --since 2026-01-01T00:00:00Z --once --json --as viewer'.split(' '),
      environment(),
    );
    const events = tail.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const event = events.find(({ subject }) => subject === withdrawal);
    for (const id of [event.id, event.sequence]) {
      const bundle = await bundleOf(`${id} --logs ${log}`);
      expect(bundle).toMatchObject({ kind: 'event', item: { id: event.id } });
      expect(bundle.leadsTo).toMatchObject([{ id: withdrawal }]);
      expect(bundle.logLines).toHaveLength(6);
    }
  });

  it('writes no secret, no name and no comment into its file, which is for its owner alone', async () => {
    const file = path.join(folder, 'bundle.json');
    const shown = await bundleOf(`${withdrawal} --logs ${log} --output ${file}`);
    const written = readFileSync(file, 'utf8');
    expect(JSON.parse(written)).toEqual(shown);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(written).not.toContain(CANARY_TOKEN);
    expect(written).not.toMatch(/AKIA|eyJ|for the diagnosis|tess/);
    expect(written).toContain('(hidden)');
  });

  it('says what is no id of anything', async () => {
    const ran = await runSluice(['diagnose', 'what?', '--as', 'viewer'], environment());
    expect(ran).toMatchObject({ code: 5, stderr: expect.stringContaining('no id, no currency') });
  });
});

describe('the log of the stack on this machine', () => {
  let stack: Server;
  let url: string;

  beforeAll(async () => {
    // The stack's own address, with a log of its own in front of the API's routes.
    stack = createServer(async (request, response) => {
      if (request.url === '/local/log') {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ file: log }));
        return;
      }
      const answer = await fetch(new URL(request.url ?? '/', served().url), {
        // Plain: what arrives packed is handed on unpacked, under headers that say otherwise.
        headers: {
          authorization: request.headers.authorization ?? '',
          'accept-encoding': 'identity',
        },
      });
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      response.end(Buffer.from(await answer.arrayBuffer()));
    });
    await new Promise<void>((resolve) => stack.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(stack.address() as AddressInfo).port}`;
  });
  afterAll(() => stack.close());

  it('is found without being named', async () => {
    const ran = await runSluice(
      `diagnose ${withdrawal} --as treasurer --json --api ${url}`.split(' '),
      environment(),
    );
    const bundle = JSON.parse(ran.stdout);
    expect(bundle.logs).toBe(log);
    expect(bundle.logLines).toHaveLength(6);
  });
});

describe('the logs of a stage', () => {
  const credentials = newCredentials();
  afterEach(() => vi.unstubAllEnvs());

  /** CloudWatch Logs, as far as it is asked: two pages of log groups, and a query that takes a moment. */
  async function logsEndpoint(seen: Record<string, unknown>[]) {
    let looks = 0;
    const groupsOf = ({ logGroupNamePrefix: prefix, nextToken }: Record<string, unknown>) => {
      if (String(prefix).startsWith('/aws/'))
        return { logGroups: [{ logGroupName: `${prefix}api` }] };
      return nextToken === undefined
        ? { logGroups: [{ logGroupName: `${prefix}run-sweeps` }], nextToken: 'more' }
        : { logGroups: [{ logGroupName: `${prefix}send-withdrawal` }] };
    };
    const resultsOf = () => {
      looks += 1;
      if (looks === 1) return { status: 'Running', results: [] };
      const value = JSON.stringify({ level: 'INFO', instructionId: 'w-1', message: 'sent' });
      return { status: 'Complete', results: [[{ field: '@message', value }]] };
    };
    const responseTo = (operation: string, input: Record<string, unknown>): object => {
      if (operation === 'DescribeLogGroups') return groupsOf(input);
      return operation === 'StartQuery' ? { queryId: 'query-1' } : resultsOf();
    };
    return await listenSigned('a test', { credentials }, async (request, response, body) => {
      const operation = String(request.headers['x-amz-target']).split('.')[1] ?? '';
      const input = JSON.parse(String(body));
      seen.push({ operation, ...input });
      response.end(JSON.stringify(responseTo(operation, input)));
    });
  }

  it('are asked by one query over every log group', async () => {
    const seen: Record<string, unknown>[] = [];
    const listening = await logsEndpoint(seen);
    vi.stubEnv('AWS_REGION', 'eu-central-1');
    vi.stubEnv('AWS_ENDPOINT_URL_CLOUDWATCH_LOGS', listening.url);
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'local');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', credentials.secretKey);
    vi.stubEnv('AWS_SESSION_TOKEN', credentials.sessionToken);
    try {
      const notes: string[] = [];
      const logs = stageLogs('prod', Date.parse('2026-01-05T09:00:00Z'), (line) =>
        notes.push(line),
      );
      expect(await logs.linesAbout(['w-1'])).toEqual([
        { level: 'INFO', instructionId: 'w-1', message: 'sent' },
      ]);
      expect(notes).toEqual([]);
      const query = seen.find(({ operation }) => operation === 'StartQuery');
      expect(query).toMatchObject({
        logGroupNames: [
          '/sluice/prod/run-sweeps',
          '/sluice/prod/send-withdrawal',
          '/aws/vendedlogs/sluice/prod/api',
        ],
        startTime: 1_767_603_600,
        queryString: expect.stringContaining('@message like "w-1"'),
      });
    } finally {
      await listening.close();
    }
  });

  it('that may not be read leave the rest of the bundle, and say why', async () => {
    vi.stubEnv('AWS_REGION', 'eu-central-1');
    vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
    vi.stubEnv('AWS_CONFIG_FILE', path.join(folder, 'none'));
    vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', path.join(folder, 'none'));
    const notes: string[] = [];
    const logs = stageLogs('prod', 0, (line) => notes.push(line));
    expect(await logs.linesAbout(['w-1'])).toEqual([]);
    expect(notes).toEqual(['no log lines: there are no credentials for AWS']);
  });
});
