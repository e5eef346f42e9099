import { CopyButton } from './copy-button.tsx';
import classes from './display.module.css';

interface IdentifierProps {
  readonly id: string;
  /** What it is called; the id stands below it then. */
  readonly label?: string | undefined;
}

/** An id, whole, with a button that copies it. Never bare where there is a label. */
export function Identifier({ id, label }: IdentifierProps) {
  return (
    <span className={classes.identifier}>
      {label !== undefined && <bdi className={classes.label}>{label}</bdi>}
      <span className={classes.id}>
        <code>{id}</code>
        <CopyButton text={id} />
      </span>
    </span>
  );
}
