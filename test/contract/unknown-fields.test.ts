import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { calendarSchema } from '../../treasury/calendars/calendar.ts';
import { SHARED_COUNTS } from '../../treasury/counters/counter.ts';
import { debited } from '../../treasury/counters/counts.ts';
import { sharedCountsSchema, withDebits } from '../../treasury/counters/shared-counts.ts';
import { instructionSchema } from '../../treasury/instructions/instruction.ts';
import { laneSchema, newLane } from '../../treasury/instructions/lane.ts';
import { breakSchema } from '../../treasury/ledger/break.ts';
import { flowSchema } from '../../treasury/ledger/flow.ts';
import type { LedgerWrite } from '../../treasury/ledger/ledger.ts';
import { pendingClaimsSchema } from '../../treasury/ledger/pending-claims.ts';
import { changeSchema, type Subject } from '../../treasury/ledger/policy-change.ts';
import { controlsSchema } from '../../treasury/policy/controls.ts';
import { manualRateSchema } from '../../treasury/policy/manual-rate.ts';
import { matchingRuleSchema } from '../../treasury/policy/matching-rule.ts';
import { accountSchema } from '../../treasury/policy/registered-account.ts';
import { ruleSchema } from '../../treasury/policy/sweep-rule.ts';
import { webhookSchema } from '../../treasury/policy/webhook.ts';
import { taken } from '../samples/counts.ts';
import { PROPOSED } from '../samples/instructions.ts';
import { account, controls, rule } from '../samples/policy.ts';
import { marked } from '../simulation/later-fields.ts';
import { Random } from '../simulation/random.ts';
import { DrawnItems } from './draws.ts';
import {
  AT,
  breakAt,
  calendarAt,
  flowAt,
  manualRateAt,
  matchingRuleAt,
  webhookAt,
} from './items.ts';
import { type OpenedStore, storeKinds, TENANT } from './stores.ts';

/*
 * A field that a later version added, at every level of an item, and that this one may ignore: each store keeps it when the item is
 * written, read and written again. That the use cases hand it on is shown by whole worlds (test/simulation/later-fields.test.ts).
 */

interface Versioned {
  readonly version: number;
}

interface Rewritten {
  readonly schema: z.core.$ZodType;
  readonly item: Versioned;
  readonly write: (item: never) => LedgerWrite;
  /** Where an item is made by another write than it is replaced by. */
  readonly create?: (item: never) => LedgerWrite;
  readonly read: (store: OpenedStore) => Promise<unknown>;
}

const policyOf = async ({ ledger }: OpenedStore) => await ledger.readPolicy(TENANT);
const pieceOf =
  (subject: Subject) =>
  async ({ policyLedger }: OpenedStore) =>
    (await policyLedger.readCurrent(TENANT, subject))?.item;

