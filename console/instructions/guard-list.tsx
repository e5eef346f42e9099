import { AlertIcon, CheckCircleIcon, ClockIcon, type Icon, StopIcon } from '@primer/octicons-react';
import { Said } from '../display/said.tsx';
import type { Guard, Verdict } from './guard.ts';
import classes from './instructions.module.css';

const SHOWN: Readonly<Record<Verdict, readonly [icon: Icon, text: string]>> = {
  passes: [CheckCircleIcon, 'passes'],
  refuses: [StopIcon, 'refuses'],
  waits: [ClockIcon, 'waits'],
  unknown: [AlertIcon, 'not known'],
};

/** What the guards will say, before anything is sent. They are asked again by the API, which decides. */
export function GuardList({ guards }: { readonly guards: readonly Guard[] }) {
  return (
    <ul className={classes.guards} aria-label="Guards">
      {guards.map(({ name, verdict, text }) => {
        const [Shape, word] = SHOWN[verdict];
        return (
          <li key={name} data-verdict={verdict}>
            <span className={classes.verdict}>
              <Shape size={14} aria-label={word} />
            </span>
            <div>
              <p className={classes.guardName}>{name}</p>
              <p className={classes.quiet}>
                <Said sentence={text} />
              </p>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
