import { Button, Group } from '@mantine/core';
import { Link } from 'react-router';
import type { InstructionList } from '../approving/instruction.ts';
import { useTenant } from '../session/person.tsx';
import classes from './instructions.module.css';

interface LostAnswerProps {
  readonly list: InstructionList;
  readonly onAnother: () => void;
}

/** Above a form whose request may have been carried out: the same one can be sent again, and is carried out once. */
export function LostAnswer({ list, onAnother }: LostAnswerProps) {
  const tenant = useTenant();
  return (
    <div className={classes.lost} role="alert">
      <p>
        <strong>This was sent, and no answer says what became of it.</strong> Send the same again:
        it has its own key, and is carried out once. Its fields stay as they are until then.
      </p>
      <Group gap="xs">
        <Button component={Link} to={`/t/${tenant}/${list}`} variant="default" size="compact-sm">
          Look in the list
        </Button>
        <Button variant="subtle" size="compact-sm" onClick={onAnother}>
          I have looked: begin another one
        </Button>
      </Group>
    </div>
  );
}
