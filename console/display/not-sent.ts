import type { components } from '@sluice/client';
import type { HaltedBy, NotSent } from '../../treasury/facts/reasons.ts';

type Overview = Pick<components['schemas']['Overview'], 'mode' | 'halt' | 'currencies' | 'names'>;

/** Why nothing is sent, of everything (null) or of one currency: the fact that the API's own guard states. Null: money moves. */
export function notSentByMode(currency: string | null, overview: Overview): NotSent | null {
  const mode = modeOf(currency, overview);
  switch (mode) {
    case 'live':
      return null;
    case 'disarmed':
      return { code: 'no-policy' };
    case 'unreadable':
      return { code: 'controls-unreadable' };
    case 'dry-run':
      return { code: 'dry-run', currency };
    case 'halted':
      return { code: 'halted', currency, halt: haltOf(currency, overview) };
    default:
      return mode satisfies never;
  }
}

function haltOf(currency: string | null, { halt, names }: Overview): HaltedBy | null {
  const because =
    halt.mode === 'halted' || currency === null ? halt.because : halt.currencies[currency];
  if (because === undefined || because === null) return null;
  const by = names?.people[because.by] ?? because.by;
  return { everything: halt.mode === 'halted', because: { ...because, by } };
}

function modeOf(currency: string | null, { mode, halt, currencies }: Overview): Overview['mode'] {
  if (mode !== 'live' || currency === null) return mode;
  if (Object.hasOwn(halt.currencies, currency)) return 'halted';
  return currencies.find((each) => each.currency === currency)?.mode ?? mode;
}
