import { useCallback, useState } from 'react';
import { useDraft } from '../session/use-draft.ts';

export interface Comment {
  readonly text: string;
  readonly write: (text: string) => void;
  /** After an answer: what was written has arrived. */
  readonly forget: () => void;
}

/** What a person writes beside a decision. It outlives a reload, an ended session, and a colleague who was faster. */
export function useComment(form: string): Comment {
  const { initial, keep, forget: forgetDraft } = useDraft(form);
  const [text, setText] = useState(typeof initial === 'string' ? initial : '');
  const write = useCallback(
    (next: string) => {
      setText(next);
      keep(next);
    },
    [keep],
  );
  const forget = useCallback(() => {
    setText('');
    forgetDraft();
  }, [forgetDraft]);
  return { text, write, forget };
}
