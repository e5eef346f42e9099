import { marshall } from '@aws-sdk/util-dynamodb';
import { changeOfFill, filledAsAsked } from '../../treasury/evidence/expected-change.ts';
import type { Confirmation, Instruction } from '../../treasury/instructions/instruction.ts';
import { decimalOf, formatDecimal } from '../../treasury/money/decimal-text.ts';
import type { ExecutedAmounts } from '../../treasury/outcomes/outcome.ts';
import { LONGEST_WAIT_SECONDS } from '../../treasury/preview/backtest-limits.ts';
import type { PastSweep, TickRange } from '../../treasury/preview/history.ts';
import { plusSeconds } from '../../treasury/time/instant.ts';
import { INSTRUCTION } from './instruction-item.ts';
import { fromItem } from './item.ts';
import { BY_TIME_INDEX, ledgerKeys } from './keys.ts';
import type { StoreTable } from './store-table.ts';
import { pagesOf } from './table-items.ts';

/**
 * Pages of 1 MB, some 300 instructions each, read for one window of two months: more than a sweep every five minutes
 * of three rules. Beyond it something other than a rule is wrong.
 */
const MAX_PAGES = 200;

/** Sorts behind every "#id" that may follow a moment. */
const AFTER_ANY_ID = '~';

/**
 * Sweeps of rules that were executed, and that balances show from within a range of moments, oldest first. A settled
 * one shows from its sending on; one that was confirmed at once, from its confirmation.
 */
export async function sweepsBetween(
  table: StoreTable,
  tenant: string,
  { after, to }: TickRange,
  currencies: readonly string[],
): Promise<readonly PastSweep[]> {
  const named = currencies.map((currency, index) => [`:c${index}`, currency] as const);
  const question = {
    IndexName: BY_TIME_INDEX,
    KeyConditionExpression: 'gsi2pk = :pk AND gsi2sk BETWEEN :from AND :to',
    FilterExpression: `#s = :confirmed AND #o.#k = :sweep AND (attribute_exists(#v) OR #c.#u IN (${named.map(([name]) => name).join(',')}))`,
    ExpressionAttributeNames: {
      '#s': 'state',
      '#o': 'origin',
      '#k': 'kind',
      '#c': 'content',
      '#u': 'currency',
      '#v': 'conversion',
    },
    ExpressionAttributeValues: marshall({
      ':pk': ledgerKeys.instructionsByTime(tenant),
      ':from': plusSeconds(after, -LONGEST_WAIT_SECONDS),
      ':to': `${to}${AFTER_ANY_ID}`,
      ':confirmed': 'confirmed',
      ':sweep': 'sweep',
      ...Object.fromEntries(named),
    }),
  };
  const beyond = `more than ${MAX_PAGES} pages of instructions until ${to}`;
  const found: PastSweep[] = [];
  for await (const { items } of pagesOf(table, question, { pages: MAX_PAGES, beyond })) {
    for (const item of items) {
      const moved = movedBy(fromItem(INSTRUCTION, item));
      found.push(...moved.filter(({ currency }) => currencies.includes(currency)));
    }
  }
  return inOrder(found, { after, to });
}

function inOrder(found: readonly PastSweep[], { after, to }: TickRange): readonly PastSweep[] {
  return found
    .filter(({ shownFrom }) => shownFrom > after && shownFrom <= to)
    .sort((left, right) => (left.shownFrom < right.shownFrom ? -1 : 1));
}

function movedBy({ content, status, history }: Instruction): readonly PastSweep[] {
  if (status.state !== 'confirmed') return [];
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
