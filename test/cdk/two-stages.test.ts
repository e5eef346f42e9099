import { describe, expect, it } from 'vitest';
import { readStage } from '../../lib/stages/read-stage.ts';
import type { Stage } from '../../lib/stages/stage-configuration.ts';
import { withEverything } from '../../lib/stages/with-everything.ts';
import { METRICS_NAMESPACE } from '../../runtime/observability/metrics.ts';
import { type Properties, type SynthesisedStacks, synthesised } from './synthesised.ts';

/*
 * Two stages in one account and one region: whatever is known by a name, a metric or an address there must be
 * another one in each of them.
 */

/** Everything that a stage may have, so that nothing is left out of the comparison. */
function whole(stage: Stage): SynthesisedStacks {
  return synthesised(withEverything(readStage(stage)));
}

const stages = { dev: whole('dev'), staging: whole('staging') } as const;

/** Properties that name a resource within its account and region, by its type. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  'AWS::ApiGatewayV2::Api': ['Name'],
  'AWS::Athena::WorkGroup': ['Name'],
  'AWS::Backup::BackupPlan': ['BackupPlan.BackupPlanName'],
  'AWS::Backup::BackupVault': ['BackupVaultName'],
  'AWS::Chatbot::MicrosoftTeamsChannelConfiguration': ['ConfigurationName'],
  'AWS::Chatbot::SlackChannelConfiguration': ['ConfigurationName'],
  'AWS::CloudTrail::Trail': ['TrailName'],
  'AWS::CloudWatch::Alarm': ['AlarmName'],
  'AWS::CloudWatch::Dashboard': ['DashboardName'],
  'AWS::CloudFront::Function': ['Name'],
  'AWS::Cognito::UserPool': ['UserPoolName'],
  'AWS::Cognito::UserPoolDomain': ['Domain'],
  'AWS::Events::EventBus': ['Name'],
  'AWS::Events::Rule': ['Name'],
  'AWS::Glue::Database': ['DatabaseInput.Name'],
  'AWS::IAM::ManagedPolicy': ['ManagedPolicyName'],
  'AWS::IAM::Role': ['RoleName'],
  'AWS::KMS::Alias': ['AliasName'],
  'AWS::Logs::LogGroup': ['LogGroupName'],
  'AWS::Logs::QueryDefinition': ['Name'],
  'AWS::SNS::Topic': ['TopicName'],
  'AWS::Scheduler::ScheduleGroup': ['Name'],
  'AWS::SecretsManager::Secret': ['Name'],
  'AWS::WAFv2::WebACL': ['Name'],
};

/** Names that are unique in an account over all regions, or among all accounts, by the property that has them. */
const BEYOND_A_REGION: Readonly<Record<string, string>> = {
  'AWS::Chatbot::MicrosoftTeamsChannelConfiguration': 'ConfigurationName',
  'AWS::Chatbot::SlackChannelConfiguration': 'ConfigurationName',
  'AWS::CloudFront::CachePolicy': 'CachePolicyConfig.Name',
  'AWS::CloudFront::Function': 'Name',
  'AWS::CloudFront::OriginAccessControl': 'OriginAccessControlConfig.Name',
  'AWS::CloudFront::ResponseHeadersPolicy': 'ResponseHeadersPolicyConfig.Name',
  'AWS::Cognito::UserPoolDomain': 'Domain',
  'AWS::IAM::ManagedPolicy': 'ManagedPolicyName',
  'AWS::IAM::Role': 'RoleName',
  'AWS::S3::Bucket': 'BucketName',
  'AWS::WAFv2::WebACL': 'Name',
};

/** What has a name only within something that is the stage's own: a pool, a group of schedules, a database. */
const WITHIN_ANOTHER: readonly string[] = [
  'AWS::Cognito::UserPoolResourceServer',
  'AWS::Glue::Table',
  'AWS::Scheduler::Schedule',
];

function resourcesOf({ all }: SynthesisedStacks, type: string): readonly Properties[] {
  return [...all.values()].flatMap((template) =>
    Object.values(template.findResources(type)).map(({ Properties }) => Properties),
  );
}

