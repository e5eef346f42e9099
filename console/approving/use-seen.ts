import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Answer } from '../api/use-read.ts';

/** Milliseconds for which a reading may be approved by: three polls, so that one lost answer does not stop a person. */
const FRESH_MS = 15_000;

export type Seen<Data> =
  /** It is being read anew, or cannot be. Nothing can be approved by what was read before. */
  | { readonly kind: 'reading' }
  | { readonly kind: 'failed'; readonly error: Error }
  /** What is rendered, and what an approval names by its ETag. */
  | { readonly kind: 'current'; readonly answer: Answer<Data> }
  /** It has changed since it was rendered. */
  | {
      readonly kind: 'changed';
      readonly answer: Answer<Data>;
      readonly now: Answer<Data>;
      /** Looks at it as it stands now. */
      readonly accept: () => void;
    };

interface SeenOptions<Data> {
  readonly query: UseQueryResult<Answer<Data>>;
  /** What a decision rests on: the same text as long as it would be the same decision. */
  readonly basisOf: (data: Data) => string;
  /** True while the decision itself is under way, and once it is taken: what it changes is no change meanwhile. */
  readonly isHeld: boolean;
}

/**
 * What a person who is about to decide has in front of them. It is read when this begins, whatever was read before, and
 * stays what it is until the person has looked at a change of it.
 */
export function useSeen<Data>({ query, basisOf, isHeld }: SeenOptions<Data>): Seen<Data> {
  const { data, dataUpdatedAt, error, refetch } = query;
  const [beganAt] = useState(() => Date.now());
  const [accepted, setAccepted] = useState<Answer<Data> | null>(null);
  const seen = useRef<Answer<Data> | null>(null);
  useEffect(() => void refetch(), [refetch]);

  if (isHeld && seen.current !== null) return { kind: 'current', answer: seen.current };
  if (error !== null) return { kind: 'failed', error };
  const isFresh = dataUpdatedAt >= beganAt && Date.now() - dataUpdatedAt < FRESH_MS;
  if (data === undefined || !isFresh) return { kind: 'reading' };
  if (accepted !== null && accepted !== seen.current) seen.current = accepted;
  const answer = seen.current ?? data;
  if (basisOf(answer.data) === basisOf(data.data)) {
    // The same decision, with what else has become of it meanwhile.
    seen.current = data;
    return { kind: 'current', answer: data };
  }
  return { kind: 'changed', answer, now: data, accept: () => setAccepted(data) };
}
