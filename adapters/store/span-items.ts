import {
  type MonthSpans,
  monthSpansSchema,
  type OpenSpans,
  openSpansSchema,
} from '../../treasury/spans/span.ts';
import { packJson, unpackJson } from './codec.ts';
import type { ItemKind } from './item.ts';
import { ledgerKeys } from './keys.ts';

/** The one codec of spans so far. */
const CODEC = 1;

export const OPEN_SPANS: ItemKind<OpenSpans> = {
  entity: 'open-spans',
  schema: openSpansSchema,
  key: (tenant) => ledgerKeys.openSpans(tenant),
  pack: ({ rules, ...rest }) => ({ ...rest, packed: packJson(CODEC, rules) }),
  unpack: ({ packed, ...rest }) => ({ ...rest, rules: unpackJson(CODEC, packed) }),
};

export const MONTH_SPANS: ItemKind<MonthSpans> = {
  entity: 'month-spans',
  schema: monthSpansSchema,
  key: (tenant, { ruleId, month }) => ledgerKeys.monthSpans(tenant, ruleId, month),
  pack: ({ spans, ...rest }) => ({ ...rest, packed: packJson(CODEC, spans) }),
  unpack: ({ packed, ...rest }) => ({ ...rest, spans: unpackJson(CODEC, packed) }),
};
