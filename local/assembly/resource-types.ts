/** The served types: each has a reader that knows every property. */
export const SERVED_TYPES = [
  'AWS::ApiGatewayV2::Api',
  'AWS::ApiGatewayV2::Authorizer',
  'AWS::ApiGatewayV2::Integration',
  'AWS::ApiGatewayV2::Route',
  'AWS::ApiGatewayV2::Stage',
  'AWS::Cognito::UserPool',
  'AWS::Cognito::UserPoolClient',
  'AWS::Cognito::UserPoolGroup',
  'AWS::DynamoDB::Table',
  'AWS::Events::EventBus',
  'AWS::Events::Rule',
  'AWS::Lambda::EventInvokeConfig',
  'AWS::Lambda::EventSourceMapping',
  'AWS::Lambda::Function',
  'AWS::S3::Bucket',
  'AWS::Scheduler::Schedule',
  'AWS::SecretsManager::Secret',
  'AWS::SQS::Queue',
] as const;

/** Permissions, keys, groups and places for logs: on one machine there is nothing to do for them. */
const NOTHING_NEEDED: ReadonlySet<string> = new Set([
  'AWS::CDK::Metadata',
  // The console is served by the stack itself (local/console).
  'AWS::CloudFront::CachePolicy',
  'AWS::CloudFront::Distribution',
  'AWS::CloudFront::Function',
  'AWS::CloudFront::OriginAccessControl',
  'AWS::CloudFront::ResponseHeadersPolicy',
  'AWS::Cognito::ManagedLoginBranding',
  'AWS::Cognito::UserPoolDomain',
  'AWS::Cognito::UserPoolResourceServer',
  'AWS::Events::EventBusPolicy',
  'AWS::IAM::ManagedPolicy',
  'AWS::IAM::Policy',
  'AWS::IAM::Role',
  'AWS::KMS::Alias',
  'AWS::KMS::Key',
  'AWS::Lambda::Permission',
  'AWS::Logs::LogGroup',
  'AWS::Logs::ResourcePolicy',
  'AWS::S3::BucketPolicy',
  'AWS::SQS::QueuePolicy',
  'AWS::Scheduler::ScheduleGroup',
  'AWS::SecretsManager::ResourcePolicy',
  'Custom::ConsoleContent',
]);

/** Types that watch or notify; nothing that runs here misses them. */
const NOT_SERVED: ReadonlySet<string> = new Set([
  'AWS::Athena::NamedQuery',
  'AWS::Athena::WorkGroup',
  'AWS::Backup::BackupPlan',
  'AWS::Backup::BackupSelection',
  'AWS::Backup::BackupVault',
  'AWS::Budgets::Budget',
  'AWS::Chatbot::MicrosoftTeamsChannelConfiguration',
  'AWS::Chatbot::SlackChannelConfiguration',
  'AWS::CloudTrail::Trail',
  'AWS::CloudWatch::Alarm',
  'AWS::CloudWatch::AnomalyDetector',
  'AWS::CloudWatch::CompositeAlarm',
  'AWS::CloudWatch::Dashboard',
  'AWS::Cognito::LogDeliveryConfiguration',
  'AWS::Cognito::UserPoolRiskConfigurationAttachment',
  'AWS::Glue::Database',
  'AWS::Glue::Table',
  'AWS::Logs::MetricFilter',
  'AWS::Logs::QueryDefinition',
  'AWS::Logs::SubscriptionFilter',
  'AWS::SNS::Subscription',
  'AWS::SNS::Topic',
  'AWS::SNS::TopicPolicy',
  'AWS::WAFv2::WebACL',
  'AWS::XRay::Group',
]);

export type Support = 'served' | 'nothing-needed' | 'not-served' | 'unknown';

/** How this machine deals with a resource type. It does not start with a type that is not listed. */
export function supportOf(type: string): Support {
  if (SERVED_TYPES.some((served) => served === type)) return 'served';
  if (NOTHING_NEEDED.has(type)) return 'nothing-needed';
  return NOT_SERVED.has(type) ? 'not-served' : 'unknown';
}
