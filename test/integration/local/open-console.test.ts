import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openPage } from '../../../bin/sluice/open-page.ts';
import { opensBrowser } from '../../../local/command/console-command.ts';
import { temporaryFolder } from '../../lifetimes/temporary-folder.ts';
import { eventually } from '../../waiting/until.ts';

const folder = temporaryFolder();
const PAGE = 'http://127.0.0.1:4400/';

/** A program that stands for a browser: it writes down which page it was opened on. */
function browserInto(file: string): string {
  const script = path.join(folder, 'browser');
  writeFileSync(script, `#!/bin/sh\necho "$@" > '${file}'\n`);
  chmodSync(script, 0o700);
  return script;
}

describe('a start opens the console', () => {
  it.each([
    ['where it is told to, in a pipe as well', true, { json: true }, { CI: 'true' }, false, true],
    ['where a person watches', null, { json: false }, {}, true, true],
    ['not where it is told not to', false, { json: false }, {}, true, false],
    ['not where its lines go to a program', null, { json: false }, {}, false, false],
    ['not where its lines are JSON', null, { json: true }, {}, true, false],
    ['not in a service that runs builds', null, { json: false }, { CI: 'true' }, true, false],
    ['where such a service says that it is none', null, { json: false }, { CI: '0' }, true, true],
  ] as const)('%s', (_, told, options, env, isInteractive, opens) => {
    expect(opensBrowser(told, options, env, isInteractive)).toBe(opens);
  });

  it('in the browser that BROWSER names', async () => {
    const file = path.join(folder, 'opened');
    openPage(PAGE, { BROWSER: browserInto(file), PATH: process.env.PATH });
    const opened = await eventually('the page', async () => {
      const text = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
      return text === '' ? null : text;
    });
    expect(opened).toBe(PAGE);
  });

  it('nowhere where BROWSER says none, and goes on where the browser is not there', () => {
    openPage(PAGE, { BROWSER: 'none' });
    openPage(PAGE, { BROWSER: path.join(folder, 'no-such-browser') });
  });
});
