import '@mantine/spotlight/styles.layer.css';
import { Spotlight, type SpotlightActionGroupData, spotlight } from '@mantine/spotlight';
import { SearchIcon } from '@primer/octicons-react';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useRead } from '../api/use-read.ts';
import { type OperationName, useMay, useTenant } from '../session/person.tsx';
import { NAVIGATION } from './navigation.ts';
import type { Overview } from './shell-state.tsx';

/** What is listed at once: more is a matter of typing. */
const MOST_SHOWN = 12;

/** Actions that have a screen of their own, and the operation that permits them. */
const ACTIONS: readonly { to: string; text: string; operation: OperationName }[] = [
  { to: 'withdrawals/new', text: 'Request a withdrawal', operation: 'requestWithdrawal' },
  { to: 'trades/new', text: 'Place a trade', operation: 'placeTrade' },
  { to: 'rules/new', text: 'Draft a rule', operation: 'createSweepRule' },
  { to: 'accounts/new', text: 'Register an account', operation: 'createAccount' },
];

export interface PaletteProps {
  readonly overview: Overview | undefined;
  /** How often it was asked for: each time it opens. */
  readonly opened: number;
}

/** Jumps to any screen, currency, rule and account, and to what the person may do. */
export function Palette({ overview, opened }: PaletteProps) {
  const navigate = useNavigate();
  const tenant = useTenant();
  const may = useMay();
  const rules = useRead('/v1/sweep-rules', { query: { limit: 200 } }, { isPolled: false });
  const accounts = useRead('/v1/accounts', { query: { limit: 200 } }, { isPolled: false });
  useEffect(() => {
    if (opened > 0) spotlight.open();
  }, [opened]);

  const entry = (to: string, label: string, description?: string) => ({
    id: to,
    label,
    ...(description !== undefined && { description }),
    onClick: () => void navigate(`/t/${tenant}/${to}`),
  });
  const groups: SpotlightActionGroupData[] = [
    {
      group: 'Do',
      actions: ACTIONS.filter(({ operation }) => may(operation)).map(({ to, text }) =>
        entry(to, text),
      ),
    },
    {
      group: 'Screens',
      actions: NAVIGATION.flatMap(({ links }) => links.map(({ to, text }) => entry(to, text))),
    },
    {
      group: 'Currencies',
      actions: (overview?.currencies ?? []).map(({ currency }) =>
        entry(`holdings/${currency}`, currency),
      ),
    },
    {
      group: 'Rules',
      actions: (rules.data?.data.items ?? []).map(({ id, label }) =>
        entry(`rules/${id}`, label ?? id, id),
      ),
    },
    {
      group: 'Accounts',
      actions: (accounts.data?.data.items ?? []).map(({ id, label, currency }) =>
        entry(`accounts/${id}`, label, currency),
      ),
    },
  ];
  return (
    <Spotlight
      actions={groups.filter(({ actions }) => actions.length > 0)}
      limit={MOST_SHOWN}
      nothingFound="Nothing of that name"
      highlightQuery
      lockScroll={false}
      scrollable
      attributes={{ content: { 'aria-label': 'Go to' } }}
      overlayProps={{ blur: 0, backgroundOpacity: 0.4 }}
      shortcut={null}
      searchProps={{
        leftSection: <SearchIcon size={16} />,
        placeholder: 'Currency, rule, account, screen, or what you want to do',
        'aria-label': 'Go to',
      }}
    />
  );
}
