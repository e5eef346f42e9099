import type { Instruction } from '../approving/instruction.ts';
import { whatMoves } from '../approving/texts.ts';
import { Status } from '../display/status.tsx';
import { When } from '../display/when.tsx';
import { Panel } from '../layout/page.tsx';
import { wordText } from './settlement.ts';
import classes from './settling.module.css';

/** What became of it, who said so, and on which evidence: what is printed and filed. */
export function OutcomePanel({ instruction }: { readonly instruction: Instruction }) {
  const { status, content } = instruction;
  const settled = settledBy(instruction);
  return (
    <Panel title="Outcome">
      <p className={classes.verdict}>
        <Status state={status.state} /> <strong>{whatMoves(content)}</strong>
        {settled !== null && ` ${wordText(settled, content)}`}, <When at={status.at} as="minute" />.
      </p>
      {settled?.comment !== undefined && (
        <blockquote className={classes.quote}>
          <bdi>{settled.comment}</bdi>
        </blockquote>
      )}
    </Panel>
  );
}

interface Settled {
  readonly executed: boolean;
  readonly by: readonly string[];
  readonly comment?: string;
  readonly withdrawalId?: string;
  readonly fill?: { readonly base: string; readonly quote: string };
}

/** The people's word, where it was they who said what became of it. */
function settledBy({ status }: Instruction): Settled | null {
  if (status.state === 'released') {
    return { executed: false, by: status.by, comment: status.comment };
  }
  if (status.state !== 'confirmed' || status.confirmation.kind !== 'settled') return null;
  const { by, comment, withdrawalId, fill } = status.confirmation;
  return {
    ...{ executed: true, by, comment },
    ...(withdrawalId !== undefined && { withdrawalId }),
    ...(fill !== undefined && { fill }),
  };
}
