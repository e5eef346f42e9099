import { useCallback, useState } from 'react';
import * as z from 'zod/mini';
import { useDraft } from '../session/use-draft.ts';

const keptSchema = z.array(z.object({ id: z.string(), title: z.string(), at: z.string() }));

/** An export that the API writes in the background, as this tab remembers it. */
export type KeptExport = z.infer<typeof keptSchema>[number];

/** Most exports that are remembered: their files go after a week anyway. */
const MOST_KEPT = 20;

/** Exports that were begun in this tab and take longer than a request: they outlive a reload, and go at sign-out. */
export function useKeptExports(): {
  readonly kept: readonly KeptExport[];
  readonly add: (added: KeptExport) => void;
  readonly forget: (id: string) => void;
} {
  const { initial, keep } = useDraft('exports');
  const [kept, setKept] = useState<readonly KeptExport[]>(() => {
    const parsed = keptSchema.safeParse(initial);
    return parsed.success ? parsed.data : [];
  });
  const change = useCallback(
    (next: (now: readonly KeptExport[]) => readonly KeptExport[]) =>
      setKept((now) => {
        const changed = next(now).slice(0, MOST_KEPT);
        keep(changed);
        return changed;
      }),
    [keep],
  );
  return {
    kept,
    add: useCallback((added) => change((now) => [added, ...now]), [change]),
    forget: useCallback((id) => change((now) => now.filter((each) => each.id !== id)), [change]),
  };
}
