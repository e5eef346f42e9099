import { Button } from '@mantine/core';
import { useRouteError } from 'react-router';
import { Problem } from '../display/problem.tsx';
import classes from './layout.module.css';

/** In the place of a screen that broke; the rest of the console goes on. */
export function ScreenFailed() {
  const error = useRouteError();
  return (
    <div className={classes.alone}>
      <h1>This screen cannot be shown</h1>
      <Problem error={error} />
      <Button variant="default" onClick={() => window.location.reload()}>
        Reload
      </Button>
    </div>
  );
}

/**
 * In the place of a screen whose part of the program does not load: there is no network, or a newer console was deployed
 * and the older one's files are gone. The router itself would show nothing.
 */
export function ScreenMissing() {
  return (
    <div className={classes.alone}>
      <h1>This screen cannot be shown</h1>
      <p>
        A part of the console did not arrive. Reloading the page fetches it again, or its successor.
      </p>
      <Button variant="default" onClick={() => window.location.reload()}>
        Reload
      </Button>
    </div>
  );
}
