import { Logger } from '@aws-lambda-powertools/logger';
import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import { Metrics } from '@aws-lambda-powertools/metrics';
import { logMetrics } from '@aws-lambda-powertools/metrics/middleware';
import { Tracer } from '@aws-lambda-powertools/tracer';
import { captureLambdaHandler } from '@aws-lambda-powertools/tracer/middleware';
import middy, { type MiddyfiedHandler } from '@middy/core';
import type { Context } from 'aws-lambda';

/*
 * Logging, metrics and tracing are wrapped around plain handlers and configured by Powertools' own
 * environment variables (service name, namespace, level), which the function construct sets.
 */
export const logger = new Logger();
export const metrics = new Metrics();
const tracer = new Tracer();

/** A handler in its wrapping: log context, cold-start and business metrics, one trace segment. */
export function observed<Event, Result>(
  handler: (event: Event, context: Context) => Promise<Result>,
): MiddyfiedHandler<Event, Result> {
  return (
    // A handler that middy answers early for goes on running unseen: it is never answered early.
    middy<Event, Result>({ timeoutEarlyInMillis: 0 })
      .use(injectLambdaContext(logger, { resetKeys: true }))
      .use(logMetrics(metrics))
      // Answers hold balances and trades; they are not for the trace.
      .use(captureLambdaHandler(tracer, { captureResponse: false }))
      .handler(handler)
  );
}
