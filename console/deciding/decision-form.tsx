import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { components } from '@sluice/client';
import { type ReactNode, useState } from 'react';
import type { Difference } from '../approving/differences.ts';
import { CommentField } from '../display/comment-field.tsx';
import { Problem } from '../display/problem.tsx';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import classes from './deciding.module.css';
import type { Deciding } from './use-decision.ts';
import { WhyNot } from './why-not.tsx';

/** Shortest comment that the API takes. */
const LEAST_COMMENT = 3;

export interface DecisionButton<Choice extends string> {
  readonly choice: Choice;
  /** What happens, with the amount and where it goes. */
  readonly text: string;
  readonly isPrimary?: boolean;
  /** Whether the API wants a reason for it, takes one, or takes none. */
  readonly comment: 'required' | 'optional' | 'none';
  /** False while a field of the form is missing. @default true */
  readonly isReady?: boolean;
  /** Whether the person may although `whyNot` keeps them from the rest. @default false */
  readonly isAlwaysAllowed?: boolean;
}

interface DecisionFormProps<Choice extends string, Content, Data> {
  readonly deciding: Deciding<Choice, Content, Data>;
  readonly differencesOf: (before: Data, after: Data) => readonly Difference[];
  readonly whyNot: components['schemas']['WhyNot'] | null;
  readonly buttons: readonly DecisionButton<Choice>[];
  readonly content: Content;
  readonly onDone: () => void;
  /** Guards the buttons, as by a recent sign-in. */
  readonly guard?: (buttons: ReactNode) => ReactNode;
  /** Fields of its own, above the comment. */
  readonly children?: ReactNode;
}

/**
 * A decision about what is rendered, and nothing else: it needs a reading of a moment ago, names the ETag of that
 * reading, and says "recorded" only after the answer. A change meanwhile is shown as a difference.
 */
export function DecisionForm<Choice extends string, Content, Data>(
  props: DecisionFormProps<Choice, Content, Data>,
) {
  const { deciding, differencesOf, whyNot, buttons, guard, children } = props;
  const { seen, comment, write } = deciding;
  const shown = buttons.filter(({ isAlwaysAllowed = false }) => whyNot === null || isAlwaysAllowed);
  const takesComment = shown.some(({ comment: takes }) => takes !== 'none');
  const isReasonRequired = shown.every(({ comment: takes }) => takes === 'required');
  const row = <Buttons {...props} buttons={shown} />;
  return (
    <form
      className={`${classes.form} sluice-screen-only`}
      onSubmit={(event) => event.preventDefault()}
    >
      {whyNot !== null && <WhyNot reason={whyNot} />}
      {seen.kind === 'changed' && (
        <ChangedMeanwhile
          differences={differencesOf(seen.answer.data, seen.now.data)}
          onAccept={seen.accept}
        />
      )}
      {seen.kind === 'failed' && <Problem error={seen.error} />}
      {shown.length > 0 && (
        <>
          {whyNot === null && children}
          {takesComment && (
            <CommentField
              label="Comment"
              description={
                isReasonRequired
                  ? 'Why, for your colleagues and the audit log.'
                  : 'For your colleagues and the audit log. Declining needs one.'
              }
              isRequired={isReasonRequired}
              value={comment.text}
              onChange={(text) => comment.write(text)}
            />
          )}
          {write.error !== null && <Problem error={write.error} />}
          {guard === undefined ? row : guard(row)}
        </>
      )}
    </form>
  );
}

function Buttons<Choice extends string, Content, Data>({
  deciding: { seen, comment, write },
  buttons,
  content,
  onDone,
}: DecisionFormProps<Choice, Content, Data>) {
  const [tried, setTried] = useState<Choice | null>(null);
  const said = comment.text.trim();
  const decide = (choice: Choice) => {
    if (seen.kind !== 'current' || write.isPending) return;
    setTried(choice);
    write.mutate(
      { choice, comment: said, etag: seen.answer.etag, content },
      {
        onSuccess: (recorded) => {
          comment.forget();
          notifications.show({ title: 'Recorded', message: recorded });
          onDone();
        },
      },
    );
  };
  const isBlocked = seen.kind !== 'current' || write.isPending;
  return (
    <>
      <div className={classes.buttons}>
        {buttons.map(({ choice, text, isPrimary = false, comment: takes, isReady = true }) => (
          <Button
            key={choice}
            className={classes.decide ?? ''}
            variant={isPrimary ? 'filled' : 'default'}
            loading={write.isPending && tried === choice}
            disabled={isBlocked || !isReady || isTooShort(said, takes)}
            onClick={() => decide(choice)}
          >
            {text}
          </Button>
        ))}
      </div>
      {seen.kind === 'reading' && (
        <p className={classes.quiet} role="status">
          It is read once more before you decide…
        </p>
      )}
    </>
  );
}

function isTooShort(said: string, takes: DecisionButton<string>['comment']): boolean {
  if (takes === 'none') return false;
  return said.length < LEAST_COMMENT && (takes === 'required' || said !== '');
}
