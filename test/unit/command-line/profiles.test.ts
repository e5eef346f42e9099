import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { CommandError } from '../../../bin/sluice/command-error.ts';
import {
  chosenProfile,
  type ProfileChoice,
  stageToRead,
} from '../../../bin/sluice/profiles/profiles.ts';
import { temporaryFolder } from '../../lifetimes/temporary-folder.ts';

const folder = temporaryFolder();

const PROD = 'https://prod.example';
const STAGING = 'https://staging.example';
const ELSEWHERE = 'https://elsewhere.example';

const CONFIG = {
  profiles: {
    prod: { api: PROD, issuer: 'https://issuer.example', tenant: 'main' },
    staging: { api: STAGING },
  },
};

function environment(variables: Readonly<Record<string, string>>, config: object = CONFIG) {
  const home = mkdtempSync(path.join(folder, 'config-'));
  mkdirSync(path.join(home, 'sluice'));
  writeFileSync(path.join(home, 'sluice/config.json'), JSON.stringify(config));
  return { XDG_CONFIG_HOME: home, ...variables };
}

function chosen(choice: ProfileChoice, variables: Readonly<Record<string, string>> = {}) {
  return chosenProfile(choice, environment(variables));
}

function refused(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    expect(error.exit).toBe('usage');
    return `${error.message} ${error.help ?? ''}`;
  }
  throw new Error('it was not refused');
}

describe('an option beats a variable', () => {
  it.each([
    ['--profile over SLUICE_API', { profile: 'prod' }, { SLUICE_API: ELSEWHERE }, PROD],
    ['--stage over SLUICE_API', { stage: 'staging' }, { SLUICE_API: ELSEWHERE }, STAGING],
    ['--profile over SLUICE_PROFILE', { profile: 'prod' }, { SLUICE_PROFILE: 'staging' }, PROD],
    ['--stage over SLUICE_PROFILE', { stage: 'staging' }, { SLUICE_PROFILE: 'prod' }, STAGING],
    ['--profile over SLUICE_STAGE', { profile: 'prod' }, { SLUICE_STAGE: 'staging' }, PROD],
    ['--api over SLUICE_PROFILE', { api: ELSEWHERE }, { SLUICE_PROFILE: 'prod' }, ELSEWHERE],
    ['--api over SLUICE_API', { api: ELSEWHERE }, { SLUICE_API: PROD }, ELSEWHERE],
  ] as const)('%s', (_, choice, variables, api) => {
    expect(chosen(choice, variables).api).toBe(api);
  });

  it('of the tenant as of the place: the profile that an option names keeps its own', () => {
    const variables = { SLUICE_TENANT: 'other' };
    expect(chosen({ tenant: 'mine' }, variables).tenant).toBe('mine');
    expect(chosen({ profile: 'prod' }, variables).tenant).toBe('main');
    expect(chosen({ profile: 'prod', tenant: 'mine' }, variables).tenant).toBe('mine');
    // Where the profile leaves it open, nothing is contradicted.
    expect(chosen({ profile: 'staging' }, variables).tenant).toBe('other');
    expect(chosen({}, { ...variables, SLUICE_PROFILE: 'prod' }).tenant).toBe('other');
  });

  it('of the issuer as of the place', () => {
    const variables = { SLUICE_ISSUER: 'https://another.example' };
    expect(chosen({ profile: 'prod' }, variables).issuer).toBe('https://issuer.example');
    expect(chosen({ profile: 'staging' }, variables).issuer).toBe('https://another.example');
    expect(chosen({}, { ...variables, SLUICE_PROFILE: 'prod' }).issuer).toBe(
      'https://another.example',
    );
  });
});

