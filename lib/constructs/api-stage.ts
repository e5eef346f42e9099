import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import {
  CfnStage,
  type HttpApi,
  HttpStage,
  LogGroupLogDestination,
} from 'aws-cdk-lib/aws-apigatewayv2';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { SHOWN_AT } from '../../api/responses/inbox-routes.ts';
import { type ApiFunction, type DeclaredKey, ROUTES } from '../../api/routes/routes.ts';
import { DECISIONS_BURST, DECISIONS_PER_SECOND } from '../limits.ts';
import type { StageConfiguration } from '../stages/stage-configuration.ts';
import { accessLogPrefix, treasuryLogGroup } from './treasury-log-group.ts';

/** Functions whose actions a flood of strangers must not starve: API Gateway counts a request before it knows whose it is. */
const DECIDING: ReadonlySet<ApiFunction> = new Set<ApiFunction>([
  'halt',
  'manage-instructions',
  'manage-policy',
  'place-trade',
  'settle-instruction',
]);

/** What is read before a decision, which names what was seen: whoever starves these starves approvals as well. */
const READ_TO_DECIDE: ReadonlySet<DeclaredKey> = new Set<DeclaredKey>([
  'GET /v1/me',
  'GET /v1/inbox',
  ...Object.values(SHOWN_AT),
]);

/** Routes with limits of their own beside those of all others. */
const DECIDING_ROUTES = ROUTES.filter(
  ({ key, function: of }) =>
    READ_TO_DECIDE.has(key) || (DECIDING.has(of) && !key.startsWith('GET ')),
).map(({ key }) => key);

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
  /** A part of the API's own address, unless it is `$default`. */
  readonly stageName: string;
  /** Encrypts the access log. */
  readonly key: IKey;
}

/** The API's one stage: throttled, with access logs of our own. */
export function apiStage(
  scope: Construct,
  api: HttpApi,
  { configuration, stageName, key }: ApiStageProps,
): void {
  const { stage, api: limits } = configuration;
  const log = treasuryLogGroup(scope, 'access-log', {
    logGroupName: `${accessLogPrefix(stage)}/api`,
    configuration,
    key,
  });
  const httpStage = new HttpStage(scope, 'stage', {
    httpApi: api,
    stageName,
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
    DECIDING_ROUTES.map((route) => [
      route,
      {
        ThrottlingRateLimit: DECISIONS_PER_SECOND,
        ThrottlingBurstLimit: DECISIONS_BURST,
        DetailedMetricsEnabled: false,
      },
    ]),
  );
  // Settings of a route are refused while the route does not exist.
  for (const route of api.node.children) httpStage.node.addDependency(route);
}
