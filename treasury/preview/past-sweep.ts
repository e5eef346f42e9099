import { changeOfFill, filledAsAsked } from '../evidence/expected-change.ts';
import type { Confirmation, Instruction } from '../instructions/instruction.ts';
import { decimalOf, formatDecimal } from '../money/decimal-text.ts';
import type { ExecutedAmounts } from '../outcomes/outcome.ts';
import type { PastSweep, TickRange } from './history.ts';

/**
 * What a sweep of a rule moved of some currencies, shown by balances from within a range of moments; nothing of any other
 * instruction. A settled one shows from its sending on; one that was confirmed at once, from its confirmation.
 */
export function sweptBy(
  instruction: Instruction,
  { after, to }: TickRange,
  currencies: readonly string[],
): readonly PastSweep[] {
  return movedBy(instruction).filter(
    ({ currency, shownFrom }) =>
      currencies.includes(currency) && shownFrom > after && shownFrom <= to,
  );
}

/** Oldest first. */
export function inOrderShown(sweeps: readonly PastSweep[]): readonly PastSweep[] {
  return sweeps.toSorted((left, right) => (left.shownFrom < right.shownFrom ? -1 : 1));
}

function movedBy({ content, origin, status, history }: Instruction): readonly PastSweep[] {
  if (status.state !== 'confirmed' || origin.kind !== 'sweep') return [];
  const sent = history.find(({ state }) => state === 'sending')?.at;
  const atOnce = status.confirmation.kind === content.kind;
  const shownFrom = atOnce ? status.at : (sent ?? status.at);
  if (content.kind === 'withdrawal') {
    const { currency, amount } = content;
    return [{ currency, amount, shownFrom }];
  }
  const fill = fillOf(status.confirmation) ?? filledAsAsked(content);
  // What a conversion took is given back, and what it brought is taken away again.
  return content.instrument.split('/').map((currency) => {
    const amount = formatDecimal(decimalOf(changeOfFill(content, fill, currency)).negated());
    return { currency, amount, shownFrom };
  });
}

function fillOf(confirmation: Confirmation): ExecutedAmounts | undefined {
  switch (confirmation.kind) {
    case 'trade':
      return confirmation.trade.executed;
    case 'settled':
      return confirmation.fill;
    default:
      return undefined;
  }
}