function at(properties: Properties, path: string): unknown {
  return path.split('.').reduce<Properties | undefined>((inner, name) => inner?.[name], properties);
}

function namesOf(stacks: SynthesisedStacks): readonly string[] {
  return Object.entries(NAMES).flatMap(([type, paths]) =>
    resourcesOf(stacks, type).flatMap((properties) =>
      paths.flatMap((path) => {
        const name = at(properties, path);
        return name === undefined ? [] : [`${type} ${JSON.stringify(name)}`];
      }),
    ),
  );
}

/** The metrics of ours that alarms compare and dashboards draw, with all that tells one from another. */
function metricsOf(stacks: SynthesisedStacks): readonly string[] {
  const alarms = resourcesOf(stacks, 'AWS::CloudWatch::Alarm').filter(
    ({ Namespace }) => Namespace === METRICS_NAMESPACE,
  );
  const compared = alarms.map(({ MetricName, Dimensions }) =>
    [
      MetricName,
      ...((Dimensions ?? []) as Properties[]).map(({ Name, Value }) => `${Name}=${Value}`).sort(),
    ].join(' '),
  );
  const drawn = resourcesOf(stacks, 'AWS::CloudWatch::Dashboard').flatMap(({ DashboardBody }) =>
    [...JSON.stringify(DashboardBody).matchAll(/\[\\"Sluice\\",([^{\]]+)/g)].map(
      ([, parts = '']) => {
        const [name, ...dimensions] = parts.replaceAll('\\"', '').split(',').filter(Boolean);
        const pairs = dimensions.flatMap((each, index) =>
          index % 2 === 0 ? [`${each}=${dimensions[index + 1]}`] : [],
        );
        return [name, ...pairs.sort()].join(' ');
      },
    ),
  );
  return [...compared, ...drawn];
}

function shared(of: (stacks: SynthesisedStacks) => readonly string[]): readonly string[] {
  const other = new Set(of(stages.staging));
  return of(stages.dev).filter((each) => other.has(each));
}

/** The region of the stage, as it says it or as CloudFormation fills it in. */
const REGION = /"AWS::Region"|eu-central-1/;

describe('two stages in one account', () => {
  it('share no name', () => {
    expect(namesOf(stages.dev).length).toBeGreaterThan(100);
    expect(shared(namesOf)).toEqual([]);
  });

  it('share no metric of ours, in no alarm and on no dashboard', () => {
    expect(metricsOf(stages.dev).length).toBeGreaterThan(20);
    for (const [stage, stacks] of Object.entries(stages)) {
      const silent = metricsOf(stacks).filter(
        (metric) => !metric.includes(` stage=${stage}`) && !metric.endsWith(`-${stage}`),
      );
      expect(silent).toEqual([]);
    }
    expect(shared(metricsOf)).toEqual([]);
  });

  it('carry the region in every name that is unique beyond it: two regions of one account may hold a stage', () => {
    const nameless = Object.entries(BEYOND_A_REGION).flatMap(([type, path]) => {
      const found = resourcesOf(stages.dev, type).map((properties) => at(properties, path));
      return found
        .filter((name) => name !== undefined && !REGION.test(JSON.stringify(name)))
        .map((name) => `${type} ${JSON.stringify(name)}`);
    });
    expect(nameless).toEqual([]);
  });

  it('are compared by every name of our choice', () => {
    const named = [...stages.dev.all.values()].flatMap((template) =>
      Object.values(template.toJSON().Resources as Properties[])
        .filter(({ Properties }) => hasNameOfOurs(Properties ?? {}))
        .map(({ Type }) => String(Type)),
    );
    const known = [...Object.keys(NAMES), ...WITHIN_ANOTHER];
    expect([...new Set(named)].filter((type) => !known.includes(type))).toEqual([]);
  });
});

function hasNameOfOurs(properties: Properties): boolean {
  return Object.entries(properties).some(
    ([property, value]) =>
      property.endsWith('Name') && typeof value === 'string' && value.includes('sluice'),
  );
}
