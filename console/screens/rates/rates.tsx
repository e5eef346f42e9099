import type { components } from '@sluice/client';
import { useRead } from '../../api/use-read.ts';
import { Day } from '../../display/day.tsx';
import { Empty } from '../../display/empty.tsx';
import { Loaded } from '../../display/loaded.tsx';
import parts from '../../display/parts.module.css';
import { Page, Panel } from '../../layout/page.tsx';
import { useMay } from '../../session/person.tsx';
import { type PlainColumn, PlainTable } from '../../tables/plain-table.tsx';
import { ProposeRate } from './propose-rate.tsx';

type Rate = components['schemas']['ManualRate'];

const COLUMNS: readonly PlainColumn<Rate>[] = [
  {
    title: 'Rate',
    render: ({ id, label, version }) => (
      <span className={parts.named}>
        <bdi>{label}</bdi>
        <span className={parts.small}>
          {id}, version {version}
        </span>
      </span>
    ),
  },
  {
    title: 'Worth',
    align: 'end',
    render: ({ currency, rate, in: into }) => `1 ${currency} = ${rate} ${into}`,
  },
  { title: 'From', isForWide: true, render: ({ from }) => <Day day={from} /> },
  { title: 'Until', render: ({ until }) => <Day day={until} /> },
  { title: 'Source', isForWide: true, render: ({ source }) => <bdi>{source}</bdi> },
];

/** Rates that value what has no price, in reports alone. */
export function Component() {
  const rates = useRead('/v1/manual-rates', { query: { limit: 200 } });
  const may = useMay();
  return (
    <Page
      title="Manual rates"
      subtitle="They value in reports what has no price. No rate ever sizes or permits a send."
    >
      <Panel title="Rates in force" isFlush>
        <Loaded query={rates} lines={5}>
          {({ items }) =>
            items.length === 0 ? (
              <Empty title="There is no manual rate">
                A currency without a price is unvalued in reports. Propose a rate for it below.
              </Empty>
            ) : (
              <PlainTable
                label="Manual rates"
                columns={COLUMNS}
                rows={items}
                idOf={({ id }) => id}
              />
            )
          }
        </Loaded>
      </Panel>
      {may('createManualRate') && (
        <Panel title="Propose a rate">
          <ProposeRate />
        </Panel>
      )}
    </Page>
  );
}