const KINDS: Readonly<Record<string, Rewritten>> = {
  instruction: {
    schema: instructionSchema,
    item: PROPOSED,
    create: (instruction) => ({ kind: 'create-instruction', instruction }),
    write: (instruction) => ({ kind: 'replace-instruction', instruction }),
    read: ({ ledger }) => ledger.readInstruction(TENANT, PROPOSED.id),
  },
  lane: {
    schema: laneSchema,
    item: newLane(TENANT, 'BTC', 'table'),
    create: (lane) => ({ kind: 'create-lane', lane }),
    write: (lane) => ({ kind: 'replace-lane', lane, from: 'idle' }),
    read: async ({ ledger }) => (await ledger.readLanes(TENANT))[0],
  },
  ...Object.fromEntries(
    SHARED_COUNTS.map((name): readonly [string, Rewritten] => [
      name,
      {
        schema: sharedCountsSchema,
        item: withDebits(null, 'outflow-usage', TENANT, [
          taken({ kind: 'outflow', of: '', unit: 'USD' }, '5', AT),
        ]),
        write: (usage) => ({ kind: `put-${name}`, usage }),
        read: ({ ledger }) => ledger.readCounts(TENANT, name),
      },
    ]),
  ),
  controls: {
    schema: controlsSchema,
    item: controls(),
    write: (item) => ({ kind: 'put-controls', controls: item }),
    read: async (store) => (await policyOf(store)).controls,
  },
  rule: {
    schema: ruleSchema,
    item: rule({ version: 1 }),
    write: (item) => ({ kind: 'put-rule', rule: item }),
    read: async (store) => (await policyOf(store)).rules[0],
  },
  account: {
    schema: accountSchema,
    item: account({ version: 1 }),
    write: (item) => ({ kind: 'put-account', account: item }),
    read: async (store) => (await policyOf(store)).accounts[0],
  },
  calendar: {
    schema: calendarSchema,
    item: calendarAt(1),
    write: (calendar) => ({ kind: 'put-calendar', calendar }),
    read: async (store) => (await policyOf(store)).calendars?.[0],
  },
  webhook: {
    schema: webhookSchema,
    item: webhookAt(1),
    write: (webhook) => ({ kind: 'put-webhook', webhook }),
    read: pieceOf({ kind: 'webhook', id: webhookAt(1).id }),
  },
  'manual rate': {
    schema: manualRateSchema,
    item: manualRateAt(1),
    write: (rate) => ({ kind: 'put-manual-rate', rate }),
    read: pieceOf({ kind: 'manual-rate', id: manualRateAt(1).id }),
  },
  'matching rule': {
    schema: matchingRuleSchema,
    item: matchingRuleAt(1, true),
    write: (each) => ({ kind: 'put-matching-rule', rule: each }),
    read: pieceOf({ kind: 'matching-rule', id: matchingRuleAt(1, true).id }),
  },
  change: {
    schema: changeSchema,
    item: { ...new DrawnItems(new Random(1)).policyChange('change-1', undefined), version: 1 },
    write: (change) => ({ kind: 'put-change', change }),
    read: ({ policyLedger }) => policyLedger.readChange(TENANT, 'change-1'),
  },
  flow: {
    schema: flowSchema,
    item: flowAt(1),
    write: (flow) => ({ kind: 'put-flow', flow }),
    read: async ({ flows }) => (await flows.flowsBetween(TENANT, AT, AT))[0],
  },
  break: {
    schema: breakSchema,
    item: breakAt(1),
    write: (each) => ({ kind: 'put-break', break: each }),
    read: ({ flows }) => flows.breakAt(TENANT, { snapshot: AT, currency: 'BTC' }),
  },
  'pending claims': {
    schema: pendingClaimsSchema,
    item: { tenant: TENANT, claims: [], version: 1 } as Versioned,
    write: (pendingClaims) => ({ kind: 'put-pending-claims', pendingClaims }),
    read: ({ flows }) => flows.readPendingClaims(TENANT),
  },
};

describe.each(storeKinds())('fields that this version does not know, $name', ({ open }) => {
  it('stay with what limits count of a lane, which stands in an item of its own', async () => {
    const { ledger } = await open();
    const read = async () => (await ledger.readLanes(TENANT))[0] ?? newLane(TENANT, 'BTC', 'none');
    const lane = newLane(TENANT, 'BTC', 'table');
    await ledger.commit(TENANT, [{ kind: 'create-lane', lane }]);
    const countsBeside = { closedFor: { later: 'version' } };
    for (const amount of ['1', '2']) {
      const before = await read();
      const counter = { kind: 'rule', of: 'a', unit: 'BTC' } as const;
      const after = {
        ...before,
        ...(amount === '1' && { countsBeside }),
        counts: debited(before.counts, [taken(counter, amount, AT)]),
        countsVersion: (before.countsVersion ?? 0) + 1,
        version: before.version + 1,
      };
      const write = { kind: 'replace-lane', lane: after, from: 'idle', read: before } as const;
      expect(await ledger.commit(TENANT, [write])).toEqual({ ok: true });
      expect(await read()).toEqual({ ...after, countsBeside });
    }
  });

  it.each(Object.entries(KINDS))('stay with the item through a rewrite: %s', async (_, kind) => {
    const { schema, item, write, create = write, read } = kind;
    const store = await open();
    const first = marked(schema, item);
    expect(first).not.toEqual(item);
    expect(await store.ledger.commit(TENANT, [create(first as never)])).toEqual({ ok: true });
    const found = (await read(store)) as Versioned;
    expect(found).toEqual(first);
    const next = { ...found, version: found.version + 1 };
    expect(await store.ledger.commit(TENANT, [write(next as never)])).toEqual({ ok: true });
    expect(await read(store)).toEqual(next);
  });
});
