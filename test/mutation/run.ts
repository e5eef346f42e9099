import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Command } from 'commander';
import { AREA_NAMES, AREA_VARIABLE, AREAS, type AreaName } from './areas.ts';
import { judge, tableOf } from './judge.ts';

/* npm run test:mutation: tries every mutant of the domain; exit code 1 where one survives that must not. */

const program = new Command('test-mutation')
  .description(`Mutation testing of the domain, by area: ${AREA_NAMES.join(', ')}.`)
  .argument('[areas...]', 'the areas to try; all of them where none is named')
  .option('--force', 'try every mutant again, whatever an earlier run of this machine has found')
  .option('--judge-only', 'judge what the latest runs have reported')
  .parse();

const { force, judgeOnly } = program.opts<{ force?: true; judgeOnly?: true }>();
const areas = program.args.length === 0 ? AREA_NAMES : program.args.map(areaNamed);

const failed = judgeOnly ? [] : areas.filter((area) => !tried(area));
if (failed.length > 0) {
  say(`Stryker did not come to its end for: ${failed.map((area) => AREAS[area].title).join(', ')}`);
  process.exitCode = 1;
} else {
  const judgement = judge(areas);
  say(`\n${tableOf(judgement)}\n`);
  for (const problem of judgement.problems) say(problem);
  process.exitCode = judgement.problems.length === 0 ? 0 : 1;
}

function areaNamed(name: string): AreaName {
  const area = AREA_NAMES.find((each) => each === name);
  if (area === undefined) return program.error(`no such area: ${name}`);
  return area;
}

function tried(area: AreaName): boolean {
  const manifest = createRequire(import.meta.url).resolve('@stryker-mutator/core/package.json');
  const stryker = path.join(path.dirname(manifest), 'bin/stryker.js');
  say(`\n${AREAS[area].title}`);
  const { status } = spawnSync(
    process.execPath,
    [stryker, 'run', ...(force === true ? ['--force'] : [])],
    { stdio: 'inherit', env: { ...process.env, [AREA_VARIABLE]: area } },
  );
  return status === 0;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
