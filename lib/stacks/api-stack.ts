import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import { HttpApi, HttpMethod } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { VARIABLES } from '../../adapters/environment/names.ts';
import { BY_STATE_INDEX, BY_TIME_INDEX } from '../../adapters/store/keys.ts';
import { type ApiFunction, ROUTES } from '../../contract/routes.ts';
import { apiStage } from '../constructs/api-stage.ts';
import { ExportsBucket } from '../constructs/exports-bucket.ts';
import { TreasuryFunction } from '../constructs/treasury-function.ts';
import { failuresTo, undeliveredQueue } from '../constructs/undelivered-queue.ts';
import {
  EXPORT_MAX_AGE,
  EXPORT_MEMORY_MB,
  EXPORT_RETRY_ATTEMPTS,
  EXPORT_TIMEOUT,
  INTEGRATION_TIMEOUT,
  PREVIEW_MEMORY_MB,
  PREVIEW_TIMEOUT,
  READ_TIMEOUT,
  SENDER_TIMEOUT,
} from '../limits.ts';
import type { StageConfiguration } from '../stages/stage-configuration.ts';
import { authorizer, crossOrigin } from './api-callers.ts';
import { callerEnvironment } from './caller-environment.ts';
import type { DataStack } from './data-stack.ts';
import type { IdentityStack } from './identity-stack.ts';
import { serviceEnvironment } from './service-environment.ts';
import { statementEnvironment } from './statement-environment.ts';

export interface ApiStackProps extends StackProps {
  readonly configuration: StageConfiguration;
  readonly data: DataStack;
  /** The people's pool, where the configuration does not name another issuer. */
  readonly people: IdentityStack | null;
}

/** The API: every route behind the authoriser, trades by a function of their own. */
export class ApiStack extends Stack {
  readonly api: HttpApi;
  readonly #configuration: StageConfiguration;
  readonly #data: DataStack;
  readonly #exports: ExportsBucket;

