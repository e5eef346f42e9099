import { Button } from '@mantine/core';
import { useNow } from '../display/use-now.ts';
import { usePerson } from '../session/person.tsx';
import classes from './approving.module.css';
import type { Instruction } from './instruction.ts';
import { type Act, whyNot } from './who-may.ts';

interface DecisionButtonsProps {
  readonly instruction: Instruction;
  readonly onAct: (act: Act) => void;
}

/** The decisions that a person may ask for, and why not where it waits and they may not. */
export function DecisionButtons({ instruction, onAct }: DecisionButtonsProps) {
  const person = usePerson();
  const now = useNow();
  const refusals = {
    approve: whyNot('approve', instruction, person, now),
    decline: whyNot('decline', instruction, person, now),
    cancel: whyNot('cancel', instruction, person, now),
  };
  const isWaiting = instruction.status.state === 'awaiting-approval';
  return (
    <>
      {isWaiting && refusals.approve !== null && (
        <span className={classes.quiet}>{refusals.approve}</span>
      )}
      {refusals.cancel === null && (
        <Button variant="default" onClick={() => onAct('cancel')}>
          Cancel it…
        </Button>
      )}
      {refusals.decline === null && (
        <Button variant="default" onClick={() => onAct('decline')}>
          Decline…
        </Button>
      )}
      {refusals.approve === null && <Button onClick={() => onAct('approve')}>Approve…</Button>}
    </>
  );
}
