import { InfoIcon, StopIcon } from '@primer/octicons-react';
import { Fragment } from 'react';
import { Link } from 'react-router';
import type { NotSent } from '../../treasury/facts/reasons.ts';
import { notSent } from '../../treasury/facts/sentences/say/not-sent.ts';
import { notSentByMode } from '../display/not-sent.ts';
import { SaidIn } from '../display/said.tsx';
import { useTenant } from '../session/person.tsx';
import classes from './layout.module.css';
import type { Overview } from './shell-state.tsx';

const HEADLINES: Readonly<Partial<Record<Overview['mode'], string>>> = {
  halted: 'Halted: nothing is sent.',
  'dry-run': 'Dry run: rules decide.',
};

const ENDS: Readonly<Partial<Record<NotSent['code'], string>>> = {
  halted: 'Two people resume it in',
  'no-policy': 'It begins in',
  'dry-run': 'It is changed in',
};

/** Says on every screen that money does not move as usual, and why. Nothing while it does. */
export function ModeBanner({ overview }: { readonly overview: Overview | undefined }) {
  const tenant = useTenant();
  if (overview === undefined) return null;
  const { mode, halt } = overview;
  const of = mode === 'live' ? Object.keys(halt.currencies) : [null];
  const reasons = of.flatMap((currency) => notSentByMode(currency, overview) ?? []);
  const [first] = reasons;
  if (first === undefined) return null;
  const headline = HEADLINES[mode];
  const end = ENDS[first.code];
  return (
    <div role="status" className={classes.banner} data-mode={mode}>
      {mode === 'halted' ? <StopIcon /> : <InfoIcon />}
      <div>
        {headline !== undefined && <strong>{headline} </strong>}
        {reasons.map((why, index) => (
          <Fragment key={of[index]}>
            <SaidIn say={(language) => notSent(why, language)} />{' '}
          </Fragment>
        ))}
        {end !== undefined && (
          <>
            {end} <Link to={`/t/${tenant}/settings`}>Settings</Link>.
          </>
        )}
      </div>
    </div>
  );
}
