import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Command } from 'commander';
import { readStage } from '../lib/stages/read-stage.ts';
import { STAGES, type Stage, type StageConfiguration } from '../lib/stages/stage-configuration.ts';
import { withEverything } from '../lib/stages/with-everything.ts';
import { templatesOf } from '../lib/templates-of.ts';

/*
 * npm run check:cfn-lint: CloudFormation's own schemas, of every resource of every stage; exit code 1 where cfn-lint has
 * anything to say. It is a program in Python, so that it is no dependency of ours.
 */

/** Where a stage goes that names no region: whether a type exists depends on it. */
const DEFAULT_REGION = 'eu-central-1';

/** W3005: a dependency that a reference says already. The CDK writes one for the role of each function. */
const IGNORED = ['W3005'] as const;

const MISSING =
  'cfn-lint is not here: pipx install cfn-lint (or pip install cfn-lint in a venv on the PATH)';

const run = promisify(execFile);

const { stage } = new Command('check-cfn-lint')
  .description('Lints the templates of every stage with cfn-lint, where it is installed.')
  .option('--stage <name>', `one of ${STAGES.join(', ')}; left out, all of them`)
  .allowExcessArguments(false)
  .parse()
  .opts<{ stage?: string }>();

if (!(await isInstalled())) {
  process.stderr.write(`${MISSING}\n`);
  process.exitCode = 1;
} else {
  const wanted = stage === undefined ? STAGES : [readStage(stage).stage];
  for (const each of wanted) {
    if (!(await lint(each))) process.exitCode = 1;
  }
}

async function isInstalled(): Promise<boolean> {
  return await run('cfn-lint', ['--version']).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
}

/** Whether the stage's templates are acceptable, as its file says and with everything that it could have. */
async function lint(name: Stage): Promise<boolean> {
  const configuration = readStage(name);
  const asItIs = await lintOf(name, configuration);
  return (await lintOf(`${name} with everything`, withEverything(configuration))) && asItIs;
}

async function lintOf(what: string, configuration: StageConfiguration): Promise<boolean> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sluice-cfn-lint-'));
  try {
    const files: string[] = [];
    for (const [stack, template] of templatesOf(configuration)) {
      const file = path.join(folder, `${stack}.template.json`);
      await writeFile(file, JSON.stringify(template, null, 1));
      files.push(file);
    }
    const region = configuration.region ?? DEFAULT_REGION;
    const { ok, said } = await outputOf(['--regions', region, '-i', ...IGNORED, '--', ...files]);
    process.stdout.write(
      `${what} (${region}): ${ok ? `${files.length} templates, nothing` : `\n${said}`}\n`,
    );
    return ok;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function outputOf(
  args: readonly string[],
): Promise<{ readonly ok: boolean; readonly said: string }> {
  try {
    await run('cfn-lint', [...args]);
    return { ok: true, said: '' };
  } catch (error) {
    if (!(error instanceof Error) || !('stdout' in error)) throw error;
    return { ok: false, said: String(error.stdout) };
  }
}
