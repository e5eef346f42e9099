import { App } from 'aws-cdk-lib';
import { sluiceStacks } from '../lib/sluice-stacks.ts';
import { readStage, StageConfigurationError } from '../lib/stages/read-stage.ts';
import { STAGES } from '../lib/stages/stage-configuration.ts';
import { UNCHECKED_VARIABLE } from '../lib/unchecked.ts';

/** The stage that is meant where none is named: the one that can do the least harm. */
const [DEFAULT_STAGE] = STAGES;

/** The CDK app: `cdk synth`, `cdk deploy --all -c stage=NAME`. */
function synthesise(): void {
  const isChecked = process.env[UNCHECKED_VARIABLE] !== '1';
  const app = new App({ builtinCloudFormationValidation: isChecked });
  sluiceStacks(app, readStage(app.node.tryGetContext('stage') ?? DEFAULT_STAGE));
  app.synth();
}

try {
  synthesise();
} catch (error) {
  // A setting that is not accepted is for the person who set it: what is wrong, and nothing else.
  if (!(error instanceof StageConfigurationError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
