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

/** Browsers may call the API from the console's addresses and from nowhere else. */
export function crossOrigin({ identity }: StageConfiguration): Pick<HttpApiProps, 'corsPreflight'> {
  if (identity.kind === 'oidc') return {};
  return {
    corsPreflight: {
      allowOrigins: [...new Set(identity.consoleUrls.map((url) => new URL(url).origin))],
      allowMethods: [
        CorsHttpMethod.GET,
        CorsHttpMethod.POST,
        CorsHttpMethod.PUT,
        CorsHttpMethod.DELETE,
      ],
      allowHeaders: ['authorization', 'content-type', 'idempotency-key', 'if-match'],
      exposeHeaders: [
        'content-disposition',
        'etag',
        'location',
        'retry-after',
        'idempotent-replayed',
        'x-next-cursor',
      ],
      maxAge: CORS_MAX_AGE,
    },
  };
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
