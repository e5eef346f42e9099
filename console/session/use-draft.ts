import { useCallback, useMemo } from 'react';
import { forgetDraft, readDraft, writeDraft } from './drafts.ts';
import { usePerson } from './person.tsx';

/** The draft of a form: what it began with, if there is one, and how to keep and forget it. */
export function useDraft(form: string): {
  readonly initial: unknown;
  readonly keep: (content: unknown) => void;
  readonly forget: () => void;
} {
  const { id, tenant } = usePerson();
  const name = `${tenant}:${form}`;
  const initial = useMemo(() => readDraft(id, name), [id, name]);
  const keep = useCallback((content: unknown) => writeDraft(id, name, content), [id, name]);
  const forget = useCallback(() => forgetDraft(id, name), [id, name]);
  return { initial, keep, forget };
}
