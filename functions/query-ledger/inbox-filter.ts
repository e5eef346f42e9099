import { holding } from '../../adapters/store/searched-text.ts';
import type { InputTo } from '../../api/router/input.ts';
import type { QUERY_LEDGER } from '../../api/routes/declared/query-ledger.ts';
import { LANGUAGES } from '../../treasury/facts/sentences/language.ts';
import { sayInbox } from '../../treasury/facts/sentences/say/say-inbox.ts';
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
    (account === undefined || accountsOf(item).includes(account)) &&
    holds(item);
}

/** In every language: an item is found by what any of its readers sees of it. */
function textsOf({ id, about, askedBy, labels }: InboxItem): readonly (string | undefined)[] {
  const { accounts = [], ...others } = labels;
  const among = accounts.flatMap((each) => Object.values(each));
  const said = LANGUAGES.map((language) => sayInbox(about, language));
  return [id, ...said, askedBy ?? undefined, ...Object.values(others), ...among];
}

/** A change of a rule with a split is about all of its accounts, a part of a withdrawal about its own. */
function accountsOf({ kind, labels }: InboxItem): readonly (string | undefined)[] {
  const { withdrawalAccountId: own, accounts = [] } = labels;
  const others = kind === 'policy-change' ? accounts.map((each) => each.withdrawalAccountId) : [];
  return [own, ...others];
}
