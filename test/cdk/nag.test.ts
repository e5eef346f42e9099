import { type App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, type NagPack, NIST80053R5Checks, ServerlessChecks } from 'cdk-nag';
import type { IConstruct } from 'constructs';
import { describe, expect, it } from 'vitest';
import { readStage } from '../../lib/stages/read-stage.ts';
import { STAGES, type StageConfiguration } from '../../lib/stages/stage-configuration.ts';
import { withEverything } from '../../lib/stages/with-everything.ts';
import { unbundledApp } from '../../lib/templates-of.ts';

/** Least words of a reason: fewer are a wave of the hand. */
const MIN_REASON_LENGTH = 8;

/** Warnings of the CDK itself, which are acknowledged in the same way. */
const CDKS_OWN = '@aws-cdk/';

const PACKS = [AwsSolutionsChecks, ServerlessChecks, NIST80053R5Checks] as const;

/** A pack, with what it found and what of it was accepted kept for the test. */
interface Listened {
  readonly pack: NagPack;
  found: readonly string[];
  readonly accepted: string[];
}

function listening(pack: NagPack): Listened {
  const listened: Listened = { pack, found: [], accepted: [] };
  const validate = pack.validate.bind(pack);
  pack.validate = (context) => {
    listened.found = findingsIn(validate(context).violations);
    // What is not accepted fails the test, with all of it; the process is not told to fail as well.
    return { success: true, violations: [] };
  };
  // The pack asks itself this of every finding. It is private, and there is no other way to hear it.
  const asked: unknown = Reflect.get(pack, 'isAcknowledged');
  if (typeof asked !== 'function') throw new Error('cdk-nag is not what it was');
  Object.defineProperty(pack, 'isAcknowledged', {
    value: (resource: IConstruct, rule: string): boolean => {
      const answer: unknown = asked.call(pack, resource, rule);
      if (answer === true) listened.accepted.push(`${rule} ${resource.node.path}`);
      return answer === true;
    },
  });
  return listened;
}

type Violations = ReturnType<NagPack['validate']>['violations'];

/** "rule at/the/resource", one for each. */
function findingsIn(violations: Violations): string[] {
  return violations.flatMap(({ ruleName, violatingResources }) =>
    violatingResources.map(({ constructPath }) => `${ruleName} ${constructPath}`),
  );
}

interface Acceptance {
  readonly path: string;
  readonly rule: string;
  readonly reason: string;
}

function acceptancesIn(app: App): readonly Acceptance[] {
  return app.node.findAll().flatMap((construct: IConstruct) =>
    construct.node.metadata
      .filter(({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY)
      .flatMap(({ data }) => Object.entries(data as Record<string, string>))
      .map(([rule, reason]) => ({
        path: construct.node.path,
        rule: rule.replace(/^annotation::/i, ''),
        reason,
      }))
      .filter(({ rule }) => !rule.startsWith(CDKS_OWN)),
  );
}

/** What the packs find in a stage, what of it is accepted, and where. */
function checked(configuration: StageConfiguration) {
  const app = unbundledApp(configuration);
  const packs = PACKS.map((Pack) => listening(new Pack(app)));
  Validations.of(app).addPlugins(...packs.map(({ pack }) => pack));
  app.synth();
  return {
    found: packs.flatMap(({ found }) => found),
    accepted: packs.flatMap(({ accepted }) => accepted),
    acceptances: acceptancesIn(app),
  };
}

const CONFIGURATIONS = [
  ...STAGES.map((stage) => ({ what: stage, configuration: readStage(stage) })),
  { what: 'a stage with everything', configuration: withEverything(readStage('dev')) },
];

describe.each(CONFIGURATIONS)(
  'cdk-nag with AwsSolutions, Serverless and NIST 800-53 R5, in $what,',
  ({ configuration }) => {
    const { found, accepted, acceptances } = checked(configuration);

    it('finds nothing that is not accepted beside its resource', () => {
      expect(found).toEqual([]);
      expect(accepted.length).toBeGreaterThan(0);
    });

    it('is accepted nowhere without a reason', () => {
      const bare = acceptances.filter(({ reason }) => reason.split(' ').length < MIN_REASON_LENGTH);
      expect(bare).toEqual([]);
    });

    it('is accepted nowhere for a whole stack or for the app', () => {
      expect(acceptances.filter(({ path }) => !path.includes('/'))).toEqual([]);
    });

    it('is accepted nowhere without a finding', () => {
      const idle = acceptances.filter(
        ({ path, rule }) => !accepted.some((finding) => finding.startsWith(`${rule} ${path}`)),
      );
      expect(idle.map(({ path, rule }) => `${rule} ${path}`)).toEqual([]);
    });
  },
);
