import { useState } from 'react';
import { useRead } from '../../api/use-read.ts';
import { Loaded } from '../../display/loaded.tsx';
import { queryIn } from '../../reports/use-valued-in.ts';
import { PageButtons } from '../../tables/page-buttons.tsx';
import { LineTable } from './line-table.tsx';
import { STATEMENT_MS } from './statement-ms.ts';

/** Lines of a page: what a person scrolls through, and a browser draws at once. */
const LINES_OF_A_PAGE = 200;

interface LinePagesProps {
  readonly month: string;
  readonly currency: string;
  readonly into: string | null;
  readonly reporting: string;
}

/** The lines of a currency, page by page. */
export function LinePages({ month, currency, into, reporting }: LinePagesProps) {
  const [cursor, setCursor] = useState<string | null>(null);
  const query = { month, currency, ...queryIn(into), limit: LINES_OF_A_PAGE };
  const lines = useRead(
    '/v1/reports/statement/lines',
    { query: { ...query, ...(cursor !== null && { cursor }) } },
    { everyMs: STATEMENT_MS, keepsPrevious: true },
  );
  return (
    <Loaded query={lines} lines={6}>
      {({ items, names, next, previous }) => (
        <>
          <LineTable currency={currency} reporting={reporting} lines={items} names={names} />
          <PageButtons
            label={`Lines of ${currency}`}
            {...{ next, previous, setCursor }}
            names={['Earlier', 'Later']}
          />
        </>
      )}
    </Loaded>
  );
}
