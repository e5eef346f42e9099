import { Button } from '@mantine/core';
import type { Difference } from '../approving/differences.ts';
import { SINCE_LOOKED, SideBySide } from '../display/side-by-side.tsx';
import classes from './deciding.module.css';

interface ChangedMeanwhileProps {
  readonly differences: readonly Difference[];
  /** Shows it as it stands now; what the person has written stays. */
  readonly onAccept: () => void;
}

/** Says that what is in front of a person has become something else, and what. Nothing is decided before they look. */
export function ChangedMeanwhile({ differences, onAccept }: ChangedMeanwhileProps) {
  return (
    <div className={classes.changed} role="alert">
      <p>
        <strong>It has changed since you looked.</strong> Nothing was decided by you. What you have
        written is kept.
      </p>
      <SideBySide label="What changed" differences={differences} sides={SINCE_LOOKED} />
      <Button size="compact-sm" variant="default" onClick={onAccept}>
        Look at it as it is now
      </Button>
    </div>
  );
}
