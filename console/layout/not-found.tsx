import { Link } from 'react-router';
import { Empty } from '../display/empty.tsx';
import classes from './layout.module.css';

/** An address that no screen has. */
export function NotFound() {
  return (
    <div className={classes.alone}>
      <h1>There is no such screen</h1>
      <Empty title="The address may have been cut off, or be of an older console.">
        <Link to="/">To the overview</Link>
      </Empty>
    </div>
  );
}