describe('a contradiction is refused, with both of those that contradict', () => {
  it.each([
    ['two options', { profile: 'prod', stage: 'staging' }, {}, ['--profile', '--stage']],
    ['an address and a profile', { profile: 'prod', api: ELSEWHERE }, {}, ['--profile', '--api']],
    ['an address and a stage', { stage: 'prod', api: ELSEWHERE }, {}, ['--stage', '--api']],
    [
      'two variables',
      {},
      { SLUICE_PROFILE: 'prod', SLUICE_STAGE: 'staging' },
      ['SLUICE_PROFILE', 'SLUICE_STAGE'],
    ],
    [
      'an address and a profile by variables',
      {},
      { SLUICE_PROFILE: 'prod', SLUICE_API: ELSEWHERE },
      ['SLUICE_PROFILE', 'SLUICE_API'],
    ],
    [
      'an address and a stage by variables',
      {},
      { SLUICE_STAGE: 'dev', SLUICE_API: ELSEWHERE },
      ['SLUICE_STAGE', 'SLUICE_API'],
    ],
  ] as const)('%s', (_, choice, variables, named) => {
    const said = refused(() => chosen(choice, variables));
    for (const each of named) expect(said).toContain(each);
  });

  it('but the same place said twice is none', () => {
    expect(chosen({ profile: 'prod', stage: 'prod' }).name).toBe('prod');
    expect(chosen({ profile: 'prod', api: `${PROD}/` }).name).toBe('prod');
    expect(chosen({}, { SLUICE_PROFILE: 'prod', SLUICE_API: PROD }).name).toBe('prod');
  });
});

describe('a profile that there is none of is refused with those that there are', () => {
  it.each([
    ['by an option', { profile: 'elsewhere' }, {}],
    ['by an option beside an exported address', { profile: 'elsewhere' }, { SLUICE_API: PROD }],
    ['by an option beside an address', { profile: 'elsewhere', api: ELSEWHERE }, {}],
    ['by a variable', {}, { SLUICE_PROFILE: 'elsewhere' }],
    ['by a name that every object has', { profile: 'constructor' }, {}],
    ['by an empty name', { profile: '' }, {}],
  ] as const)('%s', (_, choice, variables) => {
    expect(refused(() => chosen(choice, variables))).toContain('local, prod, staging');
  });

  it('but a sign-in makes it, at the address that it names', () => {
    const make = { isSignIn: true };
    const env = environment({});
    const choice = { profile: 'new', api: ELSEWHERE };
    expect(chosenProfile(choice, env, make)).toMatchObject({ name: 'new', api: ELSEWHERE });
    // A sign-in moves a profile, and takes nothing of another deployment along.
    const moved = chosenProfile({ profile: 'prod', api: ELSEWHERE }, env, make);
    expect(moved).toMatchObject({ name: 'prod', api: ELSEWHERE });
    expect(moved.issuer).toBeUndefined();
    // No exported address moves one.
    expect(refused(() => chosenProfile({ profile: 'new' }, { ...env, SLUICE_API: PROD }, make)));
  });
});

describe('an address alone', () => {
  it('is the profile that has it, and never the name of another', () => {
    const env = environment({ SLUICE_API: STAGING }, { ...CONFIG, profile: 'prod' });
    expect(chosenProfile({}, env)).toMatchObject({ name: 'staging', api: STAGING });
    const other = chosenProfile({ api: ELSEWHERE }, env);
    expect(other).toMatchObject({ name: 'elsewhere.example', api: ELSEWHERE });
    expect(chosenProfile({ api: 'http://127.0.0.1:4500' }, env).name).toBe('local');
  });
});

describe('the stacks of a stage are read', () => {
  it('for the place that is meant, and for no other', () => {
    const wanted = (choice: ProfileChoice, variables: Readonly<Record<string, string>> = {}) =>
      stageToRead(choice, environment(variables), false)?.stage ?? null;
    expect(wanted({ stage: 'dev' })).toBe('dev');
    expect(wanted({ stage: 'dev' }, { SLUICE_API: PROD, SLUICE_PROFILE: 'prod' })).toBe('dev');
    expect(wanted({}, { SLUICE_STAGE: 'dev' })).toBe('dev');
    expect(wanted({ profile: 'prod' }, { SLUICE_STAGE: 'dev' })).toBeNull();
    expect(wanted({ api: PROD }, { SLUICE_STAGE: 'dev' })).toBeNull();
    expect(wanted({}, { SLUICE_STAGE: 'dev', SLUICE_API: PROD })).toBeNull();
  });
});
