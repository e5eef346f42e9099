import { type Instruction, personName } from '../approving/instruction.ts';
import { When } from '../display/when.tsx';
import { Panel } from '../layout/page.tsx';
import { usePerson } from '../session/person.tsx';
import { currentWord, wordText } from './settlement.ts';
import classes from './settling.module.css';

/** What the first of two people says became of it, and whether that was said on what is known now. */
export function SaidPanel({ instruction }: { readonly instruction: Instruction }) {
  const { settlement, names, content } = instruction;
  const { id } = usePerson();
  if (settlement === undefined) return null;
  const isOwn = settlement.by === id;
  const stands = currentWord(instruction) !== null;
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
      {!stands && (
        <p className={classes.warning}>
          It was said on other evidence than there is now, and no longer counts: both people say it
          again.
        </p>
      )}
    </Panel>
  );
}
