import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { App } from 'aws-cdk-lib';
import { sluiceStacks } from './sluice-stacks.ts';
import type { StageConfiguration } from './stages/stage-configuration.ts';

const CDK_SETTINGS = path.resolve(import.meta.dirname, '../cdk.json');

/**
 * The app as the command line makes it, feature flags included, without bundling anything: what the templates say
 * but for the hashes of the bundles. Resources carry the paths of their constructs.
 */
export function unbundledApp(
  configuration: StageConfiguration,
  outdir?: string,
  switches: Readonly<Record<string, unknown>> = {},
): App {
  const { context } = JSON.parse(readFileSync(CDK_SETTINGS, 'utf8'));
  const app = new App({
    ...(outdir === undefined ? {} : { outdir }),
    // The CDK's own check against CloudFormation's schemas takes five seconds of a processor for each process;
    // every real synthesis makes it, the one before a change is merged for every stage.
    builtinCloudFormationValidation: false,
    // No template holds these two.
    treeMetadata: false,
    stackTraces: false,
    context: {
      ...context,
      ...switches,
      'aws:cdk:bundling-stacks': [],
      'aws:cdk:enable-path-metadata': true,
    },
  });
  sluiceStacks(app, configuration);
  return app;
}

/** The templates of a stage by stack name, unbundled; nothing is left on the disk. `switches` are as `-c` sets them. */
export function templatesOf(
  configuration: StageConfiguration,
  switches: Readonly<Record<string, unknown>> = {},
): ReadonlyMap<string, object> {
  const outdir = mkdtempSync(path.join(tmpdir(), 'sluice-templates-'));
  try {
    const { stacks } = unbundledApp(configuration, outdir, switches).synth();
    return new Map(stacks.map(({ stackName, template }) => [stackName, template]));
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
}
