import { UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { expect, vi } from 'vitest';
import { createDeliveries } from '../../../adapters/store/deliveries.ts';
import { itemOf } from '../../../adapters/store/item.ts';
import { ledgerKeys } from '../../../adapters/store/keys.ts';
import { MANUAL_RATE, WEBHOOK as WEBHOOK_ITEM } from '../../../adapters/store/ledger-items.ts';
import { advance } from '../../../treasury/instructions/advance.ts';
import type { Confirmation } from '../../../treasury/instructions/instruction.ts';
import type { Outcome } from '../../../treasury/outcomes/outcome.ts';
import { conclude } from '../../../treasury/sending/conclude.ts';
import type { SendingPorts } from '../../../treasury/sending/ports.ts';
import { DELIVERY_ATTEMPTS } from '../../../treasury/webhooks/retry-schedule.ts';
import { WEBHOOK } from '../../samples/policy.ts';
import { snapshotAt } from '../../samples/snapshots.ts';
import { sealedFixture } from '../../seals/sealed-changes.ts';
import { RULE } from '../protocol/treasury-under-test.ts';
import { type RawItem, tableHand } from '../seals/table-hand.ts';
import { putItem } from '../store/items.ts';
import { type Deployed, streamEvent, TENANT } from './deployed-functions.ts';
import { deploymentSteps } from './deployment-steps.ts';

const UNSEALED_RATE = {
  ...{ id: 'chf', label: 'CHF', currency: 'CHF', in: 'USD', rate: '9', source: 'an attacker' },
  ...{ from: '2026-01-01', until: '2026-12-31', version: 1 },
  activeSince: '2026-01-01T00:00:00.000Z',
};

const FAR = '9999-01-01T00:00:00.000Z';

/** Each alarm, made to come about on the functions of the test that is running. */
export function provokedAlarms(deployed: () => Deployed) {
  const steps = deploymentSteps(deployed);
  const { commit, decided, instructions, snapshot, sweep, tick, watch: round } = steps;

  type Post = 'POST /v1/withdrawals' | 'POST /v1/trades';

  const lost = (on: Post) =>
    deployed().sandbox.queueFault({
      on,
      fault: { kind: 'execute-then-reset-before-headers' },
    });

  const failing = (status: number) =>
    deployed().sandbox.queueFault({
      on: 'GET /v1/balances',
      fault: { kind: 'status', status },
      times: 8,
    });

  async function budgetOf(per24Hours: string) {
    const rule = { ...RULE, budgets: { per24Hours }, version: 2 };
    await commit({ kind: 'put-rule', rule });
  }

  /** An entry of the audit log, changed behind everybody's back. */
  async function tamper() {
    const mode = { routeKey: 'POST /v1/controls/halt', groups: '[approver]', by: 'anna' };
    await deployed().call('halt', { ...mode, body: { comment: 'a first entry' } });
    const { client, tableName } = deployed().ledgerTable;
    await client.send(
      new UpdateItemCommand({
        TableName: tableName,
        Key: marshall(ledgerKeys.auditEntry(TENANT, 1)),
        UpdateExpression: 'SET #by = :by',
        ExpressionAttributeNames: { '#by': 'by' },
        ExpressionAttributeValues: marshall({ ':by': 'nobody' }),
      }),
    );
  }

  /** A sweep that was decided, made larger behind everybody's back before it is sent. */
  async function enlarged() {
    await decided();
    const [image] = await instructions('approved');
    if (image === undefined) throw new Error('nothing was decided');
    const { change } = tableHand(() => deployed().ledgerTable);
    await change(ledgerKeys.instruction(TENANT, image.id?.S ?? ''), ({ content, ...item }) => ({
      ...item,
      content: { ...(content as RawItem), amount: '2.24' },
    }));
    await deployed().invoke('send-withdrawal', streamEvent(image));
  }

  const LATE_CONFIRMATION: Outcome<Confirmation> = {
    state: 'confirmed',
    confirmation: { kind: 'withdrawal', withdrawals: [] },
    evidence: 'answered 200',
  };

  /** An hour that has passed: the first snapshot of the next one rolls it up. */
  async function hour() {
    for (const hours of ['09', '10']) {
      const at = `2026-01-05T${hours}:00:00.000Z`;
      await deployed().snapshots.put(snapshotAt(at, {}, {}, { tenant: TENANT, takenAt: at }));
    }
    return streamEvent(...(await deployed().snapshotItems()));
  }

  /** A webhook with its secret. */
  async function webhook() {
    await commit({ kind: 'put-webhook', webhook: { ...WEBHOOK, eventTypes: ['*'] } });
    const { webhookId, by } = { webhookId: WEBHOOK.id, by: WEBHOOK.secretFor.by };
    const route = { routeKey: 'POST /v1/webhooks/{id}/secret', groups: '[treasurer]', by };
    await deployed().call('manage-webhooks', { ...route, path: { id: webhookId } });
    return { tenant: TENANT, webhookId };
  }

  async function webhookWithEvent() {
    const about = await webhook();
    const type = 'com.sluice.rule.changed';
    const time = '2026-01-05T09:00:03.000Z';
    const detail = { id: 'main/rule/btc/1', type, time, tenant: TENANT };
    await deployed().invoke('queue-deliveries', { source: 'sluice', detail });
    return about;
  }

  /** How each alarm of a tenant's metrics comes about. */
  const provoked: Readonly<Record<string, () => Promise<unknown>>> = {
    'no-snapshot': async () => {
      failing(500);
      await snapshot();
    },
    'unknown-outcome': async () => {
      lost('POST /v1/withdrawals');
      await sweep();
      await round();
    },
    anomaly: async () => {
      const fault = { kind: 'contradicting-200', what: 'amount' } as const;
      deployed().sandbox.queueFault({ on: 'POST /v1/withdrawals', fault });
      await sweep();
      await round();
    },
    'invalid-seal': async () => {
      // Whoever writes to the table alone has no key: the seal is over another amount.
      deployed().kms.become('failing');
      await expect(sweep()).rejects.toThrow('nothing was decided');
      deployed().kms.become('well');
      await enlarged();
      await round();
    },
    'contradicted-settlement': async () => {
      lost('POST /v1/withdrawals');
      await sweep();
      const [image] = await instructions('unknown');
      const { ledger } = deployed();
      const unknown = await ledger.readInstruction(TENANT, image?.id?.S ?? '');
      if (unknown?.status.state !== 'unknown') throw new Error('its outcome is known');
      const { nonce } = unknown.status.claim;
      const at = new Date().toISOString();
      const settled = {
        kind: 'settle',
        at,
        by: ['ada', 'bob'],
        executed: false,
        comment: 'x',
      } as const;
      const released = advance(unknown, settled);
      await ledger.commit(TENANT, [{ kind: 'replace-instruction', instruction: released }]);
      // The sender, which everybody thought gone, has the answer.
      const ports = { now: () => at, nonce: () => 'late', ledger } as unknown as SendingPorts;
      await conclude(ports, TENANT, { instructionId: unknown.id, nonce }, LATE_CONFIRMATION);
      await round();
    },
    break: async () => {
      await deployed().invoke('update-books', await snapshot());
      deployed().sandbox.debit({ currency: 'ETH', amount: '1.5' });
      await deployed().invoke('update-books', await snapshot());
      await round();
    },
    unbooked: async () => {
      const lane = await steps.lane();
      const at = new Date(Date.now() - 4 * 86_400_000).toISOString();
      const entries = [{ instructionId: 'sweep-1', amount: '1', at }];
      const booking = { entries, credits: [], doubts: [] };
      const unbooked = { ...lane, booking, version: lane.version + 1 };
      await commit({ kind: 'replace-lane', lane: unbooked, from: 'idle' });
      await round();
    },
    'webhook-failing': async () => {
      const about = await webhookWithEvent();
      const { deliveriesTable, ledgerTable } = deployed();
      const store = createDeliveries(deliveriesTable);
      const [id = ''] = await store.due(TENANT, WEBHOOK.id, FAR, 1);
      const delivery = await store.read(TENANT, WEBHOOK.id, id);
      if (delivery === null) throw new Error('nothing was queued');
      const { version } = delivery;
      const tries = DELIVERY_ATTEMPTS - 1;
      await store.replace(TENANT, { ...delivery, tries, version: version + 1 });
      // Deciding functions wrote it so, and a name that no resolver knows.
      const [epoch, item] = [await deployed().ledger.epoch(), { ...WEBHOOK, eventTypes: ['*'] }];
      const url = 'https://erp.invalid/';
      const sealed = sealedFixture(
        { tenant: TENANT, epoch },
        { kind: 'webhook', item: { ...item, url } },
      );
      await putItem(ledgerTable, itemOf(WEBHOOK_ITEM, TENANT, sealed));
      await deployed().invoke('deliver-webhooks', about);
    },
    'webhook-untrusted': async () => {
      const about = await webhook();
      const unsealed = itemOf(WEBHOOK_ITEM, TENANT, { ...WEBHOOK, eventTypes: ['*'] });
      await putItem(deployed().ledgerTable, unsealed);
      await deployed().invoke('deliver-webhooks', about);
    },
    'rate-untrusted': async () => {
      await putItem(deployed().ledgerTable, itemOf(MANUAL_RATE, TENANT, UNSEALED_RATE));
      await deployed().invoke('update-books', await hour());
    },
    'missed-occurrence': async () => {
      // Fell two hours ago, and the rule may start an hour late.
      const fell = new Date(Date.now() - 2 * 3_600_000);
      const expression = `${fell.getUTCMinutes()} ${fell.getUTCHours()} * * ? *`;
      const schedule = { kind: 'cron', expression, timeZone: 'UTC' } as const;
      const rule = { ...RULE, schedule, version: 2 };
      await commit({ kind: 'put-rule', rule });
      await deployed().invoke('run-sweeps', await snapshot());
    },
    'balance-below-low': async () => {
      const { seal: _, ...rule } = RULE;
      const high = { ...rule, threshold: '1000', keep: '900', low: '800', version: 2 };
      await commit({ kind: 'put-rule', rule: high });
      await deployed().invoke('run-sweeps', await snapshot());
    },
    'rule-failing': async () => {
      const btc = await steps.lane();
      const at = new Date().toISOString();
      const last = { at, occurrence: at, instructionId: 'sweep-3' };
      const row = {
        ...last,
        count: 3,
        since: at,
        outcome: 'rejected',
        reason: '403',
        message: 'no',
      } as const;
      const failing = { [RULE.withdrawalAccountId.toLowerCase()]: row };
      const usage = { [RULE.id]: { hours: {}, days: {}, failures: 3, failing } };
      const lane = { ...btc, usage, version: btc.version + 1 };
      await commit({ kind: 'replace-lane', lane, from: 'idle' });
      await round();
    },
    'rules-left-out': async () => {
      const taken = await snapshot();
      await deployed().invoke('run-sweeps', taken);
      const { seal: _, ...rule } = RULE;
      await commit({ kind: 'put-rule', rule: { ...rule, id: 'added', label: 'Added since' } });
      await deployed().invoke('run-sweeps', taken);
    },
    'spans-failing': async () => {
      await deployed().invoke('run-sweeps', await snapshot());
      const all = await deployed().ledgerItems();
      const [open] = all.filter(({ entity }) => entity?.S === 'open-spans');
      await putItem(deployed().ledgerTable, { ...open, version: { S: 'none' } });
      await deployed().invoke('run-sweeps', await snapshot());
    },
    'blocked-currency': async () => {
      lost('POST /v1/withdrawals');
      await sweep();
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 4.1 * 3_600_000 });
      await round();
    },
    'trade-held': async () => {
      await deployed().agreePrices();
      const fault = { kind: 'trade-left-open', filledPercent: 40 } as const;
      deployed().sandbox.queueFault({ on: 'POST /v1/trades', fault });
      await steps.trade(steps.belowMarket('1'), 'key-of-the-alarm');
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 15.1 * 60_000 });
      await round();
    },
    'budget-near-its-end': async () => {
      await budgetOf('2.4');
      await sweep();
      await round();
    },
    'service-errors': async () => {
      failing(503);
      await snapshot();
    },
    'token-refused': async () => {
      failing(401);
      await snapshot();
    },
    'currency-not-stated': async () => {
      await snapshot();
      deployed().sandbox.queueFault({
        on: 'GET /v1/balances',
        fault: { kind: 'contradicting-200', what: 'none' },
      });
      await snapshot();
    },
    'watchdog-silent': async () => {
      await deployed().loseLedger();
      await expect(round()).rejects.toThrow();
    },
    'audit-chain-broken': async () => {
      await tamper();
      await deployed().invoke('verify-audit', tick());
    },
  };
  return { provoked, tick, snapshot, hour, round, sweep, lost, webhook };
}