  constructor(scope: Construct, id: string, props: ApiStackProps) {
    const { configuration, data, people, ...rest } = props;
    super(scope, id, rest);
    this.#configuration = configuration;
    this.#data = data;
    this.#exports = new ExportsBucket(this, 'exports', {
      configuration,
      key: data.key,
      log: data.objectLog,
    });
    this.api = new HttpApi(this, 'api', {
      apiName: `sluice-${configuration.stage}`,
      createDefaultStage: false,
      defaultAuthorizer: authorizer(configuration, people),
      ...crossOrigin(configuration),
    });
    this.#addRoutes(this.api, {
      'place-trade': this.#placeTrade(),
      'manage-instructions': this.#manageInstructions(),
      'settle-instruction': this.#settleInstruction(),
      'preview-policy': this.#previewPolicy(),
      'manage-policy': this.#managePolicy(),
      'read-treasury': this.#readTreasury(),
      'query-reports': this.#queryReports(),
      'manage-breaks': this.#manageBreaks(),
      'read-export': this.#readExport(),
      'read-service': this.#readService(),
    });
    const stage = apiStage(this, this.api, { configuration, key: data.key });
    new CfnOutput(this, 'ApiAddress', { value: stage.url });
  }

  /** The clients as the functions choose from them. */
  get #clients(): string {
    return this.#configuration.clients.join(',');
  }

  #placeTrade(): TreasuryFunction {
    const { ledger, tokens, key } = this.#data;
    const target = new TreasuryFunction(this, 'place-trade', {
      configuration: this.#configuration,
      key,
      description: 'Places one guarded trade per Idempotency-Key',
      timeout: SENDER_TIMEOUT,
      reservedConcurrency: this.#configuration.concurrency.placeTrade,
      environment: {
        ...serviceEnvironment(this.#configuration, tokens),
        ...callerEnvironment(this.#configuration),
        [VARIABLES.ledgerTable]: ledger.name,
        [VARIABLES.clientId]: this.#clients,
      },
    });
    tokens.allowRead(target);
    ledger.allowAudit(target);
    ledger.allow(target, [
      'dynamodb:GetItem',
      'dynamodb:Query',
      'dynamodb:DescribeTable',
      'dynamodb:PutItem',
      'dynamodb:ConditionCheckItem',
    ]);
    return target;
  }

  #manageInstructions(): TreasuryFunction {
    const { snapshots, ledger, key } = this.#data;
    const target = new TreasuryFunction(this, 'manage-instructions', {
      configuration: this.#configuration,
      key,
      description: 'Takes withdrawals asked for by hand, approvals, refusals and cancellations',
      timeout: READ_TIMEOUT,
      environment: {
        [VARIABLES.snapshotsTable]: snapshots.name,
        ...callerEnvironment(this.#configuration),
        [VARIABLES.ledgerTable]: ledger.name,
        [VARIABLES.clientId]: this.#clients,
      },
    });
    snapshots.allow(target, ['dynamodb:Query']);
    ledger.allowAudit(target);
    ledger.allow(target, [
      'dynamodb:GetItem',
      'dynamodb:Query',
      'dynamodb:PutItem',
      'dynamodb:DescribeTable',
    ]);
    return target;
  }

  #settleInstruction(): TreasuryFunction {
    const { ledger, key } = this.#data;
    const target = new TreasuryFunction(this, 'settle-instruction', {
      configuration: this.#configuration,
      key,
      description: 'Records what two people say became of a request whose outcome is not known',
      timeout: READ_TIMEOUT,
      environment: {
        ...callerEnvironment(this.#configuration),
        [VARIABLES.ledgerTable]: ledger.name,
        [VARIABLES.clientId]: this.#clients,
      },
    });
    ledger.allowAudit(target);
    ledger.allow(target, ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:PutItem']);
    return target;
  }

  #managePolicy(): TreasuryFunction {
    const { ledger, key } = this.#data;
    const target = new TreasuryFunction(this, 'manage-policy', {
      configuration: this.#configuration,
      key,
      description: 'Takes changes of rules, accounts and controls, their approvals, and the halt',
      timeout: READ_TIMEOUT,
      environment: {
        ...callerEnvironment(this.#configuration),
        [VARIABLES.ledgerTable]: ledger.name,
        [VARIABLES.clientId]: this.#clients,
      },
    });
    ledger.allowAudit(target);
    ledger.allow(target, [
      'dynamodb:GetItem',
      'dynamodb:Query',
      'dynamodb:PutItem',
      'dynamodb:DescribeTable',
    ]);
    return target;
  }

  #previewPolicy(): TreasuryFunction {
    const { snapshots, ledger, key } = this.#data;
    const target = new TreasuryFunction(this, 'preview-policy', {
      configuration: this.#configuration,
      key,
      description: 'Says what drafts of sweep rules would do now, and would have done',
      timeout: PREVIEW_TIMEOUT,
      memorySize: PREVIEW_MEMORY_MB,
      environment: {
        [VARIABLES.snapshotsTable]: snapshots.name,
        [VARIABLES.ledgerTable]: ledger.name,
        [VARIABLES.clientId]: this.#clients,
      },
    });
    snapshots.allow(target, ['dynamodb:Query']);
    ledger.allow(target, ['dynamodb:Query', 'dynamodb:DescribeTable'], [BY_TIME_INDEX]);
    return target;
  }

  #readTreasury(): TreasuryFunction {
    const { snapshots, ledger, cursorKey, key } = this.#data;
    const target = new TreasuryFunction(this, 'read-treasury', {
      configuration: this.#configuration,
      key,
      description: 'Answers what is asked about instructions, policy and decisions',
      timeout: READ_TIMEOUT,
      environment: {
        [VARIABLES.cursorKeySecretArn]: cursorKey.arn,
        [VARIABLES.snapshotsTable]: snapshots.name,
        [VARIABLES.ledgerTable]: ledger.name,
        [VARIABLES.clientId]: this.#clients,
      },
    });
    cursorKey.allowRead(target);
    snapshots.allow(target, ['dynamodb:Query']);
    ledger.allow(
      target,
      ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:DescribeTable'],
      [BY_STATE_INDEX, BY_TIME_INDEX],
    );
    return target;
  }

  #manageBreaks(): TreasuryFunction {
    const { ledger, key } = this.#data;
    const target = new TreasuryFunction(this, 'manage-breaks', {
      configuration: this.#configuration,
      key,
      description: 'Records what people say about differences in the books',
      timeout: READ_TIMEOUT,
      environment: {
        ...callerEnvironment(this.#configuration),
        [VARIABLES.ledgerTable]: ledger.name,
        [VARIABLES.clientId]: this.#clients,
      },
    });
    ledger.allowAudit(target);
    ledger.allow(target, ['dynamodb:GetItem', 'dynamodb:PutItem']);
    return target;
  }

  #queryReports(): TreasuryFunction {
    const { snapshots, series, ledger, cursorKey, key } = this.#data;
    const writeExport = this.#writeExport();
    const target = new TreasuryFunction(this, 'query-reports', {
      configuration: this.#configuration,
      key,
      description: 'Answers what was held, what it was worth, where it went, and statements',
      timeout: READ_TIMEOUT,
      environment: {
        ...callerEnvironment(this.#configuration),
        [VARIABLES.snapshotsTable]: snapshots.name,
        [VARIABLES.seriesTable]: series.name,
        [VARIABLES.ledgerTable]: ledger.name,
        ...statementEnvironment(this.#configuration),
        [VARIABLES.cursorKeySecretArn]: cursorKey.arn,
        [VARIABLES.exportsBucket]: this.#exports.name,
        [VARIABLES.writeExportFunction]: writeExport.functionName,
        [VARIABLES.clientId]: this.#clients,
      },
    });
    cursorKey.allowRead(target);
    this.#exports.allow(target, ['s3:PutObject']);
    target.addToRolePolicy(
      new PolicyStatement({
        actions: ['lambda:InvokeFunction'],
        resources: [writeExport.functionArn],
      }),
    );
    snapshots.allow(target, ['dynamodb:Query']);
    series.allow(target, ['dynamodb:GetItem', 'dynamodb:Query']);
    ledger.allow(target, ['dynamodb:GetItem', 'dynamodb:Query'], [BY_STATE_INDEX]);
    return target;
  }

  /** Writes the files that are too large to be answered. It moves no money: it may be tried again. */
  #writeExport(): TreasuryFunction {
    const { snapshots, series, ledger, key } = this.#data;
    const target = new TreasuryFunction(this, 'write-export', {
      configuration: this.#configuration,
      key,
      description: 'Writes a report that is too large to be answered into the bucket of exports',
      timeout: EXPORT_TIMEOUT,
      memorySize: EXPORT_MEMORY_MB,
      environment: {
        ...statementEnvironment(this.#configuration),
        [VARIABLES.ledgerTable]: ledger.name,
        [VARIABLES.snapshotsTable]: snapshots.name,
        [VARIABLES.seriesTable]: series.name,
        [VARIABLES.exportsBucket]: this.#exports.name,
        [VARIABLES.clientId]: this.#clients,
      },
    });
    this.#exports.allow(target, ['s3:GetObject', 's3:PutObject', 's3:AbortMultipartUpload']);
    snapshots.allow(target, ['dynamodb:Query']);
    series.allow(target, ['dynamodb:GetItem', 'dynamodb:Query']);
    ledger.allow(target, ['dynamodb:GetItem', 'dynamodb:Query'], [BY_STATE_INDEX]);
    target.configureAsyncInvoke({
      retryAttempts: EXPORT_RETRY_ATTEMPTS,
      maxEventAge: EXPORT_MAX_AGE,
      onFailure: failuresTo(undeliveredQueue(this, 'failed-exports', key)),
    });
    return target;
  }

  #readExport(): TreasuryFunction {
    const { key } = this.#data;
    const target = new TreasuryFunction(this, 'read-export', {
      configuration: this.#configuration,
      key,
      description: 'Says how far an export is, and where to get it',
      timeout: READ_TIMEOUT,
      environment: {
        [VARIABLES.exportsBucket]: this.#exports.name,
        [VARIABLES.clientId]: this.#clients,
      },
    });
    this.#exports.allow(target, ['s3:GetObject']);
    return target;
  }

  #readService(): TreasuryFunction {
    const { tokens, key } = this.#data;
    const target = new TreasuryFunction(this, 'read-service', {
      configuration: this.#configuration,
      key,
      description: 'Asks the service itself for its prices and balances',
      timeout: READ_TIMEOUT,
      environment: {
        ...serviceEnvironment(this.#configuration, tokens),
        [VARIABLES.clientId]: this.#clients,
        [VARIABLES.reportingCurrency]: this.#configuration.reportingCurrency,
      },
    });
    tokens.allowRead(target);
    return target;
  }

  /** The routes of the contract, each to the function it names. */
  #addRoutes(api: HttpApi, functions: Readonly<Record<ApiFunction, TreasuryFunction>>): void {
    for (const [name, target] of Object.entries(functions)) {
      const integration = new HttpLambdaIntegration(`${name}-integration`, target, {
        timeout: INTEGRATION_TIMEOUT,
      });
      for (const { path, method } of ROUTES.filter((route) => route.function === name)) {
        api.addRoutes({ path, methods: [HttpMethod[method]], integration });
      }
    }
  }
}
