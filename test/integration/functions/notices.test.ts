import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  NOTICE_FIELDS,
  NOTICES,
  type Notice,
  withFields,
} from '../../../lib/observability/notices.ts';
import { notificationText } from '../../../lib/observability/notification.ts';
import { deployedForEachTest } from './deployed-for-each-test.ts';
import { TENANT } from './deployed-functions.ts';
import { deploymentSteps } from './deployment-steps.ts';
import { ledgerRecords } from './ledger-records.ts';
import { provokedAlarms } from './provoked-alarms.ts';

const { deployed } = deployedForEachTest({}, 'agreed');
const { provoked, sweep, lost } = provokedAlarms(deployed);
const { trade, tradesNeedApproval } = deploymentSteps(deployed);

afterEach(() => {
  vi.useRealTimers();
});

type Published = ReturnType<ReturnType<typeof deployed>['events']['published']>[number];

/** Everything in the ledger's stream so far, told on the bus. */
async function publishAll() {
  await deployed().invoke('publish-events', await ledgerRecords(deployed().ledgerTable));
}

describe('a notice', () => {
  /** The texts that EventBridge would make of what is on the bus. */
  function texts(): readonly string[] {
    return deployed()
      .events.published()
      .flatMap((event) =>
        NOTICES.filter((notice) => isOf(notice, event)).map((notice) =>
          withFields(notificationText(notice), (field) => {
            const found = NOTICE_FIELDS[field]
              .split('.')
              .slice(2)
              .reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], event);
            if (found === undefined)
              throw new Error(`${notice.name}: no ${field} in ${event.type}`);
            return String(found);
          }),
        ),
      );
  }

  /** As EventBridge matches an event with the pattern of a notice. */
  function isOf({ types, only = {} }: Notice, event: Published): boolean {
    const data = event.data as Readonly<Record<string, unknown>>;
    return (
      types.some((type) => type === event.type) &&
      Object.entries(only).every(([name, values]) => values.includes(String(data[name])))
    );
  }

  it('says of an unknown outcome whose it is, how much, and what to do next', async () => {
    lost('POST /v1/withdrawals');
    await sweep();
    await publishAll();
    const [text] = texts();
    expect(text).toContain(
      'main: the outcome of the withdrawal of 2.25 BTC is unknown. BTC is blocked.',
    );
    expect(text).toContain('two people settle it: npm run sluice -- settle sweep-btc-cold-');
    expect(text).toContain('docs/operations.md#unknown-outcome');
  });

  it('says of an anomaly that everything is halted', async () => {
    await provoked.anomaly?.();
    await publishAll();
    expect(texts().join('\n')).toContain('main: the service answered the withdrawal of 2.25 BTC');
    expect(texts().join('\n')).toContain('main: sending is halted');
  });

  it('says of a difference how much of what went out', async () => {
    await provoked.break?.();
    await publishAll();
    expect(texts()[0]).toContain('main: -1.5 ETH went out, and nothing in the books explains it.');
  });

  it('comes once more before what waits for an approval expires', async () => {
    await tradesNeedApproval('100');
    const { id } = (await trade()).body;
    const instruction = await deployed().ledger.readInstruction(TENANT, String(id));
    if (instruction?.status.state !== 'awaiting-approval') throw new Error('it does not wait');
    const { expiresAt } = instruction.status;
    const watch = () =>
      deployed().invoke('watchdog', { tenant: TENANT, scheduledFor: instruction.createdAt });
    await watch();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(expiresAt) - 60_000 });
    await watch();
    await watch();
    await publishAll();
    const reminders = texts().filter((text) => text.includes('still waits'));
    expect(reminders).toHaveLength(1);
    expect(reminders[0]).toContain(`It expires at ${expiresAt}.`);
    expect(reminders[0]).toContain(String(id));
  });
});
