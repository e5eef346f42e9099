import { Button } from '@mantine/core';
import parts from '../../display/parts.module.css';
import { Panel } from '../../layout/page.tsx';

interface RestoredDraftProps {
  readonly form: { readonly isRestored: boolean; readonly startAgain: () => void };
}

/** Says that a form was not begun anew, and how to do so. */
export function RestoredDraft({ form: { isRestored, startAgain } }: RestoredDraftProps) {
  if (!isRestored) return null;
  return (
    <Panel title="Your draft">
      <p className={parts.text}>This is what you had typed before.</p>
      <Button size="compact-sm" variant="default" onClick={startAgain}>
        Start again
      </Button>
    </Panel>
  );
}
