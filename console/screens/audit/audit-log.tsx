import { Button, Select, TextInput } from '@mantine/core';
import { SearchIcon } from '@primer/octicons-react';
import { useState } from 'react';
import { useRead } from '../../api/use-read.ts';
import { Empty } from '../../display/empty.tsx';
import { Loaded } from '../../display/loaded.tsx';
import parts from '../../display/parts.module.css';
import { Panel } from '../../layout/page.tsx';
import { PrintButton } from '../../printing/print-button.tsx';
import { PrintedRecord } from '../../printing/printed-record.tsx';
import { useDigest } from '../../printing/use-digest.ts';
import { PageButtons } from '../../tables/page-buttons.tsx';
import { type ListControls, useListState } from '../../tables/use-list-state.ts';
import { AuditEntries } from './audit-entries.tsx';
import { FILTERS, queryOfFilters } from './audit-query.ts';
import { ExportLog } from './export-log.tsx';
import type { AuditEntry } from './types.ts';

/** Entries of a page: several screens of them. */
const PAGE_SIZE = 50;

/** The entries that the filters of the address leave. */
export function AuditLog() {
  const controls = useListState(FILTERS);
  const { cursor, filters } = controls;
  const [isOpen, setOpen] = useState(false);
  const filtered = queryOfFilters(controls);
  const query = { ...filtered, limit: PAGE_SIZE, ...(cursor !== null && { cursor }) };
  const entries = useRead('/v1/audit', { query }, { keepsPrevious: true });
  return (
    <Panel
      title="Entries"
      isFlush
      aside={
        <span className={`${parts.buttons} sluice-screen-only`}>
          <Button size="compact-sm" variant="default" onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Close all' : 'Open all'}
          </Button>
          <PrintButton />
          <ExportLog query={filtered} />
        </span>
      }
    >
      <Filters controls={controls} />
      <Loaded query={entries} lines={10}>
        {({ items, next, previous, names, said }) =>
          items.length === 0 ? (
            <Empty
              title={Object.keys(filters).length > 0 ? 'No entry is like this' : 'Nothing yet'}
            >
              {Object.keys(filters).length > 0
                ? 'Take a filter away to see more.'
                : 'The first decision of a person begins the log.'}
            </Empty>
          ) : (
            <>
              <AuditEntries entries={items} names={names} said={said} isOpen={isOpen} />
              <OnPaper entries={items} filters={filtered} />
              <PageButtons
                label="Entries"
                next={next}
                previous={previous}
                setCursor={controls.setCursor}
              />
            </>
          )
        }
      </Loaded>
    </Panel>
  );
}

interface OnPaperProps {
  readonly entries: readonly AuditEntry[];
  readonly filters: ReturnType<typeof queryOfFilters>;
}

/** Which entries a print has, and a digest of exactly these. */
function OnPaper({ entries, filters }: OnPaperProps) {
  const digest = useDigest(entries.map(({ hash }) => hash));
  const narrowed = Object.entries(filters).map(([name, value]) => `${name} ${value}`);
  const sequences = entries.map(({ sequence }) => sequence);
  return (
    <div className="sluice-print-only">
      <p className={parts.quiet}>
        {entries.length} entries, {Math.min(...sequences)} to {Math.max(...sequences)}
        {narrowed.length > 0 && `, narrowed to ${narrowed.join(', ')}`}. The digest is the SHA-256
        of their hashes.
      </p>
      <PrintedRecord digest={digest} people={[]} />
    </div>
  );
}

const ORDERS = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
];

function Filters({ controls }: { readonly controls: ListControls }) {
  const { filters, sort, setFilter, setSort } = controls;
  const field = (name: (typeof FILTERS)[number]) => ({
    size: 'xs' as const,
    value: filters[name]?.[0] ?? '',
    onChange: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) =>
      setFilter(name, [currentTarget.value]),
  });
  return (
    <search className={`${parts.filters} sluice-screen-only`}>
      <TextInput
        label="Search"
        placeholder="Anything in an entry"
        leftSection={<SearchIcon size={14} />}
        {...field('text')}
      />
      <TextInput label="By" placeholder="Id of a person" {...field('by')} />
      <TextInput label="Action" placeholder="approve-change" {...field('action')} />
      <TextInput label="About" placeholder="rule:btc-cold" {...field('subject')} />
      <TextInput label="From" type="date" {...field('from')} />
      <TextInput label="To, not included" type="date" {...field('to')} />
      <Select
        label="Order"
        size="xs"
        data={ORDERS}
        value={sort ?? 'newest'}
        allowDeselect={false}
        onChange={(chosen) => setSort(chosen === 'oldest' ? 'oldest' : null)}
      />
    </search>
  );
}
