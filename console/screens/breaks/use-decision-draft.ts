import { useState } from 'react';
import { useDraft } from '../../session/use-draft.ts';
import { KINDS } from './break-texts.ts';
import type { Kind } from './types.ts';

export interface DecisionText {
  /** Null until it is chosen. */
  readonly kind: Kind | null;
  readonly comment: string;
}

const NOTHING: DecisionText = { kind: null, comment: '' };

/** What a person says of a break, kept until it has arrived. */
export function useDecisionDraft(form: string): {
  readonly text: DecisionText;
  readonly write: (part: Partial<DecisionText>) => void;
  readonly forget: () => void;
} {
  const { initial, keep, forget } = useDraft(form);
  const [text, setText] = useState<DecisionText>(() => textOf(initial));
  return {
    text,
    write: (part) => {
      const next = { ...text, ...part };
      setText(next);
      keep(next);
    },
    forget: () => {
      setText(NOTHING);
      forget();
    },
  };
}

function textOf(content: unknown): DecisionText {
  if (typeof content !== 'object' || content === null) return NOTHING;
  const kind: unknown = Reflect.get(content, 'kind');
  const comment: unknown = Reflect.get(content, 'comment');
  return {
    kind: KINDS.find((each) => each === kind) ?? null,
    comment: typeof comment === 'string' ? comment : '',
  };
}

/** Characters that the API wants at least: what was looked at, and where. */
const SHORTEST_COMMENT = 3;

export function isSaid(comment: string): boolean {
  return comment.trim().length >= SHORTEST_COMMENT;
}
