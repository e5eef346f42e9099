import { Button } from '@mantine/core';
import { useState } from 'react';
import { pageOf } from '../../api/report-page.ts';
import { useRead } from '../../api/use-read.ts';
import { Loaded } from '../../display/loaded.tsx';
import parts from '../../display/parts.module.css';
import { RegisterFiles } from '../../files/register-files.tsx';
import { Panel } from '../../layout/page.tsx';
import { useMay } from '../../session/person.tsx';
import { useListState } from '../../tables/use-list-state.ts';
import { BreakFilters } from './break-filters.tsx';
import { FILTERS, queryOfFilters, setOfFilters } from './break-query.ts';
import { BreakTable } from './break-table.tsx';
import { ManyBreaks } from './many-breaks.tsx';
import type { BreakSet } from './types.ts';

/** Rows of a page: as many as one decision about several takes. */
const PAGE_SIZE = 100;

/** Breaks as the filters of the address leave them, and what is decided about several of them at once. */
export function BreakList() {
  const controls = useListState(FILTERS);
  const may = useMay();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [deciding, setDeciding] = useState<BreakSet | null>(null);
  const query = { ...queryOfFilters(controls), limit: PAGE_SIZE };
  const breaks = useRead('/v1/reports/breaks', { query }, { keepsPrevious: true });
  const wholeSet = setOfFilters(controls);
  const mayDecide = may('explainBreaks') || may('closeBreaks');
  return (
    <>
      <Panel
        title="Breaks"
        isFlush
        aside={
          mayDecide && (
            <span className={parts.buttons}>
              {selected.size > 0 && (
                <Button size="compact-sm" onClick={() => setDeciding({ ids: [...selected] })}>
                  Decide about {selected.size} selected
                </Button>
              )}
              {wholeSet !== null && (
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={() => setDeciding({ filter: wholeSet })}
                >
                  Decide about all that match
                </Button>
              )}
            </span>
          )
        }
      >
        <BreakFilters controls={controls} />
        <Loaded query={breaks} lines={8}>
          {(report) => (
            <BreakTable
              page={pageOf(report)}
              controls={controls}
              selection={mayDecide ? { selected, setSelected } : null}
            />
          )}
        </Loaded>
        <ManyBreaks
          set={deciding}
          close={() => setDeciding(null)}
          onDecided={() => setSelected(new Set())}
        />
      </Panel>
      <RegisterFiles report="breaks" query={query} />
    </>
  );
}
