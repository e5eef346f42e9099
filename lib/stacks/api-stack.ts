import { Aws, CfnOutput, Fn, Stack, type StackProps } from 'aws-cdk-lib';
import { HttpApi, HttpMethod } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { BY_STATE_INDEX, BY_TIME_INDEX, ledgerKeys } from '../../adapters/store/keys.ts';
import { type ApiFunction, ROUTES } from '../../api/routes/routes.ts';
import { VARIABLES } from '../../runtime/environment/names.ts';
import { allow } from '../constructs/allow.ts';
import { ApiDistribution } from '../constructs/api-distribution.ts';
import { apiStage } from '../constructs/api-stage.ts';
import { ExportsBucket } from '../constructs/exports-bucket.ts';
import type { TreasuryFunction } from '../constructs/treasury-function.ts';
import {
  INTEGRATION_TIMEOUT,
  PREVIEW_MEMORY_MB,
  PREVIEW_TIMEOUT,
  READ_TIMEOUT,
  SENDER_TIMEOUT,
  SETTLE_TIMEOUT,
} from '../limits.ts';
import type { StageConfiguration } from '../stages/stage-configuration.ts';
import { authorizer, crossOrigin } from './api-callers.ts';
import { type ApiFunctionProps, apiFunction } from './api-function.ts';
import { callerEnvironment } from './caller-environment.ts';
import type { DataStack } from './data-stack.ts';
import type { IdentityStack } from './identity-stack.ts';
import { queryReports, readExport } from './report-functions.ts';
import { serviceEnvironment } from './service-environment.ts';
import type { WebhooksStack } from './webhooks-stack.ts';

export interface ApiStackProps extends StackProps {
  readonly configuration: StageConfiguration;
  readonly data: DataStack;
  /** The people's pool, unless the configuration names another issuer. */
  readonly people: IdentityStack | null;
  /** What is queued there is sent at once. */
  readonly webhooks: WebhooksStack;
  /** It is asked for balances when two people settle. */
  readonly takeSnapshot: TreasuryFunction;
  /** The console's address, without a slash at its end; null if the stage has none. */
  readonly consoleAddress: string | null;
  /** The ARN of the firewall in front of it; null if the stage has none. */
  readonly firewall: string | null;
}

/** The stage that an API without a firewall has: its address has no name of a stage. */
const OPEN_STAGE = '$default';

/** The API: every route behind the authoriser, trades by a function of their own. */
export class ApiStack extends Stack {
  readonly api: HttpApi;
  /** Where it is called, without a slash at its end. */
  readonly address: string;
  readonly #configuration: StageConfiguration;
  readonly #data: DataStack;

