import type { ReactNode } from 'react';
import classes from './display.module.css';

interface EmptyProps {
  readonly title: string;
  /** What to do about it. */
  readonly children?: ReactNode;
}

/** Nothing is there, which is said, with what can be done. */
export function Empty({ title, children }: EmptyProps) {
  return (
    <div className={classes.empty}>
      <p className={classes.emptyTitle}>{title}</p>
      {children !== undefined && <div>{children}</div>}
    </div>
  );
}
