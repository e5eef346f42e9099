import { Button, Group, Modal } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { SluiceClient } from '@sluice/client';
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Answer } from '../api/use-read.ts';
import { type Sending, useWrite } from '../api/use-write.ts';
import { CommentField } from '../display/comment-field.tsx';
import { Lines } from '../display/loaded.tsx';
import { Problem } from '../display/problem.tsx';
import { SINCE_LOOKED, SideBySide } from '../display/side-by-side.tsx';
import { useDraft } from '../session/use-draft.ts';
import classes from './approving.module.css';
import type { Difference } from './differences.ts';
import { RecentSignIn } from './recent-sign-in.tsx';
import { type Seen, useSeen } from './use-seen.ts';

/** Shortest comment that the API takes. */
const LEAST_COMMENT = 3;

/** A decision as it is sent: what was rendered, by its ETag, and what the person says. */
export interface DecisionSending<Data> {
  readonly client: SluiceClient;
  readonly seen: Data;
  /** For If-Match, where the route takes one. */
  readonly etag: string;
  /** Empty where the person said nothing. */
  readonly comment: string;
}

export interface DecisionDialogProps<Data> {
  readonly title: string;
  readonly onClose: () => void;
  /** The thing itself, polled: the dialog reads it anew before anything can be decided. */
  readonly query: UseQueryResult<Answer<Data>>;
  /** What the decision rests on: the same text as long as it would be the same decision. */
  readonly basisOf: (data: Data) => string;
  readonly differences: (seen: Data, now: Data) => readonly Difference[];
  /** Why the person may not, in one sentence; null where the API can be asked. */
  readonly whyNot: (data: Data) => string | null;
  /** Whether it takes a sign-in of a moment ago. @default no */
  readonly takesRecentSignIn?: (data: Data) => boolean;
  /** "Approve 0.5 BTC to cold storage". */
  readonly button: (data: Data) => ReactNode;
  readonly color?: string;
  /** The draft of the comment: it outlives a sign-in in between. */
  readonly draft: string;
  readonly isCommentRequired?: boolean;
  readonly send: (sending: DecisionSending<Data>) => Promise<Data>;
  /** What came of it, once it is answered. */
  readonly recorded: (answer: Data) => string;
  /** What is agreed to, in full. */
  readonly children: (data: Data) => ReactNode;
}

/**
 * A decision of a person about something that another made. It is read when this opens; the button names what it does;
 * what is sent rests on exactly what is rendered. A change meanwhile is shown before anything can be sent.
 */
export function DecisionDialog<Data>(props: DecisionDialogProps<Data>) {
  const { title, onClose } = props;
  return (
    <Modal opened onClose={onClose} title={title} centered size="lg">
      <Deciding {...props} />
    </Modal>
  );
}

function Deciding<Data>(props: DecisionDialogProps<Data>) {
  const { query, basisOf, differences, children, send } = props;
  const write = useWrite(({ client, input }: Sending<Decided<Data>>) => send({ client, ...input }));
  const seen = useSeen({ query, basisOf, isHeld: write.isPending || write.isSuccess });
  if (seen.kind === 'failed') {
    return (
      <>
        {write.error !== null && <Problem error={write.error} />}
        <Problem error={seen.error} onRetry={() => void query.refetch()} />
        <p className={classes.quiet}>Nothing can be decided by what was read before.</p>
      </>
    );
  }
  if (seen.kind === 'reading') return <Lines count={6} />;
  return (
    <>
      {children(seen.answer.data)}
      {seen.kind === 'changed' && (
        <div className={classes.warning} role="alert">
          <p>It has changed since you looked at it. Nothing was sent.</p>
          <SideBySide
            label="What changed"
            differences={differences(seen.answer.data, seen.now.data)}
            sides={SINCE_LOOKED}
          />
          <Button variant="default" size="compact-sm" onClick={seen.accept}>
            Look at it as it is now
          </Button>
        </div>
      )}
      <Form {...props} seen={seen} write={write} />
    </>
  );
}

type Decided<Data> = Omit<DecisionSending<Data>, 'client'>;

interface FormProps<Data> extends DecisionDialogProps<Data> {
  readonly write: UseMutationResult<Data, Error, Decided<Data>>;
  readonly seen: Extract<Seen<Data>, { readonly kind: 'current' | 'changed' }>;
}

function Form<Data>(props: FormProps<Data>) {
  const { seen, write, query, onClose, whyNot, takesRecentSignIn, button, color, recorded } = props;
  const { draft: draftName, isCommentRequired = false } = props;
  const draft = useDraft(draftName);
  const [comment, setComment] = useState(typeof draft.initial === 'string' ? draft.initial : '');
  const { data, etag } = seen.answer;
  const refusal = whyNot(data);
  const said = comment.trim();
  const isTooShort = said.length < LEAST_COMMENT && (isCommentRequired || said !== '');
  if (refusal !== null) return <p className={classes.whyNot}>{refusal}</p>;

  const submit = () => {
    if (etag === null || isTooShort || seen.kind === 'changed') return;
    write.mutate(
      { seen: data, comment: said, etag },
      {
        onSuccess: (answer) => {
          draft.forget();
          notifications.show({ title: 'Recorded', message: recorded(answer) });
          onClose();
        },
        // A refusal may be about what has changed meanwhile: it is read again, and the difference shows above.
        onError: () => void query.refetch(),
      },
    );
  };
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <CommentField
        label={isCommentRequired ? 'Why' : 'Comment'}
        description="Kept in the audit log."
        isRequired={isCommentRequired}
        value={comment}
        onChange={(text) => {
          setComment(text);
          draft.keep(text);
        }}
      />
      {write.error !== null && <Problem error={write.error} />}
      <RecentSignIn isNeeded={takesRecentSignIn?.(data) ?? false}>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Back
          </Button>
          <Button
            type="submit"
            className={classes.decide ?? ''}
            {...(color !== undefined && { color })}
            loading={write.isPending}
            disabled={isTooShort || etag === null || seen.kind === 'changed'}
          >
            {button(data)}
          </Button>
        </Group>
      </RecentSignIn>
    </form>
  );
}
