import {
  AlertIcon,
  CheckCircleIcon,
  ClockIcon,
  DotFillIcon,
  type Icon,
  StopIcon,
} from '@primer/octicons-react';
import classes from './display.module.css';

export type Tone = 'good' | 'warn' | 'bad' | 'busy' | 'quiet';

/** A shape for each tone: colour alone carries no meaning. */
const ICONS: Readonly<Record<Tone, Icon>> = {
  good: CheckCircleIcon,
  warn: AlertIcon,
  bad: StopIcon,
  busy: ClockIcon,
  quiet: DotFillIcon,
};

/** States as the API names them, and how they are to be taken. A state that is missing here is shown quietly. */
const TONES: Readonly<Record<string, Tone>> = {
  ok: 'good',
  live: 'good',
  confirmed: 'good',
  approved: 'good',
  closed: 'good',
  intact: 'good',
  late: 'warn',
  missed: 'warn',
  'dry-run': 'warn',
  unknown: 'bad',
  anomaly: 'bad',
  rejected: 'bad',
  halted: 'bad',
  disarmed: 'bad',
  unreadable: 'bad',
  open: 'warn',
  'awaiting-approval': 'busy',
  proposed: 'busy',
  sending: 'busy',
};

interface StatusProps {
  /** As the API names it: "awaiting-approval". */
  readonly state: string;
  readonly tone?: Tone;
  /** What to say instead of the state's own name. */
  readonly text?: string;
}

export function Status({ state, tone = TONES[state] ?? 'quiet', text }: StatusProps) {
  const Shape = ICONS[tone];
  return (
    <span className={classes.status} data-tone={tone}>
      <Shape size={12} />
      {text ?? state.replaceAll('-', ' ')}
    </span>
  );
}
