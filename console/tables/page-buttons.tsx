import { Button } from '@mantine/core';
import { ChevronLeftIcon, ChevronRightIcon } from '@primer/octicons-react';
import classes from './tables.module.css';

interface PageButtonsProps {
  /** What the pages are of. */
  readonly label: string;
  readonly next: string | null;
  readonly previous: string | null;
  readonly setCursor: (cursor: string | null) => void;
  /** How the page before and the next one are called in the list's order. @default Before, Next */
  readonly names?: readonly [before: string, next: string];
}

/** The ways to a list's other pages; nothing where there are none. */
export function PageButtons({
  label,
  next,
  previous,
  setCursor,
  names: [before, after] = ['Before', 'Next'],
}: PageButtonsProps) {
  if (next === null && previous === null) return null;
  return (
    <nav aria-label={`Pages: ${label}`} className={classes.pages}>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<ChevronLeftIcon size={14} />}
        disabled={previous === null}
        onClick={() => setCursor(previous)}
      >
        {before}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        rightSection={<ChevronRightIcon size={14} />}
        disabled={next === null}
        onClick={() => setCursor(next)}
      >
        {after}
      </Button>
    </nav>
  );
}