  constructor(scope: Construct, id: string, props: ApiStackProps) {
    const { configuration, data, people, webhooks, takeSnapshot, consoleAddress, ...others } =
      props;
    const { firewall, ...rest } = others;
    super(scope, id, rest);
    this.#configuration = configuration;
    this.#data = data;
    const bucket = new ExportsBucket(this, 'exports', {
      configuration,
      key: data.key,
      log: data.objectLog,
    });
    this.api = new HttpApi(this, 'api', {
      apiName: `sluice-${configuration.stage}`,
      createDefaultStage: false,
      defaultAuthorizer: authorizer(configuration, people),
      ...crossOrigin(configuration, consoleAddress),
    });
    const reports = { configuration, data, bucket };
    this.#addRoutes(this.api, {
      'place-trade': this.#placeTrade(),
      'manage-instructions': this.#manageInstructions(),
      'settle-instruction': this.#settleInstruction(takeSnapshot),
      'preview-policy': this.#previewPolicy(),
      'manage-policy': this.#managePolicy(),
      halt: this.#halt(),
      'query-ledger': this.#queryLedger(),
      'query-reports': queryReports(this, reports),
      'manage-breaks': this.#manageBreaks(),
      'read-export': readExport(this, reports),
      'query-market': this.#queryMarket(),
      'manage-webhooks': this.#manageWebhooks(webhooks),
    });
    const stageName = firewall === null ? OPEN_STAGE : this.#hiddenStage();
    apiStage(this, this.api, { configuration, stageName, key: data.key });
    // Without the slash at the end that the stage's own address has: paths begin with one.
    this.address =
      firewall === null
        ? this.api.apiEndpoint
        : new ApiDistribution(this, 'delivery', {
            configuration,
            api: this.api,
            stageName,
            firewall,
          }).address;
    new CfnOutput(this, 'ApiAddress', { value: this.address });
  }

  /**
   * A name that no stranger guesses, the id that CloudFormation drew for this stack: without it the API's own address has no
   * stage to answer, so whoever does not come through the firewall reaches nothing that is counted or authorised.
   */
  #hiddenStage(): string {
    return Fn.select(2, Fn.split('/', Aws.STACK_ID));
  }

  #function(name: ApiFunction, props: ApiFunctionProps): TreasuryFunction {
    return apiFunction(this, name, { configuration: this.#configuration, data: this.#data }, props);
  }

  #placeTrade(): TreasuryFunction {
    const { snapshots, ledger, tokens, sealKey, readingKey } = this.#data;
    const target = this.#function('place-trade', {
      description: 'Places one guarded trade per Idempotency-Key',
      timeout: SENDER_TIMEOUT,
      environment: {
        ...serviceEnvironment(this.#configuration, tokens),
        ...callerEnvironment(this.#configuration),
        [VARIABLES.snapshotsTable]: snapshots.name,
        [VARIABLES.ledgerTable]: ledger.name,
        ...sealKey.environment,
        ...readingKey.environment,
      },
    });
    tokens.allowRead(target);
    sealKey.allowSeal(target);
    // The earlier prices as Sluice left them on record: a trade at one that has jumped since is refused.
    readingKey.allowVerify(target);
    snapshots.allow(target, ['dynamodb:Query']);
    ledger.allow(target, ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:DescribeTable']);
    return target;
  }

  #manageInstructions(): TreasuryFunction {
    const { snapshots, ledger, sealKey } = this.#data;
    const target = this.#function('manage-instructions', {
      description: 'Takes withdrawals asked for by hand, approvals, refusals and cancellations',
      timeout: READ_TIMEOUT,
      environment: {
        [VARIABLES.snapshotsTable]: snapshots.name,
        ...callerEnvironment(this.#configuration),
        [VARIABLES.ledgerTable]: ledger.name,
        ...sealKey.environment,
      },
    });
    sealKey.allowSeal(target);
    snapshots.allow(target, ['dynamodb:Query']);
    ledger.allow(target, ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:DescribeTable']);
    return target;
  }

  #settleInstruction(takeSnapshot: TreasuryFunction): TreasuryFunction {
    const { snapshots, ledger, sealKey, readingKey } = this.#data;
    const target = this.#function('settle-instruction', {
      description: 'Records what two people say became of a request whose outcome is not known',
      timeout: SETTLE_TIMEOUT,
      environment: {
        ...callerEnvironment(this.#configuration),
        [VARIABLES.snapshotsTable]: snapshots.name,
        [VARIABLES.ledgerTable]: ledger.name,
        ...sealKey.environment,
        ...readingKey.environment,
        [VARIABLES.takeSnapshotFunction]: takeSnapshot.functionName,
      },
    });
    sealKey.allowSeal(target);
    // Two people settle on balances as Sluice read them, and on some that it reads now.
    readingKey.allowVerify(target);
    snapshots.allow(target, ['dynamodb:Query']);
    allow(target, ['lambda:InvokeFunction'], [takeSnapshot.functionArn]);
    // An unsealed first word halts everything.
    ledger.allow(target, ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:DescribeTable'], {
      indexes: [BY_STATE_INDEX],
    });
    return target;
  }

  #managePolicy(): TreasuryFunction {
    const { ledger, sealKey } = this.#data;
    const target = this.#function('manage-policy', {
      description:
        'Takes changes of rules, accounts and controls, their approvals, and resumptions',
      timeout: READ_TIMEOUT,
      environment: {
        ...callerEnvironment(this.#configuration),
        [VARIABLES.ledgerTable]: ledger.name,
        ...sealKey.environment,
        [VARIABLES.snapshotEverySeconds]: `${this.#configuration.snapshotEveryMinutes * 60}`,
        [VARIABLES.reportingCurrency]: this.#configuration.reportingCurrency,
      },
    });
    sealKey.allowSeal(target);
    ledger.allow(target, ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:DescribeTable'], {
      indexes: [BY_TIME_INDEX],
    });
    return target;
  }

  /** The kill switch: it may halt, look up known currencies, write to the audit log, and keep who halted, with name and roles. */
  #halt(): TreasuryFunction {
    const { ledger } = this.#data;
    const target = this.#function('halt', {
      description: 'Halts everything, or one currency, at once',
      timeout: READ_TIMEOUT,
      environment: {
        ...callerEnvironment(this.#configuration),
        [VARIABLES.ledgerTable]: ledger.name,
      },
    });
    ledger.allow(target, ['dynamodb:GetItem', 'dynamodb:Query']);
    return target;
  }

  #previewPolicy(): TreasuryFunction {
    const { snapshots, ledger, sealKey } = this.#data;
    const target = this.#function('preview-policy', {
      description: 'Says what rules will do, and what drafts of them would do and would have done',
      timeout: PREVIEW_TIMEOUT,
      memorySize: PREVIEW_MEMORY_MB,
      environment: {
        ...callerEnvironment(this.#configuration),
        ...sealKey.environment,
        [VARIABLES.reportingTimeZone]: this.#configuration.books.reportingTimeZone,
        [VARIABLES.snapshotEverySeconds]: `${this.#configuration.snapshotEveryMinutes * 60}`,
        [VARIABLES.snapshotsTable]: snapshots.name,
        [VARIABLES.ledgerTable]: ledger.name,
      },
    });
    // A manual rate that no deciding function wrote values nothing that is shown of a forecast.
    sealKey.allowVerify(target);
    snapshots.allow(target, ['dynamodb:Query']);
    ledger.allow(target, ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:DescribeTable'], {
      indexes: [BY_TIME_INDEX],
    });
    return target;
  }

  #queryLedger(): TreasuryFunction {
    const { snapshots, ledger, eventFeed, cursorKey, sealKey, readingKey } = this.#data;
    const target = this.#function('query-ledger', {
      description:
        'Answers what is asked about instructions, policy, decisions and events, and checks requests',
      timeout: READ_TIMEOUT,
      environment: {
        [VARIABLES.reportingTimeZone]: this.#configuration.books.reportingTimeZone,
        ...callerEnvironment(this.#configuration),
        ...sealKey.environment,
        ...readingKey.environment,
        [VARIABLES.snapshotEverySeconds]: `${this.#configuration.snapshotEveryMinutes * 60}`,
        [VARIABLES.reportingCurrency]: this.#configuration.reportingCurrency,
        [VARIABLES.cursorKeySecretArn]: cursorKey.arn,
        [VARIABLES.snapshotsTable]: snapshots.name,
        [VARIABLES.ledgerTable]: ledger.name,
        [VARIABLES.eventsTable]: eventFeed.name,
      },
    });
    cursorKey.allowRead(target);
    // The inbox names what no deciding function wrote. It makes no seals.
    sealKey.allowVerify(target);
    // A check judges a trade by the last snapshot's prices, as its request does: if Sluice left them on record.
    readingKey.allowVerify(target);
    snapshots.allow(target, ['dynamodb:Query']);
    eventFeed.allow(target, ['dynamodb:Query']);
    ledger.allow(target, ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:DescribeTable'], {
      indexes: [BY_STATE_INDEX, BY_TIME_INDEX],
    });
    return target;
  }

  #manageBreaks(): TreasuryFunction {
    const { ledger } = this.#data;
    const target = this.#function('manage-breaks', {
      description: 'Records what people say about differences in the books',
      timeout: READ_TIMEOUT,
      environment: {
        ...callerEnvironment(this.#configuration),
        [VARIABLES.ledgerTable]: ledger.name,
      },
    });
    ledger.allow(target, ['dynamodb:GetItem', 'dynamodb:Query'], {
      // The breaks of one state, for a set of many.
      indexes: [BY_STATE_INDEX],
    });
    return target;
  }

  #queryMarket(): TreasuryFunction {
    const { tokens, snapshots, ledger, sealKey } = this.#data;
    const target = this.#function('query-market', {
      description: 'Asks the service itself for its prices and balances',
      timeout: READ_TIMEOUT,
      environment: {
        ...callerEnvironment(this.#configuration),
        ...serviceEnvironment(this.#configuration, tokens),
        [VARIABLES.reportingCurrency]: this.#configuration.reportingCurrency,
        [VARIABLES.snapshotsTable]: snapshots.name,
        [VARIABLES.ledgerTable]: ledger.name,
        ...sealKey.environment,
      },
    });
    tokens.allowRead(target);
    // The last snapshot: what was held then, and the answer of now leaves out, is named.
    snapshots.allow(target, ['dynamodb:Query']);
    // Manual rates value what has no price, if they are what Sluice wrote; nothing else of the ledger is read.
    sealKey.allowVerify(target);
    ledger.allow(target, ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:DescribeTable'], {
      only: [
        ledgerKeys.manualRatePartition,
        (tenant) => ledgerKeys.policyHistoryPartition(tenant, 'MANUAL-RATE#'),
      ],
    });
    return target;
  }

  /** Makes secrets, which it encrypts and cannot decrypt, and queues deliveries, which another function sends. */
  #manageWebhooks({ deliver }: WebhooksStack): TreasuryFunction {
    const { ledger, deliveries, sealKey, cursorKey, webhookSecrets } = this.#data;
    const target = this.#function('manage-webhooks', {
      description: 'Shows secrets of webhooks once, what was delivered, and queues it again',
      timeout: READ_TIMEOUT,
      environment: {
        [VARIABLES.reportingTimeZone]: this.#configuration.books.reportingTimeZone,
        ...callerEnvironment(this.#configuration),
        ...sealKey.environment,
        ...webhookSecrets.environment,
        [VARIABLES.cursorKeySecretArn]: cursorKey.arn,
        [VARIABLES.ledgerTable]: ledger.name,
        [VARIABLES.deliveriesTable]: deliveries.name,
        [VARIABLES.deliverWebhooksFunction]: deliver.functionName,
      },
    });
    cursorKey.allowRead(target);
    sealKey.allowVerify(target);
    webhookSecrets.allowEncrypt(target);
    ledger.allow(target, ['dynamodb:GetItem', 'dynamodb:DescribeTable']);
    // What waits to be sent, by the index.
    deliveries.allow(target, ['dynamodb:GetItem', 'dynamodb:Query'], { indexes: [BY_STATE_INDEX] });
    allow(target, ['lambda:InvokeFunction'], [deliver.functionArn]);
    return target;
  }

  /** The routes of the contract, each to the function it names. */
  #addRoutes(api: HttpApi, functions: Readonly<Record<ApiFunction, TreasuryFunction>>): void {
    for (const [name, target] of Object.entries(functions)) {
      const integration = new PermittedIntegration(`${name}-integration`, target, {
        timeout: INTEGRATION_TIMEOUT,
      });
      // One for the whole API: a permission of each route would fill the function's own policy.
      target.addPermission('api', {
        principal: new ServicePrincipal('apigateway.amazonaws.com'),
        sourceArn: this.formatArn({
          service: 'execute-api',
          resource: api.apiId,
          resourceName: '*/*',
        }),
      });
      for (const { path, method } of ROUTES.filter((route) => route.function === name)) {
        api.addRoutes({ path, methods: [HttpMethod[method]], integration });
      }
    }
  }
}

/** A function that may be invoked by the API already: the permission of each route that it would add is left out. */
class PermittedIntegration extends HttpLambdaIntegration {
  protected override completeBind(): void {}
}
