import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { EXIT } from '../../bin/sluice/exit-codes.ts';
import { openDataFolder } from '../../local/data-folder/data-folder.ts';
import { CANARY_TOKEN } from '../canary/canary.ts';
import { sandboxForEachTest } from '../lifetimes/sandbox-for-each-test.ts';
import { folderForEachTest } from '../lifetimes/temporary-folder.ts';
import { runCommand } from './command.ts';

const DEMO_POLICY = path.resolve(import.meta.dirname, '../../local/demo-policy.json');
const NOBODY = 'http://127.0.0.1:9';

const folder = folderForEachTest();
const sandbox = sandboxForEachTest({ token: CANARY_TOKEN });
let data: string;
let token: string;

beforeEach(() => {
  data = path.join(folder(), 'new', 'data');
  token = path.join(folder(), 'token');
  writeFileSync(token, CANARY_TOKEN);
});

/** The one line that a refused command says, and its exit code. */
async function refused(name: 'start' | 'once', args: readonly string[]) {
  const { code, stdout, stderr } = await runCommand(name, args);
  const lines = stderr.trimEnd().split('\n');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(new RegExp(`^${name}: `));
  return { code, line: lines[0] ?? '', stdout };
}

/** Arguments of a start against a service, by what a person gets wrong. */
function mistakes(): Readonly<Record<string, readonly [readonly string[], RegExp]>> {
  const own = ['--upstream', sandbox().url];
  const withToken = [...own, '--token-file', token];
  const complete = [...withToken, '--policy', DEMO_POLICY];
  return {
    'no address': [['--upstream', 'foo', ...complete.slice(2)], /--upstream is not an address/],
    'plain http to another machine': [
      ['--upstream', 'http://service.example', ...complete.slice(2)],
      /must begin with https/,
    ],
    'no token': [own, /needs --token-file/],
    'no policy': [withToken, /needs --policy/],
    'no policy, live': [[...withToken, '--live', '--yes'], /needs --policy/],
    'live without a person and without --yes': [[...complete, '--live'], /--yes/],
    'a time that is none': [['--every', '5x'], /--every/],
    'two places for the data': [['--memory'], /exclude each other/],
    'an option that there is not': [['--forever'], /--forever/],
    'a word too many': [['now'], /argument/],
  };
}

const NAMES = [
  'no address',
  'plain http to another machine',
  'no token',
  'no policy',
  'no policy, live',
  'live without a person and without --yes',
  'a time that is none',
  'two places for the data',
  'an option that there is not',
  'a word too many',
] as const;

describe('a mistake on the command line', () => {
  it.each(NAMES)(
    'is refused in one line with exit code 64 and leaves no folder: %s',
    async (what) => {
      const [args, said] = mistakes()[what] ?? [[], /never/];
      for (const name of ['start', 'once'] as const) {
        const { code, line, stdout } = await refused(name, ['--data', data, ...args]);
        expect(code).toBe(EXIT.usage.code);
        expect(line).toMatch(said);
        expect(stdout).toBe('');
      }
      expect(existsSync(path.dirname(data))).toBe(false);
      expect(sandbox().journal()).toEqual([]);
    },
  );
});

describe('a start that is refused later', () => {
  const own = (...args: readonly string[]) => [
    ...['--data', data, '--token-file', token, '--policy', DEMO_POLICY],
    ...args,
  ];

  it.each([
    [
      'by a service that does not answer',
      () => own('--upstream', NOBODY),
      /127\.0\.0\.1:9/,
      'unreachable',
    ],
    [
      'by a service that does not take the token',
      () => {
        writeFileSync(token, 'not-the-token-of-anybody');
        return own('--upstream', sandbox().url, '--live', '--yes');
      },
      /token/,
      'failed',
    ],
    [
      'by answers that are none',
      () => {
        const answers = path.join(folder(), 'answers.json');
        writeFileSync(answers, '[]');
        return own('--upstream', sandbox().url, '--answers', answers);
      },
      /--answers/,
      'failed',
    ],
  ] as const)('%s leaves no data folder behind', async (_, args, said, kind) => {
    const { code, line } = await refused('once', args());
    expect(code).toBe(EXIT[kind].code);
    expect(line).toMatch(said);
    expect(line).not.toContain('not-the-token-of-anybody');
    expect(existsSync(path.dirname(data))).toBe(false);
  });

  it.each([
    ['a mistake', () => ['--upstream', 'foo'], 'usage'],
    ['a service that does not answer', () => own('--upstream', NOBODY), 'unreachable'],
  ] as const)('says %s as JSON to a program that asks for it', async (_, args, kind) => {
    const { code, stderr, stdout } = await runCommand('once', ['--json', ...args()]);
    expect([code, stdout]).toEqual([EXIT[kind].code, '']);
    expect(JSON.parse(stderr)).toMatchObject({ error: { kind, exitCode: code } });
  });

  it('leaves a folder that was there unclaimed, for the right service to take', async () => {
    await mkdir(data, { recursive: true });
    await refused('once', own('--upstream', NOBODY));
    const opened = await openDataFolder(data, 'another service');
    opened.claim();
    opened.close();
    expect(readFileSync(path.join(data, 'service.json'), 'utf8')).toContain('another service');
  });
});
