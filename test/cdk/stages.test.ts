import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { filledIn } from '../../lib/stages/filled-in.ts';
import { checkStage, readStage, StageConfigurationError } from '../../lib/stages/read-stage.ts';
import { requireReady } from '../../lib/stages/ready-stage.ts';
import {
  STAGES,
  type StageConfiguration,
  stageConfiguration,
} from '../../lib/stages/stage-configuration.ts';

function devFile(): Record<string, unknown> {
  return JSON.parse(readFileSync('lib/stages/dev.json', 'utf8'));
}

/** What is said of the dev file with one field changed. */
function refusal(change: (file: Record<string, unknown>) => unknown): string {
  try {
    checkStage('dev', change(devFile()), 'dev.json');
  } catch (error) {
    if (error instanceof StageConfigurationError) return error.message;
    throw error;
  }
  return 'accepted';
}

function withUrl(sandbox: string): string {
  return refusal((file) => {
    const service = file.service as Record<string, unknown>;
    return {
      ...file,
      service: { ...service, baseUrls: { production: 'https://a.example', sandbox } },
    };
  });
}

describe('a stage', () => {
  it.each(STAGES)('%s has a file that is acceptable', (stage) => {
    expect(readStage(stage).stage).toBe(stage);
  });

  it('that does not exist is refused with those that do', () => {
    expect(() => readStage('production')).toThrow(
      'stage: seen "production"; accepted: one of dev, staging, prod',
    );
  });

  it('without a file is refused with the name of the file', () => {
    expect(() => readStage('dev', '/nowhere')).toThrow(
      /nowhere\/dev\.json: cannot be read \(ENOENT\)/,
    );
  });

  it('keeps books to the last digit and by UTC, unless it says otherwise in full', () => {
    expect(checkStage('dev', devFile(), 'dev.json').books).toEqual({
      tolerances: {},
      reportingTimeZone: 'UTC',
      statementGraceHours: 24,
    });
    const zurich = { reportingTimeZone: 'Europe/Zurich', statementGraceHours: 72 };
    const withBooks = (books: object) => refusal((file) => ({ ...file, books }));
    expect(withBooks({ ...zurich, tolerances: { BTC: '0.00000001' } })).toBe('accepted');
    expect(withBooks({ ...zurich, tolerances: { BTC: '1e-8' } })).toContain('decimal text');
    const offset = { ...zurich, tolerances: {}, reportingTimeZone: '+01:00' };
    expect(withBooks(offset)).toContain('an IANA time zone such as "Europe/Zurich"');
    expect(withBooks({ ...zurich, tolerances: {}, statementGraceHours: 745 })).toContain(
      '0 to 744',
    );
  });

  it('names the origins of pages as browsers send them, and by default none', () => {
    expect(checkStage('dev', devFile(), 'dev.json').consoleOrigins).toEqual([]);
    const withOrigin = (origin: string) =>
      refusal((file) => ({ ...file, consoleOrigins: [origin] }));
    expect(withOrigin('https://console.example')).toBe('accepted');
    expect(withOrigin('http://localhost:5173')).toBe('accepted');
    for (const wrong of [
      '*',
      'null',
      'https://*.example',
      'https://console.example/',
      'https://console.example/app',
      'HTTPS://console.example',
      'https://console.example:443',
      'https://a@console.example',
      'http://console.example',
      'file:///console',
    ]) {
      expect(withOrigin(wrong), wrong).toContain('accepted: an origin such as');
    }
  });

  it('may talk to the service in the clear on this machine only', () => {
    expect(withUrl('http://service.example')).toBe(
      'dev.json: service.baseUrls.sandbox: seen "http://service.example"; accepted: an https address without /v1; this one must begin with https://; http:// is for a service on this machine only',
    );
    expect(withUrl('http://127.0.0.1.service.example')).toContain('must begin with https://');
    expect(withUrl('http://127.0.0.1:4401')).toBe('accepted');
    expect(withUrl('http://[::1]:4401')).toBe('accepted');
    expect(withUrl('http://localhost:4401')).toBe('accepted');
  });

  it('has addresses without the version, a query or credentials, and none of those is repeated', () => {
    expect(withUrl('https://service.example/v1')).toContain('must end before /v1');
    for (const secretive of [
      'https://u:hidden@service.example',
      'https://service.example?token=hidden',
    ]) {
      expect(withUrl(secretive)).toMatch(/must not hold/);
      expect(withUrl(secretive)).not.toContain('hidden');
    }
  });

  it('has no unknown fields', () => {
    expect(refusal((file) => ({ ...file, snapshotEveryMinute: 5 }))).toBe(
      'dev.json: snapshotEveryMinute: seen a field that does not exist; accepted: no such field; perhaps "snapshotEveryMinutes"',
    );
  });

  it('names every field that is missing or wrong, each on a line of its own', () => {
    const lines = refusal(({ reportingCurrency: _, ...file }) => ({
      ...file,
      snapshotEveryMinutes: 7,
      identity: { kind: 'ldap' },
    })).split('\n');
    expect(lines).toEqual([
      'dev.json: reportingCurrency: seen nothing; accepted: a currency such as "USD"',
      'dev.json: snapshotEveryMinutes: seen 7; accepted: one of 1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30, 60',
      'dev.json: identity.kind: seen "ldap"; accepted: an identity of kind "cognito" or "oidc"',
    ]);
  });

  it('deploys some tenants, each once', () => {
    const withTenants = (tenants: readonly string[]) => refusal((file) => ({ ...file, tenants }));
    expect(withTenants(['main', 'other'])).toBe('accepted');
    expect(withTenants([])).toContain('tenants.0: seen nothing; accepted: a name');
    expect(withTenants(['main', 'main'])).toContain('accepted: each tenant once');
    expect(withTenants(Array.from({ length: 11 }, (_, index) => `c${index}`))).toContain(
      'accepted: a list of 1 to 10 tenants',
    );
    expect(withTenants(['main', 'Other,main'])).toContain(
      'tenants.1: seen "Other,main"; accepted: a name of small letters, digits and hyphens',
    );
  });

  it('of an issuer of its own says by what people are known and proven, or what is safe is taken', () => {
    const oidc = { kind: 'oidc', issuer: 'https://id.example/', audience: ['sluice'] };
    const { console: _, ...file } = devFile();
    const checked = (identity: object) =>
      checkStage('dev', { ...file, identity: { ...oidc, ...identity } }, 'dev.json').identity;
    expect(checked({})).toEqual({
      ...oidc,
      claims: { person: 'sub', groups: 'cognito:groups' },
      personProof: { claim: 'auth_time' },
    });
    const said = { claims: { person: 'oid', groups: 'groups' }, personProof: { claim: 'amr' } };
    expect(checked(said)).toEqual({ ...oidc, ...said });
    const email = { claims: { person: 'email' } };
    expect(refusal((file) => ({ ...file, identity: { ...oidc, ...email } }))).toContain(
      'identity.claims.person: seen "email"; accepted: a claim that people cannot change',
    );
  });

  it('has a console with the usual settings, one with its own name, or none', () => {
    const withConsole = (console: object) => refusal((file) => ({ ...file, console }));
    expect(checkStage('dev', devFile(), 'dev.json').console).toEqual({ issuerOrigins: [] });
    const { console: _, ...without } = devFile();
    expect(checkStage('dev', without, 'dev.json').console).toBeUndefined();
    const certificateArn = 'arn:aws:acm:us-east-1:111122223333:certificate/0b6f9c0e';
    const domainName = 'console.example.com';
    expect(withConsole({ domainName, certificateArn })).toBe('accepted');
    expect(withConsole({ domainName })).toBe(
      'dev.json: console.certificateArn: seen nothing; accepted: the certificate of console.example.com, made in us-east-1',
    );
    expect(withConsole({ certificateArn })).toContain('console.domainName: seen nothing');
    const elsewhere = certificateArn.replace('us-east-1', 'eu-central-1');
    expect(withConsole({ domainName, certificateArn: elsewhere })).toContain(
      'accepted: the ARN of a certificate in us-east-1',
    );
    for (const wrong of [
      'https://console.example.com',
      'console',
      '*.example.com',
      'a_b.example',
    ]) {
      expect(withConsole({ domainName: wrong, certificateArn }), wrong).toContain('a host name');
    }
    expect(withConsole({ issuerOrigins: ['https://tokens.example/path'] })).toContain('an origin');
  });

  it('names the client of its console at an issuer of its own, and none where its pool makes one', () => {
    const identity = { kind: 'oidc', issuer: 'https://id.example/', audience: ['sluice'] };
    const of = (console: object) => refusal((file) => ({ ...file, identity, console }));
    expect(of({})).toBe(
      "dev.json: console.clientId: seen nothing; accepted: the id of the console's client at the issuer",
    );
    expect(of({ clientId: 'console', scope: 'openid api' })).toBe('accepted');
    expect(refusal((file) => ({ ...file, console: { clientId: 'console' } }))).toContain(
      'console.clientId: seen "console"; accepted: nothing',
    );
  });

  it('whose pool has neither a console nor another page to come back to is refused', () => {
    const { console: _, ...without } = devFile();
    const identity = { kind: 'cognito' };
    expect(() => checkStage('dev', { ...without, identity }, 'dev.json')).toThrow(
      'dev.json: identity.consoleUrls: seen nothing; accepted: at least one address, or a console of the stage ("console": {})',
    );
  });

  it('of production keeps its data', () => {
    expect(() => checkStage('prod', { ...devFile(), data: 'destroy' }, 'prod.json')).toThrow(
      'prod.json: data: seen "destroy"; accepted: "retain" for prod',
    );
  });
});

