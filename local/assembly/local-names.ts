import type { Resource } from './cloud-assembly.ts';

/** The account and region of this machine. No real account has this number. */
export const LOCAL_ACCOUNT = '000000000000';
export const LOCAL_REGION = 'local';

/** The values that AWS would know and that the template reads by `Ref: AWS::...`. */
export function pseudoParameter(name: string, stack: string): string | null {
  switch (name) {
    case 'AWS::AccountId':
      return LOCAL_ACCOUNT;
    case 'AWS::Region':
      return LOCAL_REGION;
    case 'AWS::Partition':
      return 'aws';
    case 'AWS::URLSuffix':
      return 'amazonaws.com';
    case 'AWS::StackName':
      return stack;
    case 'AWS::StackId':
      return arn('cloudformation', `stack/${stack}/local`);
    default:
      return null;
  }
}

/** A resource with everything its local names are made of; its own properties are resolved. */
export interface NamedResource {
  readonly stack: string;
  readonly logicalId: string;
  readonly resource: Resource;
}

/** The value of `Ref`. Types that need nothing here get a name that says where it came from. */
export function refOf(named: NamedResource): string {
  switch (named.resource.Type) {
    case 'AWS::SecretsManager::Secret':
      return secretArn(named);
    case 'AWS::SQS::Queue':
      return `https://sqs.${LOCAL_REGION}.amazonaws.com/${LOCAL_ACCOUNT}/${nameOf(named)}`;
    case 'AWS::Cognito::UserPool':
      return `${LOCAL_REGION}_${named.logicalId}`;
    case 'AWS::SNS::Topic':
      return arn('sns', nameOf(named));
    case 'AWS::Backup::BackupPlan':
      return backupPlanId(named);
    default:
      return nameOf(named);
  }
}

/** The value of `Fn::GetAtt`, or null if this attribute of a served type is not known. */
export function attributeOf(named: NamedResource, attribute: string): string | null {
  const { Type: type } = named.resource;
  const known = attributesOf(type, named);
  if (known === null) return `${nameOf(named)}.${attribute}`;
  return known[attribute] ?? null;
}

/** Null for types whose attributes no reader here uses: the value only has to be a text. */
function attributesOf(type: string, named: NamedResource): Readonly<Record<string, string>> | null {
  const name = nameOf(named);
  switch (type) {
    case 'AWS::DynamoDB::Table':
      return { Arn: tableArn(name), StreamArn: streamArn(name) };
    case 'AWS::Lambda::Function':
      return { Arn: functionArn(name) };
    case 'AWS::CloudFront::Distribution':
      return { DomainName: `${named.logicalId.toLowerCase()}.cloudfront.net` };
    case 'AWS::KMS::Key':
      return { Arn: arn('kms', `key/${name}`) };
    case 'AWS::S3::Bucket':
      return { Arn: `arn:aws:s3:::${name}` };
    case 'AWS::SecretsManager::Secret':
      return { Id: secretArn(named) };
    case 'AWS::SQS::Queue':
      return { Arn: arn('sqs', name), QueueName: name, QueueUrl: refOf(named) };
    case 'AWS::SNS::Topic':
      return { TopicArn: refOf(named), TopicName: name };
    case 'AWS::CloudTrail::Trail':
      return { Arn: arn('cloudtrail', `trail/${name}`) };
    case 'AWS::Backup::BackupPlan':
      return { BackupPlanId: backupPlanId(named) };
    case 'AWS::Events::EventBus':
      return { Arn: arn('events', `event-bus/${name}`), Name: name };
    case 'AWS::Events::Rule':
      return { Arn: arn('events', `rule/${name}`) };
    case 'AWS::Cognito::UserPool': {
      const id = refOf(named);
      const provider = `cognito-idp.${LOCAL_REGION}.amazonaws.com/${id}`;
      return {
        Arn: arn('cognito-idp', `userpool/${id}`),
        ProviderName: provider,
        ProviderURL: `https://${provider}`,
        UserPoolId: id,
      };
    }
    default:
      return null;
  }
}

/** No reader looks into it. */
function backupPlanId({ stack, logicalId }: NamedResource): string {
  return `${stack}-${logicalId}`;
}

export function functionArn(name: string): string {
  return arn('lambda', `function:${name}`);
}

/** The engine gives streams names of their own; this one only has to lead back to the table. */
export function streamArn(tableName: string): string {
  return `${tableArn(tableName)}/stream/local`;
}

function tableArn(name: string): string {
  return arn('dynamodb', `table/${name}`);
}

/** The six characters at the end stand for those that Secrets Manager adds. */
function secretArn(named: NamedResource): string {
  return arn('secretsmanager', `secret:${nameOf(named)}-000000`);
}

function arn(service: string, rest: string): string {
  return `arn:aws:${service}:${LOCAL_REGION}:${LOCAL_ACCOUNT}:${rest}`;
}

/** Properties that name a resource, by type; others are named by stack and logical id. */
const NAME_PROPERTIES: Readonly<Record<string, string>> = {
  'AWS::CloudTrail::Trail': 'TrailName',
  'AWS::DynamoDB::Table': 'TableName',
  'AWS::Events::EventBus': 'Name',
  'AWS::Events::Rule': 'Name',
  'AWS::Lambda::Function': 'FunctionName',
  'AWS::SecretsManager::Secret': 'Name',
  'AWS::S3::Bucket': 'BucketName',
  'AWS::SNS::Topic': 'TopicName',
  'AWS::SQS::Queue': 'QueueName',
  'AWS::Scheduler::ScheduleGroup': 'Name',
  'AWS::Logs::LogGroup': 'LogGroupName',
  'AWS::Cognito::UserPoolResourceServer': 'Identifier',
};

/** The name it has, or the one that the stack and its logical id make. */
export function nameOf({ stack, logicalId, resource }: NamedResource): string {
  const property = NAME_PROPERTIES[resource.Type];
  const given = property === undefined ? undefined : resource.Properties[property];
  return typeof given === 'string' ? given : `${stack}-${logicalId}`;
}
