import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderForEachTest } from '../../lifetimes/temporary-folder.ts';
import { eventually } from '../../waiting/until.ts';
import { sluice as runSluice } from './command-line.ts';

const folder = folderForEachTest();

async function open(line: string, more: Readonly<Record<string, string>> = {}) {
  const config = path.join(folder(), 'sluice');
  mkdirSync(config, { recursive: true });
  const profiles = {
    prod: { api: 'https://api.example', console: 'https://console.example' },
    bare: { api: 'https://api.example' },
  };
  writeFileSync(path.join(config, 'config.json'), JSON.stringify({ profiles }));
  const env = { XDG_CONFIG_HOME: folder(), BROWSER: 'none', ...more };
  return await runSluice(['open', ...line.split(' ').filter((word) => word !== '')], env);
}

describe('sluice open', () => {
  it('prints where the console is: of the stack on this machine, and of a profile that says so', async () => {
    expect(await open('')).toEqual({ code: 0, stdout: 'http://127.0.0.1:4400/\n', stderr: '' });
    expect((await open('--api http://localhost:4500')).stdout).toBe('http://localhost:4500/\n');
    expect((await open('--profile prod')).stdout).toBe('https://console.example/\n');
    expect((await open('--profile prod --api-document')).stdout).toBe(
      'https://api.example/v1/openapi.json\n',
    );
  });

  it('guesses no address of a deployment, and says how to tell it', async () => {
    const refused = await open('--profile bare');
    expect(refused.code).not.toBe(0);
    expect(refused.stderr).toMatch(/does not say where the console is/);
    expect(refused.stderr).toMatch(/sluice login --profile bare --console URL/);
  });

  it('opens it with the browser that the environment names', async () => {
    const browser = path.join(folder(), 'browser');
    const opened = path.join(folder(), 'opened');
    writeFileSync(
      browser,
      `#!/bin/sh\necho "$1" > ${opened}.part && mv ${opened}.part ${opened}\n`,
    );
    chmodSync(browser, 0o700);
    await open('--no-browser', { BROWSER: browser });
    await open('', { BROWSER: browser });
    const page = await eventually('a page', async () =>
      existsSync(opened) ? readFileSync(opened, 'utf8') : null,
    );
    expect(page).toBe('http://127.0.0.1:4400/\n');
  });
});
