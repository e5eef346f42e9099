import { personName } from '../../approving/instruction.ts';
import type { Break, Kind, Names } from './types.ts';

export type BreakState = Break['status']['state'];

export const STATES: readonly BreakState[] = ['open', 'explained', 'matched', 'closed'];

/** What is shown where the address asks for no state: what a person still has to look at. */
export const TO_DECIDE: readonly BreakState[] = ['open', 'explained'];

export const STATE_TEXTS: Readonly<Record<BreakState, string>> = {
  open: 'Open',
  explained: 'Explained',
  matched: 'Matched by a rule',
  closed: 'Closed',
};

export const DIRECTION_TEXTS: Readonly<Record<Break['direction'], string>> = {
  inflow: 'Came in',
  outflow: 'Went out',
  unbooked: 'Did not show',
};

export const KIND_TEXTS: Readonly<Record<Kind, string>> = {
  deposit: 'Deposit',
  transfer: 'Transfer',
  fee: 'Fee',
  interest: 'Interest',
  correction: 'Correction of the service',
  'foreign-debit': 'Debit that Sluice did not ask for',
  other: 'Something else',
};

export const KINDS = Object.keys(KIND_TEXTS) as readonly Kind[];

export function kindText(kind: string): string {
  return KIND_TEXTS[kind as Kind] ?? kind;
}

/** What was said of a break last, for a list: by whom, and what. */
export function lastWord({ status }: Pick<Break, 'status'>, names: Names | undefined): string {
  switch (status.state) {
    case 'open':
      return '';
    case 'matched':
      return `${status.match.label} (${kindText(status.match.kind).toLowerCase()})`;
    case 'explained': {
      const { kind, comment, by } = status.explanation;
      return `${kindText(kind)}: ${comment} (${personName(names, by)})`;
    }
    case 'closed': {
      if (status.how === 'settlement') return 'A settlement accounts for it.';
      if (status.how === 'restatement') return 'What became known later accounts for it.';
      const { explanation } = status;
      return explanation === undefined
        ? (status.comment ?? '')
        : `${kindText(explanation.kind)}: ${explanation.comment}`;
    }
    default:
      return status satisfies never;
  }
}
