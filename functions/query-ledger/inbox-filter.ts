import { holding } from '../../adapters/store/searched-text.ts';
import type { InputTo } from '../../api/router/input.ts';
import type { QUERY_LEDGER } from '../../api/routes/declared/query-ledger.ts';
import type { InboxItem } from '../../treasury/inbox/inbox-item.ts';

type Query = InputTo<typeof QUERY_LEDGER, 'GET /v1/inbox'>['query'];

/** True for the items that the filters of a request leave in the inbox. */
export function isWantedBy(query: Omit<Query, 'limit' | 'cursor'>): (item: InboxItem) => boolean {
  const { kind, currency, rule, account, text } = query;
  const holds = holding(text, textsOf) ?? (() => true);
  return (item) =>
    (query.for === undefined || item.mayDecide) &&
    (kind === undefined || item.kind === kind) &&
    (currency === undefined || item.money?.currency === currency) &&
    (rule === undefined || item.labels.ruleId === rule) &&
    (account === undefined || item.labels.withdrawalAccountId === account) &&
    holds(item);
}

function textsOf({ id, message, askedBy, labels }: InboxItem): readonly (string | undefined)[] {
  return [id, message, askedBy ?? undefined, ...Object.values(labels)];
}
