import { Button } from '@mantine/core';
import { AlertIcon } from '@primer/octicons-react';
import { isProblem, SluiceGatewayError, SluiceProblem, SluiceUnanswered } from '@sluice/client';
import classes from './display.module.css';
import { Identifier } from './identifier.tsx';
import { SignInAgain } from './sign-in-again.tsx';

interface ProblemProps {
  readonly error: unknown;
  /** Asks again; absent where that is no way out. */
  readonly onRetry?: (() => void) | undefined;
}

/** A refusal or a failure, as the API explains it: what happened, which field, what helps, and the request's id. */
export function Problem({ error, onRetry }: ProblemProps) {
  const { title, detail, help, fields, requestId } = explanationOf(error);
  return (
    <div className={classes.problem} role="alert">
      <AlertIcon className={classes.problemIcon ?? ''} />
      <div>
        <p className={classes.problemTitle}>{title}</p>
        {detail !== undefined && <p>{detail}</p>}
        {fields.length > 0 && (
          <ul>
            {fields.map(({ field, seen, accepted }) => (
              <li key={`${field} ${accepted}`}>
                <code>{field}</code>: {accepted}; it was <code>{seen}</code>
              </li>
            ))}
          </ul>
        )}
        {help !== undefined && <p>{help}</p>}
        {requestId !== undefined && (
          <p className={classes.request}>
            Request <Identifier id={requestId} />
          </p>
        )}
        {isProblem(error, 'sign-in-too-old') && <SignInAgain isSmall />}
        {onRetry !== undefined && (
          <Button size="compact-sm" variant="default" onClick={onRetry}>
            Try again
          </Button>
        )}
      </div>
    </div>
  );
}

interface Explanation {
  readonly title: string;
  readonly detail?: string | undefined;
  readonly help?: string | undefined;
  readonly fields: SluiceProblem['fields'];
  readonly requestId?: string | undefined;
}

function explanationOf(error: unknown): Explanation {
  if (error instanceof SluiceProblem) {
    const { title, detail, help, fields, requestId } = error;
    return { title, detail, help, fields, requestId };
  }
  if (error instanceof SluiceGatewayError) {
    return { title: gatewayTitle(error), fields: [], requestId: error.requestId };
  }
  if (error instanceof SluiceUnanswered) {
    return {
      title: error.isWrite ? 'No answer came: it may have been carried out' : 'No answer came',
      detail: error.message,
      help: error.isWrite
        ? 'Try again: the same request is sent with its own key, and is carried out once.'
        : 'The console keeps asking while this page is visible.',
      fields: [],
    };
  }
  return {
    title: 'The console made a mistake',
    detail: error instanceof Error ? error.message : String(error),
    fields: [],
  };
}

function gatewayTitle({ status, message }: SluiceGatewayError): string {
  if (status === 401) return 'The API takes this session no longer';
  if (status === 429) return 'Too many requests at the moment';
  return message;
}
