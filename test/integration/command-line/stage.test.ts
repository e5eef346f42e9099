import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Listening } from '../../../local/network/listen.ts';
import { listenSigned } from '../../../local/network/listen-signed.ts';
import { newCredentials } from '../../../local/network/signature.ts';
import { temporaryFolder } from '../../lifetimes/temporary-folder.ts';
import { sluice as runSluice } from './command-line.ts';

const API = 'http://127.0.0.1:9';
const temporary = temporaryFolder();
const credentials = newCredentials();

let listening: Listening;
let folder: string;
let asked: string[];
/** The outputs of each stack that there is. */
let stacks: Record<string, Record<string, string>>;

beforeEach(async () => {
  folder = mkdtempSync(path.join(temporary, 'stage-'));
  asked = [];
  stacks = {
    'sluice-prod-api': { ApiAddress: API },
    'sluice-prod-identity': {
      UserPool: 'pool',
      Issuer: 'https://issuer.example/pool?a=1&b=2',
      CommandLineClient: 'client-81',
    },
  };
  listening = await listenSigned('a test', { credentials }, async (_request, response, body) => {
    const stack = new URLSearchParams(String(body)).get('StackName') ?? '';
    asked.push(stack);
    const { status, text } = describeStacks(stack);
    response.writeHead(status, { 'content-type': 'text/xml' }).end(text);
  });
  vi.stubEnv('AWS_REGION', 'eu-central-1');
  vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
  vi.stubEnv('AWS_CONFIG_FILE', path.join(folder, 'none'));
  vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', path.join(folder, 'none'));
  vi.stubEnv('AWS_ENDPOINT_URL_CLOUDFORMATION', listening.url);
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'local');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', credentials.secretKey);
  vi.stubEnv('AWS_SESSION_TOKEN', credentials.sessionToken);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await listening.close();
});

/** CloudFormation's answers, as its own interface documents them. */
function describeStacks(stack: string): { readonly status: number; readonly text: string } {
  const outputs = stacks[stack];
  if (outputs === undefined) {
    const message = `Stack with id ${stack} does not exist`;
    return {
      status: 400,
      text: `<ErrorResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><Error><Type>Sender</Type><Code>ValidationError</Code><Message>${message}</Message></Error><RequestId>r-1</RequestId></ErrorResponse>`,
    };
  }
  const members = Object.entries(outputs).map(
    ([name, value]) =>
      `<member><OutputKey>${name}</OutputKey><OutputValue>${value.replaceAll('&', '&amp;')}</OutputValue></member>`,
  );
  return {
    status: 200,
    text: `<DescribeStacksResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><DescribeStacksResult><Stacks><member><StackName>${stack}</StackName><Outputs>${members.join('')}</Outputs></member></Stacks></DescribeStacksResult><ResponseMetadata><RequestId>r-2</RequestId></ResponseMetadata></DescribeStacksResponse>`,
  };
}

const sluice = (line: string, more: Readonly<Record<string, string>> = {}) =>
  runSluice(line.split(' '), {
    XDG_STATE_HOME: path.join(folder, 'state'),
    XDG_CONFIG_HOME: path.join(folder, 'config'),
    SLUICE_ACCESS_TOKEN: 'a-token',
    ...more,
  });

const configFile = () => path.join(folder, 'config/sluice/config.json');
const profiles = () => JSON.parse(readFileSync(configFile(), 'utf8')).profiles;

it('reads where a stage is from the outputs of its stacks, once, and keeps it as a profile', async () => {
  const ran = await sluice('status --stage prod');
  // Nothing answers at the address that the stack names: that is where it went.
  expect(ran.code).toBe(7);
  expect(ran.stderr).toContain(`the profile "prod" is read from its stacks: ${API}`);
  expect(profiles()).toEqual({
    prod: { api: API, issuer: 'https://issuer.example/pool?a=1&b=2', clientId: 'client-81' },
  });
  expect(asked).toEqual(['sluice-prod-api', 'sluice-prod-identity']);
  await sluice('status --stage prod');
  await sluice('status', { SLUICE_STAGE: 'prod' });
  expect(asked).toHaveLength(2);
});

it('reads a stack of one output', async () => {
  stacks['sluice-prod-identity'] = { Issuer: 'https://issuer.example' };
  const ran = await sluice('status --stage prod');
  expect(ran.stderr).toContain('the stack sluice-prod-identity has no output CommandLineClient');
  expect(existsSync(configFile())).toBe(false);
});

it('says in one line which stack is missing, and where it looked', async () => {
  stacks = {};
  const ran = await sluice('status --stage prod');
  expect(ran.code).toBe(1);
  expect(ran.stderr).toContain('there is no stack sluice-prod-api in eu-central-1');
  expect(ran.stderr).toContain('AWS_PROFILE');
});

it('without credentials says so, and how to do without', async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', '');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', '');
  vi.stubEnv('AWS_SESSION_TOKEN', '');
  const ran = await sluice('status --stage prod');
  expect(ran.code).toBe(4);
  expect(ran.stderr).toContain('there are no credentials for AWS');
  expect(ran.stderr).toContain('sluice login --profile prod --api URL');
  expect(asked).toEqual([]);
});

it('passes on a refusal of AWS with its own code, and never a secret', async () => {
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'another-secret-key');
  const ran = await sluice('status --stage prod');
  expect(ran.code).not.toBe(0);
  expect(ran.stderr).toContain('cloudformation of AWS refused');
  expect(ran.stdout + ran.stderr).not.toContain('another-secret-key');
});

it('asks AWS for no stage that there is none of, nor where an address is named', async () => {
  expect((await sluice('status --stage elsewhere')).stderr).toContain('there is no profile');
  expect((await sluice(`status --stage prod --api ${API}`)).code).toBe(64);
  expect(asked).toEqual([]);
});
