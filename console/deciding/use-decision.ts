import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import type { Answer } from '../api/use-read.ts';
import { type Sending, useWrite } from '../api/use-write.ts';
import { type Seen, useSeen } from '../approving/use-seen.ts';
import { type Comment, useComment } from './use-comment.ts';

/** What is sent: the choice, about exactly what is rendered. */
export interface Decision<Choice extends string, Content = null> {
  readonly choice: Choice;
  /** Empty where the person said nothing. */
  readonly comment: string;
  /** Of what is rendered, for `ifMatch`. */
  readonly etag: string | null;
  /** What the form's own fields hold. */
  readonly content: Content;
}

export type SendDecision<Choice extends string, Content> = (
  sending: Sending<Decision<Choice, Content>>,
) => Promise<string>;

export interface Deciding<Choice extends string, Content, Data> {
  readonly seen: Seen<Data>;
  /** What is rendered: as it was when the person began to look, until they have looked at a change of it. */
  readonly shown: Data | undefined;
  readonly comment: Comment;
  readonly write: UseMutationResult<string, Error, Decision<Choice, Content>>;
}

interface DecisionOptions<Choice extends string, Content, Data> {
  /** Of the draft and of the request's key: what is decided about. */
  readonly form: string;
  readonly query: UseQueryResult<Answer<Data>>;
  /** What the decision rests on: the same text as long as it would be the same decision. */
  readonly basisOf: (data: Data) => string;
  /** Sends the decision; the text says what was recorded. */
  readonly send: SendDecision<Choice, Content>;
}

/** A decision about something that is read: what is in front of the person, what they write, and its sending. */
export function useDecision<Choice extends string, Content, Data>({
  form,
  query,
  basisOf,
  send,
}: DecisionOptions<Choice, Content, Data>): Deciding<Choice, Content, Data> {
  const comment = useComment(form);
  const write = useWrite(send, form);
  const seen = useSeen({ query, basisOf, isHeld: write.isPending || write.isSuccess });
  const isSeen = seen.kind === 'current' || seen.kind === 'changed';
  return { seen, shown: isSeen ? seen.answer.data : query.data?.data, comment, write };
}
