import { describe, expect, it } from 'vitest';
import { readPermissions } from '../../lib/permissions/read-permissions.ts';
import { MAX_TENANTS } from '../../lib/stages/stage-configuration.ts';
import {
  readEnvironment,
  sendWithdrawalEnvironment,
} from '../../runtime/environment/environment.ts';
import { configured, functionsOf, type Properties, synthesised } from './synthesised.ts';

/** Bytes that all variables of a function may be together. */
const LAMBDA_VARIABLES = 4_096;
/** Characters that the policies of one role may be together, blanks aside. */
const ROLE_POLICIES = 10_240;
const LONGEST_REGION = 'ap-southeast-2';
/** Two digits follow, up to the 31 characters that a tenant's name may have. */
const LONGEST_TENANT = 'c'.repeat(29);

const two = synthesised(configured({ tenants: ['main', 'other'] }));

function names(properties: readonly Properties[], of: (each: Properties) => unknown): unknown[] {
  return properties.map(of).sort();
}

function all(type: string, stacks = two): readonly Properties[] {
  return [...stacks.all.values()].flatMap((template) =>
    Object.values(template.findResources(type)).map(({ Properties }) => Properties),
  );
}

describe('a deployment of two tenants', () => {
  it('has a place for the token of each', () => {
    expect(names(all('AWS::SecretsManager::Secret'), ({ Name }) => Name)).toEqual([
      'sluice/dev/cursor-key',
      'sluice/dev/service-token/main',
      'sluice/dev/service-token/other',
    ]);
  });

  it('takes snapshots and watches for each', () => {
    const ticks = all('AWS::Scheduler::Schedule').map(({ Target }) => JSON.parse(Target.Input));
    const of = (tenant: string) => ticks.filter((tick) => tick.tenant === tenant).length;
    expect(of('main')).toBeGreaterThanOrEqual(2);
    expect(of('other')).toBe(of('main'));
  });

  it('tells functions of both, and the place of each token', () => {
    const variables = functionsOf(two).get('place-trade')?.Environment.Variables;
    expect(variables.TENANTS).toBe('main,other');
    const text = variables.TOKEN_SECRET_ARN['Fn::Join'][1]
      .map((part: unknown) => (typeof part === 'string' ? part : 'arn:of:a:secret'))
      .join('');
    expect(text).toBe('main=arn:of:a:secret,other=arn:of:a:secret');
    const { TOKEN_SECRET_ARN: secretOf } = readEnvironment(sendWithdrawalEnvironment, {
      LEDGER_TABLE: 'ledger',
      SNAPSHOTS_TABLE: 'snapshots',
      SERVICE_BASE_URL: 'https://service.example',
      TOKEN_SECRET_ARN: text,
      SEAL_KEYS: 'arn:of:a:key',
      READING_KEY: 'arn:of:a:third:key',
    });
    expect([secretOf('main'), secretOf('nobody')]).toEqual(['arn:of:a:secret', null]);
  });

  it('has a group of people and credentials of programs for each', () => {
    const groups = names(all('AWS::Cognito::UserPoolGroup'), ({ GroupName }) => GroupName);
    expect(groups).toEqual(expect.arrayContaining(['tenant:main', 'tenant:other', 'viewer']));
    const programs = all('AWS::Cognito::UserPoolClient').filter(
      ({ GenerateSecret }) => GenerateSecret === true,
    );
    const seen = programs.map(({ AllowedOAuthScopes }) =>
      JSON.stringify(AllowedOAuthScopes).match(/tenant:[a-z]+/g),
    );
    expect(seen).toEqual([['tenant:main'], ['tenant:other']]);
  });

  it('lets roles reach the items and files of both, and of no other tenant', () => {
    const templates = new Map([...two.all].map(([name, template]) => [name, template.toJSON()]));
    const keys = readPermissions(templates).flatMap(({ conditions }) =>
      conditions
        .filter(({ operator }) => operator === 'ForAllValues:StringLike')
        .map(({ values }) => values.join()),
    );
    expect(new Set(keys)).toEqual(new Set(['main#*,other#*']));
  });
});

describe('a deployment of one tenant', () => {
  const one = synthesised();

  it('has neither groups nor scopes of tenants', () => {
    expect(JSON.stringify(one.identity?.toJSON())).not.toContain('tenant:');
  });

  it('keeps the place of its token and its program where others join', () => {
    const ids = (type: string) =>
      [...one.all.values()].flatMap((template) => Object.keys(template.findResources(type)));
    const joined = (type: string) =>
      [...two.all.values()].flatMap((template) => Object.keys(template.findResources(type)));
    for (const type of ['AWS::SecretsManager::Secret', 'AWS::Cognito::UserPoolClient']) {
      expect(joined(type)).toEqual(expect.arrayContaining(ids(type)));
    }
  });
});

describe('as many tenants as are accepted, with the longest of names,', () => {
  const tenants = Array.from(
    { length: MAX_TENANTS },
    (_, index) => `${LONGEST_TENANT}${String(index).padStart(2, '0')}`,
  );
  const [first = '', ...others] = tenants;
  const many = synthesised(configured({ tenants: [first, ...others] }));
  const arn = `arn:aws:secretsmanager:${LONGEST_REGION}:000000000000:secret:sluice/staging/service-token/${first}-AbCdEf`;

  it('fit into the variables of a function', () => {
    for (const [name, { Environment }] of functionsOf(many)) {
      const sizes = Object.entries(Environment.Variables).map(([key, value]) => {
        if (key === 'TOKEN_SECRET_ARN')
          return key.length + tenants.length * `${first}=${arn},`.length;
        return key.length + (typeof value === 'string' ? value.length : arn.length);
      });
      const bytes = sizes.reduce((sum, size) => sum + size, 0);
      expect(bytes, name).toBeLessThan(LAMBDA_VARIABLES);
    }
  });

  it('fit into the policy of a role', () => {
    for (const { PolicyDocument, Roles } of all('AWS::IAM::Policy', many)) {
      const text = JSON.stringify(PolicyDocument)
        .replaceAll(/\{"Ref":"AWS::[A-Za-z]+"\}/g, LONGEST_REGION)
        .replaceAll(
          /\{"(?:Ref|Fn::GetAtt|Fn::GetStackOutput)":(?:"[^"]*"|\[[^\]]*\]|\{[^}]*\})\}/g,
          arn,
        )
        .replaceAll(/\{"Fn::Join":\["",\[(.*?)\]\]\}/g, '$1');
      expect(text).not.toMatch(/Fn::|"Ref"/);
      expect(text.length, JSON.stringify(Roles)).toBeLessThan(ROLE_POLICIES);
    }
  });
});
