import {
  type MonthSpans,
  monthSpansSchema,
  type OpenSpans,
  openSpansSchema,
} from '../../treasury/spans/span.ts';
import type { ItemKind } from './item.ts';
import { ledgerKeys } from './keys.ts';
import { packJson, unpackJson } from './packed-json.ts';

export const OPEN_SPANS: ItemKind<OpenSpans> = {
  entity: 'open-spans',
  schema: openSpansSchema,
  key: (tenant) => ledgerKeys.openSpans(tenant),
  pack: ({ rules, ...rest }) => ({ ...rest, packed: packJson(rules) }),
  unpack: ({ packed, ...rest }) => ({ ...rest, rules: unpackJson(packed) }),
};

export const MONTH_SPANS: ItemKind<MonthSpans> = {
  entity: 'month-spans',
  schema: monthSpansSchema,
  key: (tenant, { ruleId, month }) => ledgerKeys.monthSpans(tenant, ruleId, month),
  pack: ({ spans, ...rest }) => ({ ...rest, packed: packJson(spans) }),
  unpack: ({ packed, ...rest }) => ({ ...rest, spans: unpackJson(packed) }),
};
