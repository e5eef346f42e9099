import {
  AlertIcon,
  CheckCircleIcon,
  ClockIcon,
  DotFillIcon,
  type Icon,
  StopIcon,
} from '@primer/octicons-react';
import type { Instruction } from '../approving/instruction.ts';
import { When } from '../display/when.tsx';
import classes from './instructions.module.css';
import { type StepTone, timelineOf } from './timeline.ts';

const ICONS: Readonly<Record<StepTone, Icon>> = {
  good: CheckCircleIcon,
  warn: AlertIcon,
  bad: StopIcon,
  busy: ClockIcon,
  quiet: DotFillIcon,
};

/** An instruction's life: what happened, and what has to before money has moved. */
export function Timeline({ instruction }: { readonly instruction: Instruction }) {
  return (
    <ol className={classes.timeline} aria-label="Timeline">
      {timelineOf(instruction).map(({ key, title, at, detail, tone }) => {
        const Shape = ICONS[tone];
        return (
          <li key={key} data-tone={tone} data-future={title.startsWith('To be')}>
            <span className={classes.mark}>
              <Shape size={14} />
            </span>
            <div>
              <p className={classes.stepTitle}>
                {title}
                {at !== null && (
                  <span className={classes.quiet}>
                    <When at={at} as="second" />
                  </span>
                )}
              </p>
              <p className={classes.quiet}>
                <bdi>{detail}</bdi>
              </p>
            </div>
          </li>
        );
      })}
    </ol>
  );
}
