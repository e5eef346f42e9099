import { type Duration, Stack } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import {
  Architecture,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { VARIABLES } from '../../runtime/environment/names.ts';
import { METRICS_NAMESPACE } from '../../runtime/observability/metrics.ts';
import { roleName, rolePath } from '../access/role-name.ts';
import { reservedConcurrency } from '../concurrency.ts';
import { FUNCTION_MEMORY_MB } from '../limits.ts';
import type { StageConfiguration } from '../stages/stage-configuration.ts';
import { accepted } from './accepted-finding.ts';
import { BUNDLE_HANDLER, bundleOf } from './bundle.ts';
import { ownPolicy } from './own-policy.ts';
import { treasuryLogGroup } from './treasury-log-group.ts';

export interface TreasuryFunctionProps {
  readonly configuration: StageConfiguration;
  /** Encrypts the function's log. */
  readonly key: IKey;
  /** The function's purpose, in a sentence. */
  readonly description: string;
  readonly timeout: Duration;
  /** In MB; for functions that compute more than the rest. */
  readonly memorySize?: number;
  /** Merged over the variables that every function has; nothing of it is lost. */
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * A Lambda function of Sluice, from functions/NAME/handler.ts: arm64, Node 24, one ESM bundle with the SDK in it,
 * traced, logging to a group of its own, and a role that may do nothing but that. Further permissions are granted
 * beside the function that needs them.
 */
export class TreasuryFunction extends LambdaFunction {
  constructor(scope: Construct, name: string, props: TreasuryFunctionProps) {
    const { configuration, key, description, timeout } = props;
    const reserved = reservedConcurrency(configuration)[name];
    const role = new Role(scope, `${name}-role`, {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      description: `What ${name} may do`,
      // By both the tables know it.
      path: rolePath(configuration.stage),
      roleName: roleName(configuration.stage, Stack.of(scope).region, name),
    });
    const logGroup = treasuryLogGroup(scope, `${name}-log`, {
      logGroupName: `/sluice/${configuration.stage}/${name}`,
      configuration,
      key,
    });
    logGroup.grantWrite(role);
    if (configuration.traces) grantTraces(role);
    ownPolicy(role);
    super(scope, name, {
      code: bundleOf(scope, name),
      handler: BUNDLE_HANDLER,
      description,
      timeout,
      role,
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: props.memorySize ?? FUNCTION_MEMORY_MB,
      tracing: configuration.traces ? Tracing.ACTIVE : Tracing.DISABLED,
      ...(reserved === undefined ? {} : { reservedConcurrentExecutions: reserved }),
      environment: {
        [VARIABLES.stage]: configuration.stage,
        POWERTOOLS_SERVICE_NAME: name,
        POWERTOOLS_METRICS_NAMESPACE: METRICS_NAMESPACE,
        POWERTOOLS_LOG_LEVEL: 'INFO',
        ...props.environment,
      },
    });
    this.#acceptFindings(reserved);
    if (!configuration.traces) {
      accepted(
        this,
        'Traces have a price of their own, and are a setting of the stage: what a request did stands in the log, under its id.',
        ['Serverless-LambdaTracing'],
      );
    }
  }

  #acceptFindings(reserved: number | undefined): void {
    accepted(
      this,
      'It calls AWS and the service, both over TLS and over the internet, and nothing that is within a network of ours. A VPC would add a way out that has to be kept open and paid for, and protect nothing.',
      ['NIST.800.53.R5-LambdaInsideVPC'],
    );
    accepted(
      this,
      'What is not handled goes to the failure destination of its invocation, mapping or rule, which holds the reason as well (test/cdk/delivery.test.ts); whoever calls the API has the answer at once.',
      ['NIST.800.53.R5-LambdaDLQ', 'Serverless-LambdaDLQ'],
    );
    if (reserved !== undefined) return;
    accepted(
      this,
      'What invokes it is bounded: the throttling of the API, one batch at a time for each shard of a stream, a tick. A share of its own would be taken from the functions that decide.',
      ['NIST.800.53.R5-LambdaConcurrency'],
    );
  }
}

function grantTraces(role: Role): void {
  role.addToPolicy(
    new PolicyStatement({
      actions: ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'],
      resources: ['*'],
    }),
  );
  accepted(role, 'X-Ray knows no resources that these two actions could be narrowed to.', [
    'AwsSolutions-IAM5[Resource::*]',
  ]);
}
