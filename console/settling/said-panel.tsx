import { type Instruction, personName } from '../approving/instruction.ts';
import { When } from '../display/when.tsx';
import { Panel } from '../layout/page.tsx';
import { usePerson } from '../session/person.tsx';
import { wordText } from './settlement.ts';
import classes from './settling.module.css';

/** What the first of two people says became of it; or that what was said no longer holds, and why. */
export function SaidPanel({ instruction }: { readonly instruction: Instruction }) {
  const { settlement, names, content } = instruction;
  const { id } = usePerson();
  if (settlement === undefined) return <LapsedPanel instruction={instruction} />;
  const isOwn = settlement.by === id;
  return (
    <Panel title={isOwn ? 'What you said' : 'What the other person said'}>
      <p className={classes.said}>
        <strong>
          <bdi>{isOwn ? 'You' : personName(names, settlement.by)}</bdi>
        </strong>
        : it {wordText(settlement, content)}, said <When at={settlement.at} />.
      </p>
      <blockquote className={classes.quote}>
        <bdi>{settlement.comment}</bdi>
      </blockquote>
    </Panel>
  );
}

function LapsedPanel({ instruction }: { readonly instruction: Instruction }) {
  const { lapsed } = instruction;
  const { id } = usePerson();
  if (lapsed === undefined) return null;
  return (
    <Panel
      title={lapsed.by === id ? 'What you said no longer holds' : 'What was said no longer holds'}
    >
      <p className={classes.warning}>{lapsed.message}</p>
      <p>Look at the evidence and at the records of the service again, and say it anew.</p>
    </Panel>
  );
}
