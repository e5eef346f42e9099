import type { ComponentType } from 'react';

interface Screen {
  /** Below the tenant's address. */
  readonly path: string;
  /** The screen's module, loaded when it is first shown: it exports `Component`. */
  readonly lazy: () => Promise<{ readonly Component: ComponentType }>;
}

/** Every screen, in one place. A screen's folder is console/screens/<name>. */
export const screens: readonly Screen[] = [
  { path: 'overview', lazy: () => import('../screens/overview/overview.tsx') },
  { path: 'inbox', lazy: () => import('../screens/inbox/inbox.tsx') },
  { path: 'holdings', lazy: () => import('../screens/holdings/holdings.tsx') },
  { path: 'holdings/:currency', lazy: () => import('../screens/holdings/currency.tsx') },
  { path: 'forecast', lazy: () => import('../screens/forecast/forecast.tsx') },
  { path: 'rules', lazy: () => import('../screens/rules/rules.tsx') },
  { path: 'rules/new', lazy: () => import('../screens/rules/rule-editor.tsx') },
  { path: 'rules/:id', lazy: () => import('../screens/rules/rule.tsx') },
  { path: 'rules/:id/edit', lazy: () => import('../screens/rules/rule-editor.tsx') },
  { path: 'calendars', lazy: () => import('../screens/calendars/calendars.tsx') },
  { path: 'calendars/new', lazy: () => import('../screens/calendars/calendar-editor.tsx') },
  { path: 'calendars/:id', lazy: () => import('../screens/calendars/calendar.tsx') },
  {
    path: 'calendars/:id/edit',
    lazy: () => import('../screens/calendars/calendar-editor.tsx'),
  },
  { path: 'withdrawals', lazy: () => import('../screens/withdrawals/withdrawals.tsx') },
  { path: 'withdrawals/new', lazy: () => import('../screens/withdrawals/new-withdrawal.tsx') },
  { path: 'withdrawals/:id', lazy: () => import('../screens/withdrawals/withdrawal.tsx') },
  { path: 'withdrawals/:id/settle', lazy: () => import('../screens/settling/settling.tsx') },
  { path: 'trades', lazy: () => import('../screens/trades/trades.tsx') },
  { path: 'trades/new', lazy: () => import('../screens/trades/new-trade.tsx') },
  { path: 'trades/:id', lazy: () => import('../screens/trades/trade.tsx') },
  { path: 'trades/:id/settle', lazy: () => import('../screens/settling/settling.tsx') },
  { path: 'breaks', lazy: () => import('../screens/breaks/breaks.tsx') },
  { path: 'breaks/:id', lazy: () => import('../screens/breaks/break.tsx') },
  { path: 'matching-rules/new', lazy: () => import('../screens/rules/matching-editor.tsx') },
  { path: 'matching-rules/:id/edit', lazy: () => import('../screens/rules/matching-editor.tsx') },
  { path: 'statements', lazy: () => import('../screens/statements/statements.tsx') },
  { path: 'rates', lazy: () => import('../screens/rates/rates.tsx') },
  { path: 'exports', lazy: () => import('../screens/exports/exports.tsx') },
  { path: 'audit', lazy: () => import('../screens/audit/audit.tsx') },
  { path: 'accounts', lazy: () => import('../screens/accounts/accounts.tsx') },
  { path: 'accounts/new', lazy: () => import('../screens/accounts/new-account.tsx') },
  { path: 'accounts/:id', lazy: () => import('../screens/accounts/account.tsx') },
  { path: 'accounts/:id/edit', lazy: () => import('../screens/accounts/edit-account.tsx') },
  { path: 'settings', lazy: () => import('../screens/settings/settings.tsx') },
  { path: 'settings/webhooks/new', lazy: () => import('../screens/settings/webhook-editor.tsx') },
  {
    path: 'settings/webhooks/:id/edit',
    lazy: () => import('../screens/settings/webhook-editor.tsx'),
  },
];
