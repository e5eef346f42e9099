import * as z from 'zod';
import { refused } from './assembly-error.ts';
import { found, ignored, type Located, type LocatedResources } from './located-resources.ts';
import type {
  ApiModel,
  AuthoriserModel,
  CrossOriginModel,
  FunctionModel,
  RouteModel,
  ThrottleModel,
} from './model.ts';
import { functionNamed } from './read-functions.ts';

/** API Gateway's own default, and its maximum for HTTP APIs. */
const DEFAULT_INTEGRATION_TIMEOUT_MS = 30_000;

const crossOrigin = z.strictObject({
  AllowOrigins: z.array(z.string()),
  AllowMethods: z.array(z.string()).default([]),
  AllowHeaders: z.array(z.string()).default([]),
  ExposeHeaders: z.array(z.string()).default([]),
  MaxAge: z.number().default(0),
});

const apiProperties = z.strictObject({
  CorsConfiguration: crossOrigin.optional(),
  Name: z.string(),
  ProtocolType: z.literal('HTTP', 'only HTTP APIs are served locally'),
  Description: ignored,
  DisableExecuteApiEndpoint: ignored,
  Tags: ignored,
});

const authorizerProperties = z.strictObject({
  ApiId: z.string(),
  AuthorizerType: z.literal('JWT', 'only JWT authorisers are served locally'),
  IdentitySource: z.tuple(
    [z.literal('$request.header.Authorization', 'only the Authorization header is served locally')],
    'exactly one identity source is served locally',
  ),
  JwtConfiguration: z.strictObject({ Audience: z.array(z.string()), Issuer: z.string() }),
  Name: ignored,
});

const integrationProperties = z.strictObject({
  ApiId: z.string(),
  IntegrationType: z.literal('AWS_PROXY', 'only functions are served locally'),
  IntegrationUri: z.string(),
  PayloadFormatVersion: z.literal('2.0', 'only payload format 2.0 is served locally'),
  TimeoutInMillis: z.number().default(DEFAULT_INTEGRATION_TIMEOUT_MS),
  Description: ignored,
  IntegrationMethod: ignored,
});

const routeProperties = z.strictObject({
  ApiId: z.string(),
  RouteKey: z.string(),
  Target: z.string().startsWith('integrations/'),
  AuthorizationType: z.enum(['NONE', 'JWT']).default('NONE'),
  AuthorizerId: z.string().optional(),
  AuthorizationScopes: z.array(z.string()).default([]),
});

const routeSettings = z.strictObject({
  ThrottlingRateLimit: z.number().positive().optional(),
  ThrottlingBurstLimit: z.number().positive().optional(),
  DetailedMetricsEnabled: ignored,
});

const stageProperties = z.strictObject({
  ApiId: z.string(),
  // Whatever its name, here its paths begin at the root: this machine has no firewall that it would be hidden behind.
  StageName: ignored,
  AccessLogSettings: ignored,
  AutoDeploy: ignored,
  DefaultRouteSettings: routeSettings.optional(),
  Description: ignored,
  RouteSettings: z.record(z.string(), routeSettings).default({}),
  Tags: ignored,
});

type Integrations = readonly Located<z.output<typeof integrationProperties>>[];
type Authorizers = readonly Located<z.output<typeof authorizerProperties>>[];
type Route = Located<z.output<typeof routeProperties>>;

export function readApis(
  resources: LocatedResources,
  functions: readonly FunctionModel[],
): readonly ApiModel[] {
  const integrations = resources.ofType('AWS::ApiGatewayV2::Integration', integrationProperties);
  const authorizers = resources.ofType('AWS::ApiGatewayV2::Authorizer', authorizerProperties);
  const routes = resources.ofType('AWS::ApiGatewayV2::Route', routeProperties);
  const stages = resources.ofType('AWS::ApiGatewayV2::Stage', stageProperties);
  return resources.ofType('AWS::ApiGatewayV2::Api', apiProperties).map(({ ref, properties }) => {
    const stage = stages.find((each) => each.properties.ApiId === ref)?.properties;
    return {
      id: ref,
      crossOrigin: readCrossOrigin(properties.CorsConfiguration),
      throttle: readThrottle(stage?.DefaultRouteSettings),
      routes: routes
        .filter(({ properties }) => properties.ApiId === ref)
        .map((route) => ({
          ...readRoute(route, integrations, authorizers, functions),
          throttle: readThrottle(stage?.RouteSettings[route.properties.RouteKey]),
        })),
    };
  });
}

function readCrossOrigin(cors: z.output<typeof crossOrigin> | undefined): CrossOriginModel | null {
  if (cors === undefined) return null;
  return {
    allowOrigins: cors.AllowOrigins,
    allowMethods: cors.AllowMethods,
    allowHeaders: cors.AllowHeaders,
    exposeHeaders: cors.ExposeHeaders,
    maxAgeSeconds: cors.MaxAge,
  };
}

/** Null if it names no limit; API Gateway then goes by the account's, which are far above a person's. */
function readThrottle(settings: z.output<typeof routeSettings> | undefined): ThrottleModel | null {
  const { ThrottlingRateLimit: rate, ThrottlingBurstLimit: burst } = settings ?? {};
  return rate === undefined || burst === undefined ? null : { rate, burst };
}

function readRoute(
  route: Route,
  integrations: Integrations,
  authorizers: Authorizers,
  functions: readonly FunctionModel[],
): Omit<RouteModel, 'throttle'> {
  const { properties } = route;
  const target = properties.Target.slice('integrations/'.length);
  const integration = found(
    integrations.find(({ ref }) => ref === target),
    route,
    properties.Target,
  );
  const { IntegrationUri, TimeoutInMillis } = integration.properties;
  return {
    key: properties.RouteKey,
    functionName: found(functionNamed(functions, IntegrationUri), integration, IntegrationUri).name,
    timeoutMs: TimeoutInMillis,
    authoriser: readAuthoriser(route, authorizers),
    scopes: properties.AuthorizationScopes,
  };
}

function readAuthoriser(route: Route, authorizers: Authorizers): AuthoriserModel | null {
  const { AuthorizationType, AuthorizerId } = route.properties;
  if (AuthorizationType === 'NONE') return null;
  if (AuthorizerId === undefined) throw refused(route, 'it names no authoriser');
  const authorizer = authorizers.find(({ ref }) => ref === AuthorizerId);
  const { Issuer, Audience } = found(authorizer, route, AuthorizerId).properties.JwtConfiguration;
  return { issuer: Issuer, audience: Audience };
}
