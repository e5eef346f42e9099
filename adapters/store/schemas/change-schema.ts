import * as z from 'zod/mini';
import type { PolicyChange } from '../../../treasury/ledger/policy-change.ts';
import { instant } from './lane-schema.ts';
import { accountDraftSchema, controlsDraftSchema, ruleDraftSchema } from './policy-schema.ts';
import { sealSchema } from './seal-schema.ts';

const decided = <State extends string>(state: State) =>
  z.object({ state: z.literal(state), at: instant, by: z.string(), words: z.string() });

const status = z.discriminatedUnion('state', [
  z.object({ state: z.literal('proposed') }),
  decided('approved'),
  decided('declined'),
  decided('withdrawn'),
  decided('superseded'),
]);

const base = {
  client: z.string(),
  id: z.string(),
  baseVersion: z.int().check(z.nonnegative()),
  madeBy: z.string(),
  madeAt: instant,
  expiresAt: instant,
  words: z.exactOptional(z.string()),
  status,
  resumption: z.exactOptional(
    z.object({
      generation: z.int().check(z.nonnegative()),
      currency: z.exactOptional(z.string()),
    }),
  ),
  version: z.int().check(z.positive()),
  seal: z.exactOptional(sealSchema),
};

export const changeSchema: z.ZodMiniType<PolicyChange> = z.discriminatedUnion('kind', [
  z.object({
    ...base,
    kind: z.literal('rule'),
    before: z.nullable(ruleDraftSchema),
    after: ruleDraftSchema,
  }),
  z.object({
    ...base,
    kind: z.literal('account'),
    before: z.nullable(accountDraftSchema),
    after: accountDraftSchema,
  }),
  z.object({
    ...base,
    kind: z.literal('controls'),
    before: z.nullable(controlsDraftSchema),
    after: controlsDraftSchema,
  }),
]);
