import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { SOURCES } from '../../../local/synthesis/source-digest.ts';
import { synthesise } from '../../../local/synthesis/synthesise.ts';
import { temporaryFolder } from '../../lifetimes/temporary-folder.ts';

const temporary = temporaryFolder();
let project: string;
let count = 0;

beforeEach(() => {
  count += 1;
  project = path.join(temporary, String(count));
  for (const folder of [...SOURCES.filter((source) => !source.includes('.')), 'functions/one']) {
    mkdirSync(path.join(project, folder), { recursive: true });
  }
  mkdirSync(path.join(project, 'bin'));
  for (const file of ['bin/sluice-app.ts', 'package-lock.json', 'tsconfig.json']) write(file, '{}');
  write('cdk.json', JSON.stringify({ app: 'node app.mjs', context: { stage: 'dev' } }));
  write(
    'app.mjs',
    `import { mkdirSync, writeFileSync } from 'node:fs';
     mkdirSync(process.env.CDK_OUTDIR);
     writeFileSync(process.env.CDK_OUTDIR + '/context', process.env.CDK_CONTEXT_JSON);`,
  );
});

function write(file: string, content: string): void {
  writeFileSync(path.join(project, file), content);
}

describe('the assembly of the sources', () => {
  it("is made by the project's app with its settings, once until a source changes", async () => {
    let made = 0;
    const make = async (): Promise<string> => await synthesise(project, () => (made += 1));
    const first = await make();
    expect(JSON.parse(readFileSync(path.join(first, 'context'), 'utf8'))).toEqual({ stage: 'dev' });
    expect(await make()).toBe(first);
    expect(made).toBe(1);
    write('functions/one/handler.ts', 'export {};');
    const second = await make();
    expect(second).not.toBe(first);
    expect(made).toBe(2);
    expect(existsSync(first)).toBe(true);
  });

  it('is one, and whole, where two make it at once: the one that comes second drops its own', async () => {
    let made = 0;
    const make = () => synthesise(project, () => (made += 1));
    const [one, other] = await Promise.all([make(), make()]);
    expect([one, made]).toEqual([other, 2]);
    expect(readdirSync(one)).toEqual(['context']);
    expect(readdirSync(path.dirname(one))).toEqual([path.basename(one)]);
  });

  it('is made beside what another process works on, and clears away what a dead one left', async () => {
    const folder = path.join(project, '.sluice', 'assembly');
    for (const name of ['somebody.1', 'dead.1'])
      mkdirSync(path.join(folder, name), { recursive: true });
    utimesSync(path.join(folder, 'dead.1'), 0, 0);
    const assembly = await synthesise(project, () => undefined);
    expect(readdirSync(folder).sort()).toEqual([path.basename(assembly), 'somebody.1'].sort());
  });

  it('that cannot be made is said in one line', async () => {
    write('app.mjs', "throw new TypeError('a stack is not right');");
    const failing = synthesise(project, () => undefined);
    await expect(failing).rejects.toThrow(/cannot be synthesised: .*a stack is not right/);
    await expect(failing).rejects.not.toThrow(/\n/);
  });
});
