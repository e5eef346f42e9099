import {
  BookIcon,
  CalendarIcon,
  CreditCardIcon,
  DatabaseIcon,
  GearIcon,
  HomeIcon,
  type Icon,
  InboxIcon,
  LawIcon,
  ShieldCheckIcon,
} from '@primer/octicons-react';

interface NavigationLink {
  readonly to: string;
  readonly text: string;
}

export interface NavigationEntry {
  readonly text: string;
  readonly icon: Icon;
  /** One link, or a group of several. */
  readonly links: readonly [NavigationLink, ...NavigationLink[]];
}

/** The screens as people look for them. */
export const NAVIGATION: readonly NavigationEntry[] = [
  { text: 'Overview', icon: HomeIcon, links: [{ to: 'overview', text: 'Overview' }] },
  { text: 'Inbox', icon: InboxIcon, links: [{ to: 'inbox', text: 'Inbox' }] },
  { text: 'Holdings', icon: DatabaseIcon, links: [{ to: 'holdings', text: 'Holdings' }] },
  { text: 'Forecast', icon: CalendarIcon, links: [{ to: 'forecast', text: 'Forecast' }] },
  { text: 'Rules', icon: LawIcon, links: [{ to: 'rules', text: 'Rules' }] },
  {
    text: 'Payments',
    icon: CreditCardIcon,
    links: [
      { to: 'withdrawals', text: 'Withdrawals' },
      { to: 'trades', text: 'Trades' },
    ],
  },
  {
    text: 'Books',
    icon: BookIcon,
    links: [
      { to: 'breaks', text: 'Breaks' },
      { to: 'statements', text: 'Statements' },
      { to: 'exports', text: 'Exports' },
      { to: 'rates', text: 'Manual rates' },
    ],
  },
  { text: 'Audit', icon: ShieldCheckIcon, links: [{ to: 'audit', text: 'Audit' }] },
  {
    text: 'Settings',
    icon: GearIcon,
    links: [
      { to: 'settings', text: 'Controls and roles' },
      { to: 'accounts', text: 'Accounts' },
      { to: 'calendars', text: 'Calendars' },
    ],
  },
];
