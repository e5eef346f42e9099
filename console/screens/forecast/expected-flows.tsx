import { Amount } from '../../display/amount.tsx';
import { Empty } from '../../display/empty.tsx';
import { type PlainColumn, PlainTable } from '../../tables/plain-table.tsx';
import classes from './forecast.module.css';
import type { Forecast } from './remarks.ts';

type Flows = NonNullable<Forecast['flows']>;
type Class = Flows['classes'][number];

const COLUMNS: readonly PlainColumn<Class>[] = [
  { title: 'Class', render: (each) => <bdi>{each.class}</bdi> },
  {
    title: 'Mean of a day',
    align: 'end',
    render: ({ meanPerDay, currency }) => (
      <Amount amount={meanPerDay} currency={currency} isSigned />
    ),
  },
  {
    title: 'Least',
    align: 'end',
    render: ({ leastPerDay, currency }) => (
      <Amount amount={leastPerDay} currency={currency} isSigned />
    ),
  },
  {
    title: 'Most',
    align: 'end',
    render: ({ mostPerDay, currency }) => (
      <Amount amount={mostPerDay} currency={currency} isSigned />
    ),
  },
  { title: 'Movements', align: 'end', isForWide: true, render: ({ movements }) => movements },
];

/** An assumption, with how far the days behind it were apart. */
export function ExpectedFlows({ flows }: { readonly flows: Flows }) {
  if (flows.classes.length === 0) {
    return (
      <Empty title="No movement has a class">
        Explain breaks, or propose matching rules: then the next forecast can expect them.
      </Empty>
    );
  }
  return (
    <>
      <p className={classes.quiet}>
        An assumption: the means of {flows.days} days, and how far single days were apart.
      </p>
      <PlainTable
        label="What each class is expected to move"
        columns={COLUMNS}
        rows={flows.classes}
        idOf={({ class: name, currency, matchingRule }) =>
          `${name} ${currency} ${matchingRule ?? ''}`
        }
      />
    </>
  );
}