describe('the page on deploying', () => {
  it('says of each field what it decides', () => {
    const page = readFileSync('docs/deploying.md', 'utf8');
    const [, section = ''] = page.split(/^## The stage's file$/m);
    const [table = ''] = section.split(/^##/m);
    const rows = table.split('\n').filter((line) => line.startsWith('| `'));
    const told = rows.flatMap((row) => row.split('|')[1]?.match(/\w+/g) ?? []);
    expect(told.sort()).toEqual(Object.keys(stageConfiguration.shape).sort());
  });

  it('states for each point that only a real account can prove what has to be seen, by an id of its own', () => {
    const page = readFileSync('docs/deploying.md', 'utf8');
    const [, section = ''] = page.split(/^## Unproven until deployed$/m);
    const [table = ''] = section.split(/^##/m);
    const rows = table.split('\n').filter((line) => line.startsWith('| `'));
    const ids = rows.map((row) => row.match(/^\| `([a-z]+(?:-[a-z]+)*)` \|(?: [^|]+ \|){3}$/)?.[1]);
    expect(rows.length).toBeGreaterThan(5);
    expect(ids).not.toContain(undefined);
    expect(new Set(ids).size).toBe(rows.length);
  });
});

describe('a stage that keeps its data', () => {
  const EMAILS = ['treasury@bank.ch'];
  const own = { ...filledIn(readStage('prod')), notifications: { emails: EMAILS, chat: [] } };
  const SLACK = { kind: 'slack', workspaceId: 'T01', channelId: 'C01' } as const;

  /** What is said where `of` is not ready. */
  function unready(of: Partial<StageConfiguration>): readonly string[] {
    try {
      requireReady({ ...own, ...of });
    } catch (error) {
      if (error instanceof StageConfigurationError) return error.message.split('\n');
      throw error;
    }
    return [];
  }

  it('is ready with one recipient, by mail or in a chat', () => {
    expect(unready({})).toEqual([]);
    expect(unready({ notifications: { emails: [], chat: [SLACK] } })).toEqual([]);
  });

  it('is not while no person is told of its alarms', () => {
    expect(unready({ notifications: { emails: [], chat: [] } })).toEqual([
      expect.stringMatching(
        /^lib\/stages\/prod\.json: notifications: seen no recipient; accepted: /,
      ),
    ]);
  });

  it.each([
    'treasury@bank.example',
    'treasury@example.com',
    'treasury@EXAMPLE.org',
    'treasury@mail.example.net',
    'treasury@bank.test',
    'treasury@bank.invalid',
    'treasury@your.company',
  ])('is not while it would write to %s', (address) => {
    expect(unready({ notifications: { emails: [...EMAILS, address], chat: [] } })).toEqual([
      `lib/stages/prod.json: notifications.emails.1: seen "${address}", an example; accepted: an address that people read`,
    ]);
  });

  it('is not while it would call a service or a channel that is an example', () => {
    const { service } = own;
    const baseUrls = { ...service.baseUrls, production: 'https://service.example' };
    const chat = [{ ...SLACK, channelId: 'C07EXAMPLE' }];
    expect(
      unready({ service: { ...service, baseUrls }, notifications: { emails: [], chat } }),
    ).toEqual([
      expect.stringContaining('notifications.chat.0.channelId: seen "C07EXAMPLE"'),
      expect.stringContaining('service.baseUrls.production: seen "https://service.example"'),
    ]);
  });

  it('that is thrown away may have none', () => {
    expect(unready({ data: 'destroy', notifications: { emails: [], chat: [] } })).toEqual([]);
  });
});

/** What the app says of a context, and its exit code; null where it synthesises. */
async function appFailure(context: Readonly<Record<string, unknown>>) {
  const run = promisify(execFile)(process.execPath, ['bin/sluice-app.ts'], {
    env: {
      ...process.env,
      CDK_CONTEXT_JSON: JSON.stringify({ 'aws:cdk:bundling-stacks': [], ...context }),
      CDK_OUTDIR: mkdtempSync(path.join(tmpdir(), 'sluice-app-')),
    },
  });
  return await run.then(
    () => null,
    (error: { code: number; stderr: string; stdout: string }) => error,
  );
}

describe('the app', () => {
  it.each(['staging', 'prod'])(
    'refuses %s of a fresh clone, and names what is open',
    async (stage) => {
      const failure = await appFailure({ stage });
      expect(failure?.code).toBe(1);
      expect(failure?.stderr.trim().split('\n')).toEqual([
        expect.stringContaining(`lib/stages/${stage}.json: notifications: seen no recipient`),
        expect.stringContaining(`lib/stages/${stage}.json: service.baseUrls.`),
      ]);
    },
  );

  it('synthesises it filled in for a check of the templates, for an account that does not exist', async () => {
    expect(await appFailure({ stage: 'prod', filledIn: 'yes' })).toBeNull();
    expect(filledIn(readStage('prod')).account).toBe('111122223333');
  });

  it('says in one line what is wrong with the stage, and fails', async () => {
    const failure = await appFailure({ stage: 'production' });
    expect(failure?.code).toBe(1);
    expect(failure?.stdout).toBe('');
    expect(failure?.stderr.trim().split('\n')).toEqual([
      'stage: seen "production"; accepted: one of dev, staging, prod (cdk synth -c stage=dev)',
    ]);
  });

  it('is synthesised with every feature flag as recommended', () => {
    const { context } = JSON.parse(readFileSync('cdk.json', 'utf8'));
    const recommended = JSON.parse(
      readFileSync('node_modules/aws-cdk-lib/recommended-feature-flags.json', 'utf8'),
    );
    expect(context).toMatchObject(recommended);
  });
});
