import type { InboxAct, InboxItem } from '../../treasury/inbox/inbox-item.ts';
import type { DeclaredKey } from '../routes/routes.ts';

/** Where each decision is made. The roles of these routes say who may make it. */
export const ACT_ROUTES = {
  'approve-withdrawal': 'POST /v1/withdrawals/{id}/approve',
  'approve-trade': 'POST /v1/trades/{id}/approve',
  'approve-change': 'POST /v1/changes/{id}/approve',
  'settle-withdrawal': 'POST /v1/withdrawals/{id}/settle',
  'settle-trade': 'POST /v1/trades/{id}/settle',
  'conclude-unbooked': 'POST /v1/lanes/{currency}/unbooked/conclude',
  rearm: 'POST /v1/lanes/rearm',
  'explain-break': 'POST /v1/breaks/{id}/explain',
  'close-break': 'POST /v1/breaks/{id}/close',
  'fill-balance': 'POST /v1/trades',
  'mend-rule': 'PUT /v1/sweep-rules/{id}',
  'extend-calendar': 'PUT /v1/calendars/{id}',
  'mend-webhook': 'PUT /v1/webhooks/{id}',
} as const satisfies Readonly<Record<InboxAct, DeclaredKey>>;

/** Where the thing itself is read, with the ETag that its decision names. */
export const SHOWN_AT = {
  'approve-withdrawal': 'GET /v1/withdrawals/{id}',
  'approve-trade': 'GET /v1/trades/{id}',
  'approve-change': 'GET /v1/changes/{id}',
  'settle-withdrawal': 'GET /v1/withdrawals/{id}',
  'settle-trade': 'GET /v1/trades/{id}',
  'conclude-unbooked': 'GET /v1/lanes/{currency}/unbooked',
  rearm: 'GET /v1/lanes/rearm',
  'explain-break': 'GET /v1/breaks/{id}',
  'close-break': 'GET /v1/breaks/{id}',
  'fill-balance': 'GET /v1/sweep-rules/{id}',
  'mend-rule': 'GET /v1/sweep-rules/{id}',
  'extend-calendar': 'GET /v1/calendars/{id}',
  'mend-webhook': 'GET /v1/webhooks/{id}',
} as const satisfies Readonly<Record<InboxAct, DeclaredKey>>;

/** The addresses of an item: to read it, and to decide about it. */
export function linksOf({ act, id }: Pick<InboxItem, 'act' | 'id'>): {
  readonly link: string;
  readonly decideAt: string;
} {
  return { link: pathOf(SHOWN_AT[act], id), decideAt: pathOf(ACT_ROUTES[act], id) };
}

function pathOf(route: DeclaredKey, id: string): string {
  const path = route.slice(route.indexOf(' ') + 1);
  return path.replace(/\{\w+\}/, () => encodeURIComponent(id));
}
