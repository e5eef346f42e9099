import { controlsDraftOf } from '../changes/drafts.ts';
import { sideBySide } from '../changes/widens.ts';
import type { Controls, Mode } from '../policy/controls.ts';
import type { MoveOf } from './ledger-move.ts';
import type { EventBody } from './treasury-event.ts';

/** The controls in force from now on; their limits are read from the API. */
interface ControlsData {
  readonly version: number;
  readonly mode: Mode;
  /** Null if there were no controls. */
  readonly previousMode: Mode | null;
  /** Currencies with a mode of their own. */
  readonly currencyModes: Readonly<Record<string, Mode>>;
  readonly previousCurrencyModes: Readonly<Record<string, Mode>>;
  /** Who halted everything, a person or Sluice itself; null unless everything is halted. */
  readonly haltedBy: string | null;
  /** The names of the fields that changed. */
  readonly fields: readonly string[];
}

export interface ControlsEvents {
  readonly 'com.sluice.controls.set': ControlsData;
  /** Everything, or a currency, is newly halted. */
  readonly 'com.sluice.controls.halted': ControlsData;
  /** A halt was lifted, and the same write halts nothing else. */
  readonly 'com.sluice.controls.resumed': ControlsData;
  readonly 'com.sluice.controls.changed': ControlsData;
}

/** One event for each version of the controls. */
export function controlsEvent({ before, after, recordedAt }: MoveOf<'controls'>): EventBody | null {
  const { version, mode, currencyModes, haltedBecause } = after;
  if (before?.version === version) return null;
  const halts = haltsAll(after) && (before === null || !haltsAll(before));
  return {
    type: `com.sluice.controls.${outcome(before, after)}`,
    subject: 'controls',
    time: halts ? (haltedBecause?.at ?? recordedAt) : recordedAt,
    write: `${version}`,
    data: {
      version,
      mode,
      previousMode: before?.mode ?? null,
      currencyModes,
      previousCurrencyModes: before?.currencyModes ?? {},
      haltedBy: haltedBecause?.by ?? null,
      fields: sideBySide({
        kind: 'controls',
        before: before === null ? null : controlsDraftOf(before),
        after: controlsDraftOf(after),
      }).map(({ field }) => field),
    },
  };
}

function outcome(
  before: Controls | null,
  after: Controls,
): 'set' | 'halted' | 'resumed' | 'changed' {
  const halted = haltedIn(after);
  const known = before === null ? [] : haltedIn(before);
  if (halted.some((what) => !known.includes(what))) return 'halted';
  if (before === null) return 'set';
  return known.some((what) => !halted.includes(what)) ? 'resumed' : 'changed';
}

function haltsAll({ mode }: Controls): boolean {
  return mode === 'halted';
}

/** The halted parts: everything, named by a text that is no currency, and currencies. */
function haltedIn(controls: Controls): readonly string[] {
  const currencies = Object.entries(controls.currencyModes)
    .filter(([, mode]) => mode === 'halted')
    .map(([currency]) => currency);
  return haltsAll(controls) ? ['everything', ...currencies] : currencies;
}
