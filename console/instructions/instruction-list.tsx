import { Button } from '@mantine/core';
import type { InputOf } from '@sluice/client';
import { Link, useNavigate } from 'react-router';
import { useRead } from '../api/use-read.ts';
import { addressOf, type InstructionList } from '../approving/instruction.ts';
import { Empty } from '../display/empty.tsx';
import { Loaded } from '../display/loaded.tsx';
import { RegisterFiles } from '../files/register-files.tsx';
import { Page, Panel } from '../layout/page.tsx';
import { type OperationName, useMay, useTenant } from '../session/person.tsx';
import { DataTable } from '../tables/data-table.tsx';
import { queryOf } from '../tables/url-state.ts';
import { useListState } from '../tables/use-list-state.ts';
import { chosenColumns, columnsText } from './columns.ts';
import classes from './instructions.module.css';
import { decimalsOfPage, tableColumns } from './list-columns.tsx';
import { FILTERS, ListFilters } from './list-filters.tsx';

/** Rows of a page: the most that the API gives at once, and few enough for a browser to draw all of them. */
const PAGE_ROWS = 200;

type ListQuery = NonNullable<InputOf<'/v1/withdrawals' | '/v1/trades', 'get'>['query']>;

const LISTS = {
  withdrawals: {
    title: 'Withdrawals',
    action: 'Request a withdrawal',
    operation: 'requestWithdrawal',
    path: '/v1/withdrawals',
    empty: 'A rule that sweeps makes one, and so does a person who asks for it.',
  },
  trades: {
    title: 'Trades',
    action: 'Place a trade',
    operation: 'placeTrade',
    path: '/v1/trades',
    empty: 'A person or a program that may trade places one.',
  },
} as const satisfies Readonly<
  Record<InstructionList, { readonly operation: OperationName; readonly [each: string]: string }>
>;

/** All withdrawals, or all trades: filtered, searched and ordered by what stands in the address. */
export function InstructionListScreen({ list }: { readonly list: InstructionList }) {
  const { title, action, operation, path, empty } = LISTS[list];
  const tenant = useTenant();
  const may = useMay();
  const navigate = useNavigate();
  const controls = useListState(FILTERS[list]);
  const { columns: columnFilter, ...filters } = controls.filters;
  const columns = chosenColumns(list, columnFilter?.[0] ?? null);
  const isFiltered = Object.keys(filters).length > 0;
  const query = { ...queryOf({ ...controls, filters }), limit: PAGE_ROWS } as ListQuery;
  const answer = useRead(path, { query }, { keepsPrevious: true });
  const add = may(operation) && (
    <Button component={Link} to={`/t/${tenant}/${list}/new`}>
      {action}
    </Button>
  );
  return (
    <Page title={title} actions={add}>
      <Panel title={`All ${title.toLowerCase()}`} isFlush>
        <ListFilters
          list={list}
          controls={controls}
          columns={columns}
          setColumns={(chosen) => {
            const text = columnsText(list, chosen);
            controls.setFilter('columns', text === null ? [] : [text]);
          }}
        />
        <div className={classes.tableArea}>
          <Loaded query={answer} lines={8}>
            {({ items, next, previous, names }) => (
              <DataTable
                label={title}
                columns={tableColumns(list, columns, {
                  ...{ tenant, names, decimals: decimalsOfPage(items) },
                })}
                rows={items}
                idOf={({ id }) => id}
                onRow={(instruction) => void navigate(addressOf(tenant, instruction))}
                pages={{ next, previous }}
                controls={controls}
                empty={
                  isFiltered ? (
                    <Empty title={`No ${title.toLowerCase()} fit these filters`}>
                      {next === null ? (
                        <Link to={`/t/${tenant}/${list}`}>Show all of them</Link>
                      ) : (
                        <Button variant="default" onClick={() => controls.setCursor(next)}>
                          Search further back
                        </Button>
                      )}
                    </Empty>
                  ) : (
                    <Empty title={`There are no ${title.toLowerCase()} yet`}>
                      <p>{empty}</p>
                      {add}
                    </Empty>
                  )
                }
              />
            )}
          </Loaded>
        </div>
      </Panel>
      <RegisterFiles report={list} query={query} />
    </Page>
  );
}
