import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { holidaysIn } from '../../../bin/policy-as-code/calendar-csv.ts';
import { readKnown, writeKnown } from '../../../bin/policy-as-code/folder-state.ts';
import { readPolicy } from '../../../bin/sluice/operate/read-policy.ts';
import { readConfig } from '../../../bin/sluice/profiles/profiles.ts';
import { readStage } from '../../../lib/stages/read-stage.ts';
import { readPolicyInput } from '../../../local/policy/policy-input.ts';
import { readAnswers } from '../../../local/service/answers-file.ts';
import { readTokenFile } from '../../../local/service/token-file.ts';
import { loadFaultScript } from '../../../sandbox/faults/fault-script.ts';
import { folderForEachTest } from '../../lifetimes/temporary-folder.ts';

const folder = folderForEachTest();

/** A copy of a text, in a file with a byte order mark in front. */
function marked(name: string, text: string): string {
  const file = path.join(folder(), name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `\uFEFF${text}`);
  return file;
}

const demo = readFileSync('local/demo-policy.json', 'utf8');

describe('a file with a byte order mark is read', () => {
  it('as a policy, by the command line and by the local stack', async () => {
    const file = marked('policy.json', demo);
    const read = await readPolicy(file, undefined);
    expect(read).toEqual(await readPolicy('local/demo-policy.json', undefined));
    expect(readPolicyInput(file, 60)).toEqual(read);
  });

  it('as a stage', () => {
    marked('dev.json', readFileSync('lib/stages/dev.json', 'utf8'));
    expect(readStage('dev', folder())).toEqual(readStage('dev'));
  });

  it('as profiles of the command line', () => {
    marked('sluice/config.json', '{"profiles":{"home":{"api":"http://127.0.0.1:4400"}}}');
    expect(readConfig({ XDG_CONFIG_HOME: folder() }).profiles).toHaveProperty('home');
  });

  it('as a script of faults, as answers and as a token', async () => {
    const script = '{"faults":[]}';
    expect(await loadFaultScript(marked('faults.json', script))).toBeDefined();
    expect(readAnswers(marked('answers.json', '{}'))).toBe('{"tradeFields":{},"harmlessTexts":[]}');
    expect(() => readTokenFile(marked('token', 'a-token-of-a-service-0123456789\n'))).not.toThrow();
  });

  it('as the state of a folder, and as holidays', async () => {
    await writeKnown(folder(), 'main at here', { 'rule:a': 3 });
    const state = path.join(folder(), '.sluice-state.json');
    marked('.sluice-state.json', readFileSync(state, 'utf8'));
    expect(await readKnown(folder(), 'main at here')).toEqual({ 'rule:a': 3 });
    const range = { from: '2026-01-01', until: '2026-12-31' };
    expect(holidaysIn('\uFEFF2026-08-01,Day', range)).toMatchObject({ ok: true });
  });
});
