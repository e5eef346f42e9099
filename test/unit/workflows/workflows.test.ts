import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { STAGES } from '../../../lib/stages/stage-configuration.ts';

const FOLDER = '.github/workflows';

/** A third party's action, at a commit that its owner cannot move. */
const PINNED = /^[\w-]+\/[\w.-]+@[0-9a-f]{40}$/;

const step = z.strictObject({
  name: z.string().optional(),
  uses: z.string().optional(),
  run: z.string().optional(),
  with: z.record(z.string(), z.unknown()).default({}),
});

const job = z.strictObject({
  needs: z.string().optional(),
  'runs-on': z.string(),
  'timeout-minutes': z.number(),
  environment: z.string().optional(),
  permissions: z.record(z.string(), z.string()),
  strategy: z.object({ matrix: z.record(z.string(), z.array(z.string())) }).optional(),
  env: z.record(z.string(), z.string()).optional(),
  steps: z.array(step),
});

const workflow = z.strictObject({
  name: z.string(),
  on: z.record(z.string(), z.unknown()),
  permissions: z.strictObject({}),
  concurrency: z.object({ group: z.string(), 'cancel-in-progress': z.boolean() }),
  defaults: z.object({ run: z.object({ shell: z.literal('bash') }) }).optional(),
  jobs: z.record(z.string(), job),
});

const texts = new Map(
  readdirSync(FOLDER).map((name) => [name, readFileSync(`${FOLDER}/${name}`, 'utf8')]),
);

function workflowOf(name: string) {
  return workflow.parse(parse(texts.get(name) ?? ''));
}

const deploy = workflowOf('deploy.yml');

describe.each([...texts.keys()])('the workflow %s', (name) => {
  const { on, jobs } = workflowOf(name);
  const steps = Object.values(jobs).flatMap((each) => each.steps);

  it('uses nothing that can change under its name, and says which version it is', () => {
    const uses = steps.flatMap((each) => each.uses ?? []);
    expect(uses.filter((action) => !PINNED.test(action))).toEqual([]);
    const lines = (texts.get(name) ?? '').split('\n').filter((line) => line.includes('uses:'));
    expect(lines).toHaveLength(uses.length);
    for (const line of lines) expect(line).toMatch(/ # v\d+\.\d+\.\d+$/);
  });

  it('may read the sources and ask for a token of its own, and nothing else', () => {
    for (const [id, { permissions, environment }] of Object.entries(jobs)) {
      const asks = environment === undefined ? {} : { 'id-token': 'write' };
      expect(permissions, id).toEqual({ contents: 'read', ...asks });
    }
  });

  it('keeps no credentials: none of git, none of AWS', () => {
    expect(texts.get(name)).not.toMatch(/secrets\.|aws-access-key|AWS_SECRET/i);
    for (const { uses, with: settings } of steps) {
      if (uses?.startsWith('actions/checkout@')) {
        expect(settings['persist-credentials']).toBe(false);
      }
    }
  });

  it('runs no text that an outsider has written', () => {
    for (const { run = '' } of steps) expect(run).not.toContain('${{');
    expect(Object.keys(on)).not.toContain('pull_request_target');
  });

  it('runs the tests of the project', () => {
    expect(steps.map(({ run }) => run)).toContain('npm test');
  });
});

describe('a deployment', () => {
  const { jobs } = deploy;
  const runs = (id: string) => (jobs[id]?.steps ?? []).flatMap(({ run }) => run ?? []);

  it('is tested, goes to staging, is shown, and then waits for the approval of prod', () => {
    const order = Object.entries(jobs).map(([id, { needs, environment }]) => [
      id,
      needs,
      environment,
    ]);
    expect(order).toEqual([
      ['build', undefined, undefined],
      ['staging', 'build', 'staging'],
      ['difference', 'staging', 'prod-difference'],
      ['prod', 'difference', 'prod'],
    ]);
  });

  it('deploys what was tested and shown, in no more than these two places', () => {
    const deploying = Object.keys(jobs).filter((id) => runs(id).join().includes('cdk deploy'));
    expect(deploying).toEqual(['staging', 'prod']);
    for (const id of deploying) expect(runs(id).join('\n')).toContain(`--app assembly/${id} --all`);
    expect(runs('difference').join('\n')).toContain('cdk diff --app assembly/prod');
    expect(runs('build').filter((run) => run.includes('cdk synth'))).toHaveLength(2);
  });

  it('is verified as soon as it is deployed, and stops there where that fails', () => {
    for (const id of ['staging', 'prod']) {
      const [deployed, verified, ...others] = runs(id).slice(-2);
      expect(deployed).toContain('cdk deploy');
      expect(verified).toContain(`npm run -s verify:deployment -- --stage ${id}`);
      expect(others).toEqual([]);
    }
    // With it, what is piped into the summary fails where the command does.
    expect(deploy.defaults?.run.shell).toBe('bash');
  });

  it('is for main alone, one at a time, and is never stopped half way', () => {
    expect(deploy.on).toEqual({ push: { branches: ['main'] }, workflow_dispatch: null });
    expect(deploy.concurrency).toEqual({ group: 'deploy', 'cancel-in-progress': false });
  });
});

describe('a change', () => {
  it('is proven by all commands that take too long for the tests, and by none that there is not', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
    const { jobs } = workflowOf('ci.yml');
    const commands = (jobs.proofs?.steps ?? []).flatMap(
      ({ run = '' }) => run.match(/^npm run ([\w:-]+)/)?.[1] ?? [],
    );
    expect(commands.filter((name) => scripts[name] === undefined)).toEqual([]);
    const long = Object.keys(scripts).filter(
      (name) => name.startsWith('test:') && !['test:only', 'test:mutation'].includes(name),
    );
    expect(commands).toEqual(expect.arrayContaining(long));
  });

  it('is synthesised for every stage before it is merged', () => {
    const { on, jobs } = workflowOf('ci.yml');
    expect(Object.keys(on)).toContain('pull_request');
    expect(jobs.synthesise?.strategy?.matrix).toEqual({ stage: [...STAGES] });
    const commands = (jobs.synthesise?.steps ?? []).flatMap(({ run = '' }) => run);
    expect(commands).toContain('npm run check:cfn-lint -- --stage "$STAGE"');
  });
});

it('packages are audited and listed on every change, and kept up to date by a bot', () => {
  const steps = Object.values(workflowOf('ci.yml').jobs).flatMap((each) => each.steps);
  const runs = steps.flatMap(({ run }) => run ?? []);
  expect(runs).toContain('npm audit --omit dev --audit-level high');
  expect(runs).toContain('npm run -s sbom');
  const built = workflowOf('deploy.yml').jobs.build?.steps ?? [];
  expect(built.map(({ run }) => run)).toContain('npm run -s sbom > assembly/sbom.json');
  const { updates } = parse(readFileSync('.github/dependabot.yml', 'utf8'));
  const kinds = updates.map((each: Readonly<Record<string, unknown>>) => each['package-ecosystem']);
  expect(kinds).toEqual(['npm', 'github-actions']);
});
