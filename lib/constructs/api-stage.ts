import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import {
  CfnStage,
  type HttpApi,
  HttpStage,
  LogGroupLogDestination,
} from 'aws-cdk-lib/aws-apigatewayv2';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { HALT_ROUTE } from '../../api/routes/routes.ts';
import {
  HALTS_BURST,
  HALTS_PER_SECOND,
  MARKET_READS_BURST,
  MARKET_READS_PER_SECOND,
  TRADES_BURST,
  TRADES_PER_SECOND,
} from '../limits.ts';
import type { StageConfiguration } from '../stages/stage-configuration.ts';
import { accessLogPrefix, treasuryLogGroup } from './treasury-log-group.ts';

/** Routes with limits of their own beside those of the whole API: requests a second, and at once. */
const THROTTLED_ROUTES: Readonly<Record<string, readonly [number, number]>> = {
  [HALT_ROUTE]: [HALTS_PER_SECOND, HALTS_BURST],
  'POST /v1/trades': [TRADES_PER_SECOND, TRADES_BURST],
  'GET /v1/prices': [MARKET_READS_PER_SECOND, MARKET_READS_BURST],
  'GET /v1/balances': [MARKET_READS_PER_SECOND, MARKET_READS_BURST],
};

/** The caller, the route and the result of each request. Neither query strings nor headers are in it. */
const ACCESS_LOG_FIELDS = {
  requestId: '$context.requestId',
  requestTime: '$context.requestTime',
  ip: '$context.identity.sourceIp',
  route: '$context.routeKey',
  status: '$context.status',
  subject: '$context.authorizer.claims.sub',
  responseLength: '$context.responseLength',
  latencyMs: '$context.responseLatency',
  integrationStatus: '$context.integrationStatus',
  integrationError: '$context.integrationErrorMessage',
  authorizerError: '$context.authorizer.error',
} as const;

export interface ApiStageProps {
  readonly configuration: StageConfiguration;
  /** Encrypts the access log. */
  readonly key: IKey;
}

/** The API's one stage: throttled, with access logs of our own. */
export function apiStage(
  scope: Construct,
  api: HttpApi,
  { configuration, key }: ApiStageProps,
): void {
  const { stage, api: limits } = configuration;
  const log = treasuryLogGroup(scope, 'access-log', {
    logGroupName: `${accessLogPrefix(stage)}/api`,
    configuration,
    key,
  });
  const httpStage = new HttpStage(scope, 'stage', {
    httpApi: api,
    stageName: '$default',
    autoDeploy: true,
    // A metric of each route would cost more than the rest of the API; the access log has the route of each request.
    detailedMetricsEnabled: false,
    throttle: { rateLimit: limits.requestsPerSecond, burstLimit: limits.burst },
    accessLogSettings: {
      destination: new LogGroupLogDestination(log),
      format: AccessLogFormat.custom(JSON.stringify(ACCESS_LOG_FIELDS)),
    },
  });
  const { defaultChild } = httpStage.node;
  if (!(defaultChild instanceof CfnStage)) throw new Error('the stage is not what it was');
  defaultChild.routeSettings = Object.fromEntries(
    Object.entries(THROTTLED_ROUTES).map(([route, [rate, burst]]) => [
      route,
      { ThrottlingRateLimit: rate, ThrottlingBurstLimit: burst, DetailedMetricsEnabled: false },
    ]),
  );
  // Settings of a route are refused while the route does not exist.
  for (const route of api.node.children) httpStage.node.addDependency(route);
}
