import { Logger } from '@aws-lambda-powertools/logger';
import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import middy, { type MiddyfiedHandler } from '@middy/core';
import type { Context } from 'aws-lambda';
import { type Diagnoses, diagnose, diagnosisOf } from '../diagnosis/diagnose.ts';
import { LogLines } from './log-lines.ts';
import { stageDimension } from './stage-dimension.ts';
import { annotate, traced } from './tracing.ts';

/*
 * Logging and tracing are wrapped around plain handlers. Powertools' own environment variables
 * (service name, level), which the function construct sets, configure them.
 */
export const logger = new Logger({ logFormatter: new LogLines() });

/** The keys by which a line of the log and a trace are found again, from a tick to its results. */
export interface Correlation {
  readonly tenant?: string;
  /** The schedule's moment; a sweep has that of the snapshot that it was decided on. */
  readonly tick?: string;
  readonly instructionId?: string;
}

/**
 * Puts its subject on every following line of this invocation, and on its trace. A stream passes no trace on, so the
 * tick is what joins the invocations of one sweep (docs/metrics.md).
 */
export function correlate(about: Correlation): void {
  logger.appendKeys({ ...about });
  for (const [name, value] of Object.entries(about)) {
    if (value !== undefined) annotate(name, value);
  }
}

/**
 * A handler in its wrapping: log context, one trace segment. A diagnosis is answered in its place
 * (runtime/diagnosis/diagnosis.ts); `diagnoses` are those beside the start.
 */
export function observed<Event, Result>(
  handler: (event: Event, context: Context) => Promise<Result>,
  diagnoses: Diagnoses = {},
): MiddyfiedHandler<Event, Result> {
  // From the beginning of Node's environment: a module has loaded everything by the time that it wraps its handler.
  const initMs = Math.round(performance.now() - performance.nodeTiming.environment);
  const handle = async (event: Event, context: Context): Promise<Result> => {
    const asked = diagnosisOf(event);
    if (asked === null) return await handler(event, context);
    const { functionName: name, functionVersion: version } = context;
    const answer = await diagnose(asked, { name, version, initMs, ...stageDimension() }, diagnoses);
    logger.info('diagnosis', { answer });
    // Only a direct invoker reads it: no trigger of a function can.
    return answer as Result;
  };
  return (
    // A handler that middy answers early for goes on running unseen: it is never answered early.
    middy<Event, Result>({ timeoutEarlyInMillis: 0 })
      .use(injectLambdaContext(logger, { resetKeys: true }))
      .use(traced())
      .handler(handle)
  );
}
