import { useState } from 'react';
import * as z from 'zod/mini';
import { useDraft } from '../session/use-draft.ts';

/** A draft with the mark that its request went out and no answer said what became of it. */
const draftSchema = z.object({
  values: z.record(z.string(), z.string()),
  isOpen: z.boolean(),
});

export interface MoneyForm<Values> {
  readonly values: Values;
  readonly set: (changed: Partial<Values>) => void;
  /** A request with these very values may have been carried out: only the same one may be sent. */
  readonly isOpen: boolean;
  /** Before it is sent: a page that is closed meanwhile must still know it. */
  readonly sent: () => void;
  /** It was refused, or a person has looked and begins another request. */
  readonly reopened: () => void;
  readonly forget: () => void;
}

/**
 * The fields of a form that moves money, kept as a draft. Once it was sent, and until an answer says what became of it,
 * its fields stay as they are: other values would be another request beside the first.
 */
export function useMoneyForm<Values extends Readonly<Record<string, string>>>(
  form: string,
  empty: Values,
): MoneyForm<Values> {
  const draft = useDraft(form);
  const [state, setState] = useState(() => {
    const parsed = draftSchema.safeParse(draft.initial);
    if (!parsed.success) return { values: empty, isOpen: false };
    return { values: { ...empty, ...parsed.data.values }, isOpen: parsed.data.isOpen };
  });
  const keep = (next: typeof state) => {
    draft.keep(next);
    setState(next);
  };
  return {
    ...state,
    set: (changed) => keep({ ...state, values: { ...state.values, ...changed } }),
    sent: () => keep({ ...state, isOpen: true }),
    reopened: () => keep({ ...state, isOpen: false }),
    forget: draft.forget,
  };
}
