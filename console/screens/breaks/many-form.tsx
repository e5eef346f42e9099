import { Button } from '@mantine/core';
import { SluiceProblem } from '@sluice/client';
import { type Sending, useWrite } from '../../api/use-write.ts';
import parts from '../../display/parts.module.css';
import { Problem } from '../../display/problem.tsx';
import { DecisionFields } from './decision-fields.tsx';
import type { BreakSet, DecidedBreaks, Decision, Kind } from './types.ts';
import { isSaid, useDecisionDraft } from './use-decision-draft.ts';

interface ManyFormProps {
  readonly set: BreakSet;
  readonly etag: string | null;
  readonly count: number;
  readonly decision: Decision;
  readonly lookAgain: () => void;
  readonly onDecided: (decided: DecidedBreaks) => void;
}

interface Said {
  readonly decision: Decision;
  readonly set: BreakSet;
  readonly etag: string | null;
  readonly kind: Kind | null;
  readonly comment: string;
}

/** One of the API's answers that says that the set is another by now. */
const STALE = 412;

/** What is said of all of them; sent with the ETag of the set. */
export function ManyForm({ set, etag, count, decision, lookAgain, onDecided }: ManyFormProps) {
  const { text, write, forget } = useDecisionDraft('breaks');
  const send = useWrite(sendDecision, 'breaks');
  const { kind, comment } = text;
  const isReady = count > 0 && isSaid(comment) && (decision === 'close' || kind !== null);
  const isOther = send.error instanceof SluiceProblem && send.error.status === STALE;
  const submit = () =>
    send.mutate(
      { decision, set, etag, kind, comment: comment.trim() },
      {
        onSuccess: (decided) => {
          forget();
          onDecided(decided);
        },
      },
    );
  return (
    <form
      className={parts.stack}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) submit();
      }}
    >
      <DecisionFields text={text} write={write} hasKind={decision === 'explain'} />
      {send.error !== null && <Problem error={send.error} />}
      {isOther && (
        <div className={parts.warning}>
          <p>Nothing was written: one of them changed, came or went since you looked.</p>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => {
              send.reset();
              lookAgain();
            }}
          >
            Look at the set again
          </Button>
        </div>
      )}
      <div className={parts.buttons}>
        <Button type="submit" loading={send.isPending} disabled={!isReady}>
          {decision === 'explain' ? 'Explain' : 'Close'} {count}
        </Button>
      </div>
    </form>
  );
}

async function sendDecision({ client, input }: Sending<Said>): Promise<DecidedBreaks> {
  const { decision, set, etag, kind, comment } = input;
  const ifMatch = { etag };
  if (decision === 'close') {
    return (await client.post('/v1/breaks/close', { body: { ...set, comment }, ifMatch })).data;
  }
  if (kind === null) throw new TypeError('an explanation says what it was');
  return (await client.post('/v1/breaks/explain', { body: { ...set, kind, comment }, ifMatch }))
    .data;
}
