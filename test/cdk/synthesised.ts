import { Template } from 'aws-cdk-lib/assertions';
import { readStage } from '../../lib/stages/read-stage.ts';
import type { StageConfiguration } from '../../lib/stages/stage-configuration.ts';
import { templatesOnce } from './assembly-once.ts';

export interface SynthesisedStacks {
  readonly data: Template;
  readonly automation: Template;
  readonly api: Template;
  readonly identity: Template | null;
  /** All of them by stack name. */
  readonly all: ReadonlyMap<string, Template>;
}

/** The stage as its file says, but that it keeps its data as those do that matter; with what a test wants otherwise. */
export function configured(overrides: Partial<StageConfiguration> = {}): StageConfiguration {
  return { ...readStage('dev'), data: 'retain', ...overrides };
}

/** Synthesises as the command line does, feature flags included, but without bundling. */
export function synthesised(configuration: StageConfiguration = configured()): SynthesisedStacks {
  const all = new Map(
    [...templatesOnce(configuration)].map(([name, template]) => [
      name,
      Template.fromJSON(template),
    ]),
  );
  const named = (part: string): Template => {
    const template = all.get(`sluice-${configuration.stage}-${part}`);
    if (template === undefined) throw new Error(`there is no stack ${part}`);
    return template;
  };
  return {
    data: named('data'),
    automation: named('automation'),
    api: named('api'),
    identity: configuration.identity.kind === 'cognito' ? named('identity') : null,
    all,
  };
}

/** The functions of all stacks by name, each with its properties. */
export function functionsOf({ all }: SynthesisedStacks): ReadonlyMap<string, Properties> {
  const found = [...all.values()].flatMap((template) =>
    Object.values(template.findResources('AWS::Lambda::Function')),
  );
  return new Map(
    found.map(({ Properties }) => [
      Properties.Environment.Variables.POWERTOOLS_SERVICE_NAME as string,
      Properties,
    ]),
  );
}

// What a template holds is for the assertions to say.
export type Properties = ReturnType<Template['findResources']>[string];
