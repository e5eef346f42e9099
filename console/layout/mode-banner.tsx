import { InfoIcon, StopIcon } from '@primer/octicons-react';
import { Link } from 'react-router';
import { When } from '../display/when.tsx';
import { useTenant } from '../session/person.tsx';
import classes from './layout.module.css';
import type { Overview } from './shell-state.tsx';

/** Says on every screen that money does not move as usual, and why. Nothing while it does. */
export function ModeBanner({ overview }: { readonly overview: Overview | undefined }) {
  const tenant = useTenant();
  if (overview === undefined) return null;
  const { mode, halt } = overview;
  const currencies = Object.entries(halt.currencies);
  if (mode === 'live' && currencies.length === 0) return null;
  const settings = <Link to={`/t/${tenant}/settings`}>Settings</Link>;
  if (mode === 'halted') {
    return (
      <div role="status" className={classes.banner} data-mode="halted">
        <StopIcon />
        <div>
          <strong>Halted: nothing is sent.</strong>{' '}
          {halt.because !== null && (
            <>
              <bdi>{overview.names?.people[halt.because.by] ?? halt.because.by}</bdi>{' '}
              <When at={halt.because.at} />: “<bdi>{halt.because.comment}</bdi>”.{' '}
            </>
          )}
          Two people resume it in {settings}.
        </div>
      </div>
    );
  }
  return (
    <div role="status" className={classes.banner} data-mode={mode}>
      <InfoIcon />
      <div>
        {mode === 'dry-run' && (
          <>
            <strong>Dry run: rules decide, and nothing is sent.</strong> It is changed in {settings}
            .
          </>
        )}
        {mode === 'disarmed' && (
          <>
            <strong>There is no policy yet: nothing is sent.</strong> It begins in {settings}.
          </>
        )}
        {mode === 'live' && (
          <>
            <strong>
              {currencies.map(([currency]) => currency).join(', ')}{' '}
              {currencies.length === 1 ? 'is' : 'are'} halted.
            </strong>{' '}
            Two people resume {currencies.length === 1 ? 'it' : 'them'} in {settings}.
          </>
        )}
      </div>
    </div>
  );
}
