import { decimalOf } from '../../../treasury/money/decimal-text.ts';
import { instantOf } from '../../../treasury/time/instant.ts';

export type Json = Readonly<Record<string, unknown>>;

export interface Holding {
  readonly scheduledFor: string;
  readonly takenAt: string;
  readonly balances: Readonly<
    Record<string, { readonly total: string; readonly available?: string }>
  >;
  readonly valuation: {
    readonly reportingCurrency: string;
    readonly values: Readonly<
      Record<
        string,
        {
          price: string;
          path: string;
          value: string;
          manualRate?: { id: string; version: number };
        }
      >
    >;
  };
}

export interface Decided {
  readonly snapshot: string;
  readonly ruleId: string;
  readonly ruleVersion: number;
  readonly currency: string;
  readonly decidedAt: string;
  readonly outcome: string;
  readonly reason?: string;
  readonly amount?: string;
  readonly wouldSweep?: string;
  readonly explanation: string;
  readonly checks: readonly { readonly limit: string; readonly holds: boolean }[];
}

export interface Line {
  readonly kind: string;
  readonly at: string;
  readonly amount: string;
  readonly instructionId?: string;
  readonly askedBy?: string;
  readonly approvedBy?: readonly string[];
  readonly reference?: string;
}

export interface Flowed {
  readonly snapshot: string;
  readonly currency: string;
  readonly readAt: string;
  readonly opening: string;
  readonly closing: string;
  readonly movements: readonly Line[];
  readonly unexplained: string;
  readonly difference?: { readonly state: string };
}

/** Movements and what is unexplained, in the order of time. */
export function linesOf({ movements, unexplained, ...flow }: Flowed) {
  const rest = { kind: 'unexplained', at: flow.readAt, amount: unexplained };
  const lines: readonly Line[] = unexplained === '0' ? movements : [...movements, rest];
  return lines.map((line) => ({ ...flow, ...line }));
}

export function decisionsIn(answer: readonly Json[]): readonly Decided[] {
  return answer.map(({ snapshot, decision }) => ({ snapshot, ...(decision as object) }) as Decided);
}

export function sqlMoment(instant: string): string {
  return instant.replace('T', ' ').replace('Z', '').replace('.000', '');
}

export function instantIn(moment: unknown): string {
  return instantOf(Date.parse(`${String(moment).replace(' ', 'T')}Z`));
}

/** As the files name a manual rate. */
export function rateNamed(rate: { readonly id: string; readonly version: number } | undefined) {
  return rate === undefined ? null : `manual rate ${rate.id} version ${rate.version}`;
}

/** A decimal of SQL without the zeros that fill it up. */
export function number(cell: unknown): string | null {
  return cell === null ? null : decimalOf(String(cell)).toFixed();
}

export function sumOf(amounts: readonly (string | undefined)[]): string | null {
  const known = amounts.filter((amount) => amount !== undefined);
  if (known.length === 0) return null;
  return known.reduce((sum, amount) => sum.plus(decimalOf(amount)), decimalOf('0')).toFixed();
}
