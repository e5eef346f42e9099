import type { APIGatewayProxyEventV2WithJWTAuthorizer } from 'aws-lambda';

/** An event of an HTTP API, payload 2.0, behind the JWT authoriser. */
export type ApiEvent = APIGatewayProxyEventV2WithJWTAuthorizer;
