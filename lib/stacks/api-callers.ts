import {
  CorsHttpMethod,
  type HttpApiProps,
  type IHttpRouteAuthorizer,
} from 'aws-cdk-lib/aws-apigatewayv2';
import {
  HttpJwtAuthorizer,
  HttpUserPoolAuthorizer,
} from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { CORS_MAX_AGE } from '../limits.ts';
import type { StageConfiguration } from '../stages/stage-configuration.ts';
import type { IdentityStack } from './identity-stack.ts';

/** The headers of requests that a browser may send beside the ordinary ones. */
const REQUEST_HEADERS = [
  'authorization',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'time-zone',
];

/** The headers of answers that a page may read. `apigw-requestid` is the id that an answer without a body has as well. */
const ANSWER_HEADERS = [
  'apigw-requestid',
  'content-disposition',
  'etag',
  'idempotent-replayed',
  'location',
  'retry-after',
  'x-next-cursor',
  'x-previous-cursor',
];

/** Browsers may call the API from the console's origins and from nowhere else, whoever knows the people. */
export function crossOrigin(
  configuration: StageConfiguration,
  consoleAddress: string | null,
): Pick<HttpApiProps, 'corsPreflight'> {
  const own = consoleAddress === null ? [] : [consoleAddress];
  const origins = [...new Set([...own, ...consoleOriginsOf(configuration)])];
  if (origins.length === 0) return {};
  return {
    corsPreflight: {
      allowOrigins: [...origins],
      allowMethods: [
        CorsHttpMethod.GET,
        CorsHttpMethod.POST,
        CorsHttpMethod.PUT,
        CorsHttpMethod.DELETE,
      ],
      allowHeaders: REQUEST_HEADERS,
      exposeHeaders: ANSWER_HEADERS,
      maxAge: CORS_MAX_AGE,
    },
  };
}

/** Those that the stage names, and those of the addresses that people come back to from our own pool's sign-in. */
function consoleOriginsOf({ identity, consoleOrigins }: StageConfiguration): readonly string[] {
  const signedIn = identity.kind === 'cognito' ? identity.consoleUrls : [];
  return [...new Set([...consoleOrigins, ...signedIn.map((url) => new URL(url).origin)])];
}

/** The permitted callers: those to whom the configured issuer, or our own pool, gave an access token. */
export function authorizer(
  { identity }: StageConfiguration,
  people: IdentityStack | null,
): IHttpRouteAuthorizer {
  if (identity.kind === 'oidc') {
    return new HttpJwtAuthorizer('authorizer', identity.issuer, { jwtAudience: identity.audience });
  }
  if (people === null) throw new Error('an identity of kind cognito needs the identity stack');
  return new HttpUserPoolAuthorizer('authorizer', people.pool, {
    userPoolClients: [...people.clients],
  });
}
