import type { components } from '@sluice/client';
import type { ChartMark } from '../../charts/series.ts';
import { signOf } from '../../display/amounts.ts';

type Flow = components['schemas']['Flow'];
type Names = components['schemas']['Names'];

export type MovementKind = 'sweep' | 'withdrawal' | 'trade' | 'deposit' | 'outflow' | 'break';

interface KindTraits {
  readonly text: string;
  readonly several: string;
  readonly letter: string;
  readonly tone: ChartMark['tone'];
}

/** What moves a balance, in the order of the legend. */
export const KINDS: Readonly<Record<MovementKind, KindTraits>> = {
  sweep: { text: 'Sweep', several: 'Sweeps', letter: 'S', tone: 'accent' },
  withdrawal: { text: 'Withdrawal', several: 'Withdrawals', letter: 'W', tone: 'accent' },
  trade: { text: 'Trade', several: 'Trades', letter: 'T', tone: 'warn' },
  deposit: { text: 'Deposit', several: 'Deposits', letter: 'D', tone: 'good' },
  outflow: { text: 'Outflow', several: 'Outflows', letter: 'O', tone: 'warn' },
  break: { text: 'Break', several: 'Breaks', letter: 'B', tone: 'bad' },
};

export interface Movement {
  readonly id: string;
  readonly kind: MovementKind;
  readonly at: string;
  /** Signed: what came in is positive. */
  readonly amount: string;
  /** The balance of the snapshot that shows it. */
  readonly balance: string;
  readonly description: string;
  readonly reference: string | null;
  /** Below the tenant's address: the instruction, or the break; null where there is neither yet. */
  readonly to: string | null;
  /** Its outcome is not known, although the balances show it. */
  readonly isInFlight: boolean;
}

/** What moved a balance, newest first. */
export function movementsOf(flows: readonly Flow[], names?: Names): readonly Movement[] {
  return flows
    .flatMap((flow) => [...instructed(flow, names), ...unexplained(flow)])
    .sort((left, right) => (left.at < right.at ? 1 : left.at > right.at ? -1 : 0));
}

/** Sweeps are told from other withdrawals by how their ids begin, also those of made-up history. */
const SWEEP = /^(demo-)?sweep-/;

function instructed(flow: Flow, names: Names | undefined): readonly Movement[] {
  return flow.movements.map((movement) => {
    const { kind, instructionId, at, amount, description, reference, askedBy } = movement;
    const by = names?.people[askedBy] ?? askedBy;
    return {
      id: `${flow.snapshot} ${instructionId}`,
      kind: kind === 'withdrawal' && SWEEP.test(instructionId) ? 'sweep' : kind,
      at,
      amount,
      balance: flow.closing,
      description: description || (kind === 'trade' ? `by ${by}` : instructionId),
      reference: reference ?? null,
      to: `${kind === 'trade' ? 'trades' : 'withdrawals'}/${encodeURIComponent(instructionId)}`,
      isInFlight: movement.inFlight === true,
    };
  });
}

/** What no instruction accounts for: a deposit or an outflow once it is explained, a break before. */
function unexplained(flow: Flow): readonly Movement[] {
  const { unexplained: amount, difference, snapshot, readAt, closing } = flow;
  if (signOf(amount) === 0) return [];
  const isOpen = difference === undefined || difference.state === 'open';
  const kind = isOpen ? 'break' : signOf(amount) > 0 ? 'deposit' : 'outflow';
  const explained = difference?.class ?? difference?.comment ?? difference?.kind;
  return [
    {
      id: `${snapshot} ${difference?.breakId ?? 'unexplained'}`,
      kind,
      at: readAt,
      amount,
      balance: closing,
      description: isOpen ? 'Nothing accounts for it yet' : (explained ?? difference.state),
      reference: null,
      to: difference === undefined ? null : `breaks/${encodeURIComponent(difference.breakId)}`,
      isInFlight: false,
    },
  ];
}

/** Marks of a chart; each kind with a letter of its own. */
export function marksOf(movements: readonly Movement[]): readonly ChartMark[] {
  return movements.map(({ kind, at, description }) => {
    const { text, tone, letter } = KINDS[kind];
    return { at, text: `${text}: ${description}`, tone, letter };
  });
}

/** How many there are of each kind, in the order of the legend; only kinds that there are. */
export function countsOf(
  movements: readonly Movement[],
): readonly { readonly kind: MovementKind; readonly count: number }[] {
  return (Object.keys(KINDS) as MovementKind[])
    .map((kind) => ({ kind, count: movements.filter((each) => each.kind === kind).length }))
    .filter(({ count }) => count > 0);
}
