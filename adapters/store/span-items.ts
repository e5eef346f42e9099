import {
  type MonthSpans,
  monthSpansSchema,
  type OpenSpans,
  openSpansSchema,
} from '../../treasury/spans/span.ts';
import type { ItemKind } from './item.ts';
import { ledgerKeys } from './keys.ts';
import { packSpans, unpackSpans } from './packed-spans.ts';

export const OPEN_SPANS: ItemKind<OpenSpans> = {
  entity: 'open-spans',
  schema: openSpansSchema,
  key: (tenant) => ledgerKeys.openSpans(tenant),
  pack: ({ rules, ...rest }) => ({ ...rest, packed: packSpans(rules, ({ ruleId }) => ruleId) }),
  unpack: ({ packed, ...rest }) => ({ ...rest, rules: unpackSpans(packed) }),
};

export const MONTH_SPANS: ItemKind<MonthSpans> = {
  entity: 'month-spans',
  schema: monthSpansSchema,
  key: (tenant, { ruleId, month }) => ledgerKeys.monthSpans(tenant, ruleId, month),
  pack: ({ spans, ...rest }) => ({ ...rest, packed: packSpans(spans) }),
  unpack: ({ packed, ...rest }) => ({ ...rest, spans: unpackSpans(packed) }),
};
