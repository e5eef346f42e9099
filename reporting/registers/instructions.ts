import { sayActor } from '../../treasury/facts/sentences/say/say-actor.ts';
import { sayHistory } from '../../treasury/facts/sentences/say/say-history.ts';
import type { Instruction } from '../../treasury/instructions/instruction.ts';
import {
  approversOf,
  reached,
  secondsBetween,
} from '../../treasury/instructions/instruction-times.ts';
import { feesText } from '../../treasury/statements/fill-sums.ts';
import { factsOf } from '../../treasury/statements/instruction-facts.ts';
import { tradeFillOf } from '../../treasury/trades/trade-fill.ts';
import type { Register } from './register.ts';

type WithdrawalContent = Extract<Instruction['content'], { readonly kind: 'withdrawal' }>;
type TradeContent = Extract<Instruction['content'], { readonly kind: 'trade' }>;
export type Withdrawal = Instruction & { readonly content: WithdrawalContent };
export type Trade = Instruction & { readonly content: TradeContent };

const LIFE: Register<Instruction> = {
  state: { type: 'text', title: 'State', cellOf: ({ status }) => status.state },
  stateAt: { type: 'instant', title: 'State since', cellOf: ({ status }) => status.at },
  ruleId: { type: 'text', title: 'Rule', cellOf: (each) => factsOf(each).ruleId },
  requestedBy: {
    type: 'text',
    title: 'Requested by',
    cellOf: ({ origin }) => (origin.kind === 'request' ? origin.requestedBy : null),
  },
  approvedBy: {
    type: 'text',
    title: 'Approved by',
    cellOf: (each) =>
      approversOf(each)
        .map((actor) => sayActor(actor))
        .join('; '),
  },
  approvedAt: { type: 'instant', title: 'Approved', cellOf: (each) => reached(each, 'approved') },
  sentAt: { type: 'instant', title: 'Sent', cellOf: (each) => reached(each, 'sending') },
  confirmedAt: {
    type: 'instant',
    title: 'Confirmed',
    cellOf: (each) => reached(each, 'confirmed'),
  },
  secondsToConfirmation: {
    type: 'integer',
    title: 'Seconds to confirmation',
    cellOf: (each) => secondsBetween(each.createdAt, reached(each, 'confirmed')),
  },
  serviceIds: {
    type: 'text',
    title: 'Ids at the service',
    cellOf: (each) => factsOf(each).serviceIds.join('; '),
  },
  reference: { type: 'text', title: 'Reference', cellOf: ({ content }) => content.reference },
  message: { type: 'text', title: 'Last', cellOf: lastLine },
};

function lastLine({ history }: Instruction): string | undefined {
  const last = history.at(-1);
  return last === undefined ? undefined : sayHistory(last.fact);
}

/** Every withdrawal that was decided or requested, whatever became of it. */
export const WITHDRAWALS: Register<Withdrawal> = {
  id: { type: 'text', title: 'Id', cellOf: ({ id }) => id },
  createdAt: { type: 'instant', title: 'Created', cellOf: ({ createdAt }) => createdAt },
  currency: { type: 'text', title: 'Currency', cellOf: ({ content }) => content.currency },
  amount: { type: 'amount', title: 'Amount', cellOf: ({ content }) => content.amount },
  value: { type: 'value', title: 'Value', cellOf: ({ value }) => value?.amount },
  valueCurrency: { type: 'text', title: 'Value in', cellOf: ({ value }) => value?.currency },
  withdrawalAccountId: {
    type: 'text',
    title: 'Withdrawal account',
    cellOf: ({ content }) => content.withdrawalAccountId,
  },
  accountLabel: { type: 'text', title: 'Account', cellOf: ({ content }) => content.accountLabel },
  part: { type: 'text', title: 'Part of a run', cellOf: (each) => partOf(each)?.place },
  runAmount: { type: 'amount', title: 'Amount of the run', cellOf: (each) => partOf(each)?.total },
  ...LIFE,
};

/** Every trade that was placed, whatever became of it. */
export const TRADES: Register<Trade> = {
  id: { type: 'text', title: 'Id', cellOf: ({ id }) => id },
  createdAt: { type: 'instant', title: 'Created', cellOf: ({ createdAt }) => createdAt },
  instrument: { type: 'text', title: 'Instrument', cellOf: ({ content }) => content.instrument },
  side: { type: 'text', title: 'Side', cellOf: ({ content }) => content.side },
  amount: { type: 'amount', title: 'Amount', cellOf: ({ content }) => content.amount },
  price: { type: 'price', title: 'Limit price', cellOf: ({ content }) => content.price },
  executedBase: {
    type: 'amount',
    title: 'Executed, base',
    cellOf: (each) => executedOf(each)?.base,
  },
  executedQuote: {
    type: 'amount',
    title: 'Executed, quote',
    cellOf: (each) => executedOf(each)?.quote,
  },
  fillPrice: { type: 'price', title: 'Fill price', cellOf: (each) => tradeFillOf(each)?.price },
  decidedPrice: {
    type: 'value',
    title: 'Price when decided',
    cellOf: (each) => tradeFillOf(each)?.decidedPrice,
  },
  slippage: {
    type: 'value',
    title: 'Slippage, quote',
    cellOf: (each) => tradeFillOf(each)?.slippage,
  },
  slippagePercent: {
    type: 'value',
    title: 'Slippage, percent',
    cellOf: (each) => tradeFillOf(each)?.slippagePercent,
  },
  fees: { type: 'text', title: 'Fees', cellOf: feesOf },
  ...LIFE,
};

/** Of a sweep that a rule divides among several accounts. */
function partOf({ origin }: Withdrawal) {
  const split = origin.kind === 'sweep' ? origin.split : undefined;
  return split && { place: `${split.part} of ${split.of}`, total: split.total };
}

function executedOf({ status }: Instruction) {
  if (status.state !== 'confirmed') return undefined;
  const { confirmation } = status;
  if (confirmation.kind === 'trade') return confirmation.trade.executed;
  return confirmation.kind === 'settled' ? confirmation.fill : undefined;
}

function feesOf({ status }: Instruction): string | null {
  if (status.state !== 'confirmed' || status.confirmation.kind !== 'trade') return null;
  return feesText(status.confirmation.trade.fees);
}
