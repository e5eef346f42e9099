import type { APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { logger, observed } from '../observability/observed.ts';
import type { ApiEvent } from './api-event.ts';
import { type Answer, ProblemError, problemAnswer } from './problem.ts';
import { requireRole } from './roles.ts';

/**
 * A handler of API routes: the observed wrapping, the role its route asks for, and problem+json for whatever goes wrong. What
 * is thrown unexpectedly is logged and answered without a word of it.
 */
export function api(handler: (event: ApiEvent, context: Context) => Promise<Answer>) {
  return observed<ApiEvent, APIGatewayProxyStructuredResultV2>(async (event, context) => {
    const { requestId } = event.requestContext;
    logger.appendKeys({ requestId, route: event.routeKey });
    try {
      requireRole(event);
      return await handler(event, context);
    } catch (error) {
      if (error instanceof ProblemError) return problemAnswer(error.problem, requestId);
      logger.error('a request failed', error as Error);
      const detail =
        'Nothing is known to have changed. Quote the request id when you ask about it.';
      return problemAnswer(
        { status: 500, code: 'internal', title: 'The request could not be handled', detail },
        requestId,
      );
    }
  });
}

/** The subject of the caller's token: who asks. */
export function callerOf(event: ApiEvent): string {
  const { claims } = event.requestContext.authorizer.jwt;
  return String(claims.username ?? claims.sub ?? claims.client_id ?? 'unknown');
}
