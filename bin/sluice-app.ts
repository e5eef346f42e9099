import { beginBundling } from '../lib/constructs/bundles.ts';
import { makeTracesRelative } from '../lib/relative-traces.ts';
import { filledIn } from '../lib/stages/filled-in.ts';
import { readStage, StageConfigurationError } from '../lib/stages/read-stage.ts';
import { requireReady } from '../lib/stages/ready-stage.ts';
import { STAGES, type StageConfiguration } from '../lib/stages/stage-configuration.ts';
import { UNCHECKED_VARIABLE } from '../lib/unchecked.ts';

/** The stage that is meant where none is named: the one that can do the least harm. */
const [DEFAULT_STAGE] = STAGES;

/** The CDK app: `cdk synth`, `cdk deploy --all -c stage=NAME`. */
async function synthesise(): Promise<void> {
  const given = givenContext();
  // A wrong setting is found before anything takes time. The app's own context below decides.
  configurationOf(given);
  const bundles = areBundlesWanted(given) ? beginBundling() : Promise.resolve();
  // The libraries of the CDK take a second to load: the bundles are made meanwhile.
  const [{ App }, { sluiceStacks }] = await Promise.all([
    import('aws-cdk-lib'),
    import('../lib/sluice-stacks.ts'),
  ]);
  const isChecked = process.env[UNCHECKED_VARIABLE] !== '1';
  const app = new App({
    builtinCloudFormationValidation: isChecked,
    // Only the CDK's own command line reads the tree, and where each construct was made.
    treeMetadata: isChecked,
    stackTraces: isChecked,
    // Seconds of this machine, in a file of the assembly: the same sources are to give the same files everywhere.
    performanceReporting: false,
  });
  const configuration = configurationOf({
    stage: app.node.tryGetContext('stage'),
    filledIn: app.node.tryGetContext('filledIn'),
  });
  await bundles;
  sluiceStacks(app, configuration);
  makeTracesRelative(app.synth().directory);
}

/**
 * The stage that is named, ready to be deployed; `filledIn` is for checks of the templates, in which what a fresh clone
 * leaves open is made up.
 */
function configurationOf(context: Readonly<Record<string, unknown>>): StageConfiguration {
  const configuration = readStage(context.stage ?? DEFAULT_STAGE);
  if (context.filledIn === 'yes') return filledIn(configuration);
  requireReady(configuration);
  return configuration;
}

/** The context as the CDK's command line hands it over. */
function givenContext(): Readonly<Record<string, unknown>> {
  return JSON.parse(process.env.CDK_CONTEXT_JSON || '{}');
}

/** False where the CDK's command line needs no bundle, as for `cdk list` and `cdk destroy`. */
function areBundlesWanted(context: Readonly<Record<string, unknown>>): boolean {
  const stacks = context['aws:cdk:bundling-stacks'];
  return !(Array.isArray(stacks) && stacks.length === 0);
}

try {
  await synthesise();
} catch (error) {
  // A setting that is not accepted is for the person who set it: what is wrong, and nothing else.
  if (!(error instanceof StageConfigurationError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
