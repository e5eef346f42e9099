import { SegmentedControl, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import type { components } from '@sluice/client';
import { useState } from 'react';
import { capitalised } from '../../display/capitalised.ts';
import {
  INBOX_KIND_TEXTS,
  INBOX_KINDS,
  type InboxKind,
  isInboxKind,
} from '../../display/inbox-kinds.ts';
import type { ListControls } from '../../tables/use-list-state.ts';
import classes from './inbox.module.css';

/** Milliseconds after the last letter before the list is searched. */
const TYPING_MS = 300;

interface InboxFiltersProps {
  readonly controls: ListControls;
  readonly isForMe: boolean;
  /** Whether something is opened: a telephone has room for that alone. */
  readonly isOpen: boolean;
  readonly kind: InboxKind | null;
  readonly counts: Pick<components['schemas']['Inbox'], 'forMe' | 'waiting' | 'byKind'> | undefined;
}

/** For me or for all, of one kind, holding a text: all of it in the address. */
export function InboxFilters({ controls, isForMe, isOpen, kind, counts }: InboxFiltersProps) {
  const [text, setText] = useState(controls.filters.text?.[0] ?? '');
  const search = useDebouncedCallback(
    (next: string) => controls.setFilter('text', [next.trim()]),
    TYPING_MS,
  );
  const kinds = INBOX_KINDS.filter((each) => each === kind || counts?.byKind[each] !== undefined);
  return (
    <div className={`${classes.filters} sluice-screen-only`} data-open={isOpen || undefined}>
      <SegmentedControl
        size="sm"
        aria-label="Whose decisions"
        value={isForMe ? 'me' : 'all'}
        data={[
          { value: 'me', label: counts === undefined ? 'For me' : `For me (${counts.forMe})` },
          { value: 'all', label: counts === undefined ? 'All' : `All (${counts.waiting})` },
        ]}
        onChange={(value) => controls.setFilter('for', value === 'me' ? ['me'] : [])}
      />
      <Select
        aria-label="Kind"
        placeholder="Every kind"
        clearable
        data={kinds.map((each) => ({
          value: each,
          label: `${capitalised(INBOX_KIND_TEXTS[each].several)} (${counts?.byKind[each] ?? 0})`,
        }))}
        value={kind}
        onChange={(value) =>
          controls.setFilter('kind', value !== null && isInboxKind(value) ? [value] : [])
        }
      />
      <TextInput
        aria-label="Search"
        placeholder="Label, person or id"
        type="search"
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          search(currentTarget.value);
        }}
      />
    </div>
  );
}
