import { Status, type Tone } from '../../display/status.tsx';
import type { StatementOfMonth } from './lines.ts';

const STATES: Readonly<
  Record<StatementOfMonth['state'], { readonly text: string; readonly tone: Tone }>
> = {
  open: { text: 'open', tone: 'busy' },
  closing: { text: 'closing', tone: 'busy' },
  frozen: { text: 'frozen', tone: 'good' },
  unfrozen: { text: 'not frozen', tone: 'quiet' },
};

/** Whether a month is final, and whether more is known since. */
export function StatementState({ statement: { state, later } }: { statement: StatementOfMonth }) {
  const { text, tone } = STATES[state];
  return (
    <>
      <Status state={state} tone={tone} text={text} />
      {later.length > 0 && (
        <Status
          state="later"
          tone="warn"
          text={later.length === 1 ? '1 difference since' : `${later.length} differences since`}
        />
      )}
    </>
  );
}
