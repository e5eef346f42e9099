import { useMemo, useState } from 'react';
import { useDraft } from '../../session/use-draft.ts';
import type { Values } from './controls-values.ts';

interface Kept {
  readonly values: Values;
  /** Of the controls that the form was begun on. */
  readonly etag: string | null;
}

/** What the form holds, kept as a draft of the person until it has arrived. */
export function useControlsDraft(form: string, initial: Kept) {
  const kept = useDraft(form);
  const restored = useMemo(() => keptOf(kept.initial), [kept.initial]);
  const [state, setState] = useState<Kept>(restored ?? initial);
  return {
    ...state,
    set: (path: string, text: string) => {
      const next = { ...state, values: { ...state.values, [path]: text } };
      setState(next);
      kept.keep(next);
    },
    startAgain: () => {
      kept.forget();
      setState(initial);
    },
    forget: kept.forget,
  };
}

function keptOf(content: unknown): Kept | null {
  if (typeof content !== 'object' || content === null) return null;
  const values: unknown = Reflect.get(content, 'values');
  const etag: unknown = Reflect.get(content, 'etag');
  if (typeof values !== 'object' || values === null) return null;
  const texts = Object.entries(values).filter(([, text]) => typeof text === 'string');
  return { values: Object.fromEntries(texts), etag: typeof etag === 'string' ? etag : null };
}
