import type { ReactNode } from 'react';
import { Link } from 'react-router';
import {
  addressOf,
  approvalsOf,
  askedBy,
  currencyOf,
  type Instruction,
  type InstructionList,
  type Names,
  personName,
  quoteOf,
} from '../approving/instruction.ts';
import { Amount } from '../display/amount.tsx';
import { decimalsIn, decimalsOf } from '../display/amounts.ts';
import { Price } from '../display/price.tsx';
import { When } from '../display/when.tsx';
import type { Column } from '../tables/data-table.tsx';
import { type ColumnName, columnsOf } from './columns.ts';
import { InstructionState } from './instruction-state.tsx';
import classes from './instructions.module.css';
import { serviceReplyOf } from './service-reply.ts';

/** On a telephone a table has room for two columns: where it goes stands below the amount there. */
const WIDE = '(min-width: 48rem)';
const NARROW_TOO: ReadonlySet<ColumnName> = new Set(['amount', 'state']);

interface ListContext {
  readonly tenant: string;
  readonly names: Names | undefined;
  /** Decimals of the widest amount on the page: the points stand below each other. */
  readonly decimals: number;
}

/** The most decimals that an amount of a page has. */
export function decimalsOfPage(items: readonly Instruction[]): number {
  return Math.max(
    0,
    ...items.map(({ content }) =>
      Math.max(decimalsOf(currencyOf(content)), decimalsIn(content.amount)),
    ),
  );
}

/** The columns that a person chose, as the table draws them. */
export function tableColumns(
  list: InstructionList,
  chosen: readonly ColumnName[],
  context: ListContext,
): readonly Column<Instruction>[] {
  return columnsOf(list)
    .filter(({ name }) => chosen.includes(name))
    .map(({ name, text }) => ({
      accessor: name,
      title: text,
      ...(AMOUNTS.has(name) && { textAlign: 'right' as const }),
      ...(!NARROW_TOO.has(name) && { visibleMediaQuery: WIDE }),
      render: (instruction: Instruction) => CELLS[name](instruction, context),
    }));
}

const AMOUNTS: ReadonlySet<ColumnName> = new Set([
  ...(['amount', 'price', 'value', 'executed'] as const),
  ...(['fillPrice', 'slippage', 'fees'] as const),
]);

const CELLS: Readonly<Record<ColumnName, (each: Instruction, context: ListContext) => ReactNode>> =
  {
    amount: (instruction, { tenant, decimals }) => {
      const { content } = instruction;
      return (
        <Link to={addressOf(tenant, instruction)} className={classes.rowLink}>
          {content.kind === 'trade' && (content.side === 'buy' ? 'Buy ' : 'Sell ')}
          <Amount
            amount={content.amount}
            currency={currencyOf(content)}
            columnDecimals={decimals}
            withCurrency={false}
          />
          <span className={classes.currency}>{currencyOf(content)}</span>
          {content.kind === 'withdrawal' && (
            <bdi className={classes.narrowOnly}>{content.accountLabel}</bdi>
          )}
        </Link>
      );
    },
    destination: ({ content }) =>
      content.kind === 'withdrawal' && (
        <bdi className={classes.cellText}>{content.accountLabel}</bdi>
      ),
    instrument: ({ content }) => content.kind === 'trade' && content.instrument,
    price: ({ content }) =>
      content.kind === 'trade' && <Amount amount={content.price} currency={quoteOf(content)} />,
    state: ({ status }) => <InstructionState state={status.state} />,
    askedBy: (instruction, { names }) => (
      <bdi className={classes.cellText}>{askedBy(instruction, names)}</bdi>
    ),
    createdAt: ({ createdAt }) => <When at={createdAt} as="minute" />,
    changedAt: ({ status }) => <When at={status.at} as="minute" />,
    value: ({ value }) =>
      value === undefined ? (
        <span className={classes.quiet}>–</span>
      ) : (
        <Amount amount={value.amount} currency={value.currency} isRounded />
      ),
    reference: ({ content }) => <bdi className={classes.cellText}>{content.reference ?? ''}</bdi>,
    approvedBy: (instruction, { names }) => (
      <bdi className={classes.cellText}>{approversOf(instruction, names)}</bdi>
    ),
    fillPrice: ({ content, execution }) =>
      content.kind === 'trade' &&
      execution !== undefined && <Price price={execution.price} currency={quoteOf(content)} />,
    slippage: ({ execution }) => execution !== undefined && `${execution.slippagePercent} %`,
    fees: ({ execution }) =>
      execution?.fees?.map(({ amount, currency }) => (
        <div key={currency}>
          <Amount amount={amount} currency={currency} />
        </div>
      )),
    executed: (instruction) => <Executed instruction={instruction} />,
    serviceId: (instruction) => (
      <code className={classes.cellText}>{serviceReplyOf(instruction).ids.join(', ')}</code>
    ),
    id: ({ id }) => <code className={classes.cellText}>{id}</code>,
  };

/** From the history: what was sent does not carry its approvals in its state. */
function approversOf(instruction: Instruction, names: Names | undefined): string {
  const approved = instruction.history.findLast(({ state }) => state === 'approved');
  const by = approved?.by ?? approvalsOf(instruction).given.map((each) => each.by);
  return by.map((each) => personName(names, each)).join(', ');
}

function Executed({ instruction: { status, content } }: { readonly instruction: Instruction }) {
  if (content.kind !== 'trade' || status.state !== 'confirmed') return null;
  const { confirmation } = status;
  if (confirmation.kind === 'evidence' || confirmation.kind === 'withdrawal') return null;
  const fill = confirmation.kind === 'trade' ? confirmation.trade.executed : confirmation.fill;
  if (fill === undefined) return <span className={classes.quiet}>not stated</span>;
  return <Amount amount={fill.quote} currency={quoteOf(content)} />;
}
