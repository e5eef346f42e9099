import type { APIGatewayProxyEventV2WithJWTAuthorizer } from 'aws-lambda';

/** An event of an HTTP API, payload 2.0, behind the JWT authoriser. */
export type GatewayEvent = APIGatewayProxyEventV2WithJWTAuthorizer;

/** The same as a handler gets it: with the tenant of the request, which the caller may see. */
export interface ApiEvent extends GatewayEvent {
  readonly tenant: string;
}
