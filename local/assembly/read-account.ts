import * as z from 'zod';
import type {
  AccountModel,
  BackupPlanModel,
  SignInPageModel,
  TopicModel,
  TrailModel,
} from './account-model.ts';
import type { LocatedResources } from './located-resources.ts';

/** Cognito's own, where a template says nothing. */
const CLASSIC_PAGE = 1;

const topicProperties = z.looseObject({});
const subscriptionProperties = z.looseObject({ TopicArn: z.string(), Endpoint: z.string() });
const trailProperties = z.looseObject({
  IsLogging: z.boolean(),
  AdvancedEventSelectors: z.array(z.looseObject({})).default([]),
});
const planProperties = z.looseObject({
  BackupPlan: z.looseObject({
    BackupPlanName: z.string(),
    BackupPlanRule: z.array(
      z.looseObject({
        CopyActions: z.array(z.looseObject({ DestinationBackupVaultArn: z.string() })).default([]),
      }),
    ),
  }),
});
const selectionProperties = z.looseObject({
  BackupPlanId: z.string(),
  BackupSelection: z.looseObject({
    IamRoleArn: z.string(),
    Resources: z.array(z.string()).default([]),
  }),
});
const tableProperties = z.looseObject({
  ResourcePolicy: z.looseObject({ PolicyDocument: z.looseObject({}) }).optional(),
});
const domainProperties = z.looseObject({
  Domain: z.string(),
  UserPoolId: z.string(),
  ManagedLoginVersion: z.number().default(CLASSIC_PAGE),
});
const clientProperties = z.looseObject({
  UserPoolId: z.string(),
});
const lookProperties = z.looseObject({ ClientId: z.string() });

export function readAccount(resources: LocatedResources): AccountModel {
  return {
    topics: readTopics(resources),
    trails: readTrails(resources),
    backupPlans: readBackupPlans(resources),
    tablePolicies: readTablePolicies(resources),
    signInPages: readSignInPages(resources),
  };
}

function readTopics(resources: LocatedResources): readonly TopicModel[] {
  const subscriptions = resources.ofType('AWS::SNS::Subscription', subscriptionProperties);
  return resources.ofType('AWS::SNS::Topic', topicProperties).map(({ ref: arn }) => ({
    arn,
    endpoints: subscriptions
      .filter(({ properties }) => properties.TopicArn === arn)
      .map(({ properties }) => properties.Endpoint),
  }));
}

function readTrails(resources: LocatedResources): readonly TrailModel[] {
  return resources
    .ofType('AWS::CloudTrail::Trail', trailProperties)
    .map(({ name, arn, properties }) => ({
      name,
      arn,
      isLogging: properties.IsLogging,
      advancedEventSelectors: properties.AdvancedEventSelectors,
    }));
}

function readBackupPlans(resources: LocatedResources): readonly BackupPlanModel[] {
  const selections = resources.ofType('AWS::Backup::BackupSelection', selectionProperties);
  return resources.ofType('AWS::Backup::BackupPlan', planProperties).map(({ ref, properties }) => {
    const { BackupPlanName: name, BackupPlanRule: rules } = properties.BackupPlan;
    const own = selections.filter(({ properties: { BackupPlanId } }) => BackupPlanId === ref);
    return {
      id: ref,
      name,
      copiesTo: rules.flatMap(({ CopyActions }) =>
        CopyActions.map(({ DestinationBackupVaultArn }) => DestinationBackupVaultArn),
      ),
      role: own[0]?.properties.BackupSelection.IamRoleArn ?? '',
      resources: own.flatMap((selection) => selection.properties.BackupSelection.Resources),
    };
  });
}

function readTablePolicies(resources: LocatedResources): ReadonlyMap<string, object> {
  const tables = resources.ofType('AWS::DynamoDB::Table', tableProperties);
  return new Map(
    tables.flatMap(({ arn, properties: { ResourcePolicy: policy } }) =>
      policy === undefined ? [] : [[arn, policy.PolicyDocument] as const],
    ),
  );
}

function readSignInPages(resources: LocatedResources): readonly SignInPageModel[] {
  const clients = resources.ofType('AWS::Cognito::UserPoolClient', clientProperties);
  const looks = resources.ofType('AWS::Cognito::ManagedLoginBranding', lookProperties);
  const domains = resources.ofType('AWS::Cognito::UserPoolDomain', domainProperties);
  return domains.map(({ properties }) => {
    const { Domain: domain, UserPoolId: userPoolId, ManagedLoginVersion: version } = properties;
    const own = clients.filter((client) => client.properties.UserPoolId === userPoolId);
    return {
      ...{ domain, userPoolId, version },
      clients: own.map(({ ref }) => ref),
      clientsWithLook: looks.map((look) => look.properties.ClientId),
    };
  });
}
