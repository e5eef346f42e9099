import { formatAmount } from '../display/amounts.ts';
import { approvalsOf, type Content, currencyOf, type Instruction, quoteOf } from './instruction.ts';

/** What moves, in a few words: the amount, and where it goes or what it is exchanged for. */
export function whatMoves(content: Content, locale?: string): string {
  const currency = currencyOf(content);
  const options = locale === undefined ? {} : { locale };
  const amount = `${formatAmount(content.amount, currency, options)} ${currency}`;
  if (content.kind === 'withdrawal') return `${amount} to ${content.accountLabel}`;
  const quote = quoteOf(content);
  const price = `${formatAmount(content.price, quote, options)} ${quote}`;
  return content.side === 'buy'
    ? `the purchase of ${amount} at ${price} at most`
    : `the sale of ${amount} at ${price} at least`;
}

/**
 * What was said when it was asked for: of a request the person's own comment, of a sweep the rule's sentence with its
 * numbers; null where nothing was said.
 */
export function saidOf({
  history,
  origin,
}: Pick<Instruction, 'history' | 'origin'>): string | null {
  const [first] = history;
  if (first?.state !== 'proposed') return null;
  return origin.kind === 'sweep' ? first.message : (first.comment ?? null);
}

/** What a decision came to, after its answer: an approval is not yet a payment. */
export function afterDecision(instruction: Instruction): string {
  const { status } = instruction;
  switch (status.state) {
    case 'awaiting-approval': {
      const { required, given } = approvalsOf(instruction);
      const missing = required - given.length;
      return `Your approval is recorded. ${missing} more ${missing === 1 ? 'person has' : 'people have'} to approve it; nothing is sent before.`;
    }
    case 'approved':
      return 'Approved. It is decided once more on fresh balances, then sent; its timeline says what became of it.';
    case 'declined':
      return 'Declined. Nothing is sent.';
    case 'cancelled':
      return 'Cancelled. Nothing is sent.';
    default:
      return `It is ${status.state.replaceAll('-', ' ')} by now: its timeline says more.`;
  }
}
