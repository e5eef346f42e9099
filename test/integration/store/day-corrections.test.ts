import { beforeEach, describe, expect, it } from 'vitest';
import { entriesAfter } from '../../../adapters/store/audit-trail.ts';
import { createClosedDays, flowLeaf } from '../../../adapters/store/closed-days.ts';
import { createFlows } from '../../../adapters/store/flows.ts';
import { itemOf } from '../../../adapters/store/item.ts';
import { createLedger } from '../../../adapters/store/ledger.ts';
import { FLOW } from '../../../adapters/store/ledger-items.ts';
import { createReadings } from '../../../adapters/store/readings.ts';
import { CORRECT_DAYS_ACTION } from '../../../treasury/ledger/day-correction.ts';
import type { Flow } from '../../../treasury/ledger/flow.ts';
import { dayCorrections } from '../../../treasury/reconciliation/day-corrections.ts';
import type { CorrectionPorts } from '../../../treasury/reconciliation/ports.ts';
import { reconcile } from '../../../treasury/reconciliation/reconcile.ts';
import { dayOf } from '../../../treasury/series/hour.ts';
import { closeDays } from '../../../treasury/tie-out/close-days.ts';
import { verifyBooks } from '../../../treasury/tie-out/verify-books.ts';
import type { Instant } from '../../../treasury/time/instant.ts';
import { TENANT } from '../../samples/snapshots.ts';
import { engineForTests } from './engine-for-tests.ts';
import { putItem } from './items.ts';
import { type RecordedTables, recordMarch, verifyPorts } from './recorded-march.ts';

const NOW: Instant = '2026-04-20T09:00:00.000Z';
const GRACE_SECONDS = 3_600;
const ALL = ['2026-03-01T00:00:00.000Z', '2026-04-01T00:00:00.000Z'] as const;

const engine = engineForTests();
let tables: RecordedTables;

beforeEach(async () => {
  tables = { ledger: await engine().table(), snapshots: await engine().table() };
  // Until its days were closed, the books had another price of every flow than its snapshot.
  await recordMarch(tables, (flow) => ({ ...flow, price: '0.5' }));
});

const flows = () => createFlows(tables.ledger).flowsBetween(TENANT, ...ALL);

async function moved(): Promise<Flow> {
  const found = (await flows()).find(({ movements }) => movements.length > 0);
  if (found === undefined) throw new Error('nothing moved in March');
  return found;
}

function corrections(): CorrectionPorts {
  const { readAuditHead } = createLedger(tables.ledger);
  return { readAuditHead, graceSeconds: GRACE_SECONDS, leafOf: flowLeaf };
}

/** Later knowledge, by the very code that has it: a tick is looked at again. */
async function correct(tick: Instant, ports: CorrectionPorts | null = corrections()) {
  await reconcile(
    {
      ...{ now: () => NOW, readings: createReadings(tables.snapshots) },
      ...{ flows: createFlows(tables.ledger), ledger: createLedger(tables.ledger) },
      ...(ports !== null && { corrections: ports }),
    },
    { tenant: TENANT, scheduledFor: tick },
    {},
  );
}

async function tamper(flow: Flow, change: Partial<Flow>): Promise<void> {
  await putItem(tables.ledger, itemOf(FLOW, TENANT, { ...flow, ...change }));
}

async function changedDays(): Promise<readonly string[]> {
  const { faulty } = await verifyBooks(verifyPorts(tables), TENANT);
  return faulty.filter(({ fault }) => fault === 'changed-day').map(({ where }) => where);
}

async function corrected(): Promise<readonly (readonly [string, number])[]> {
  const { days } = await verifyBooks(verifyPorts(tables), TENANT);
  return days
    .filter((each) => each.corrected.length > 0)
    .map((each) => [each.day, each.corrected.length]);
}

describe('a flow of a closed day that Sluice itself corrects', () => {
  it('is explained by the audit log, however often', async () => {
    const flow = await moved();
    const day = dayOf(flow.snapshot);
    await correct(flow.snapshot);
    expect(await moved()).not.toEqual(flow);
    const entry = (await entriesAfter(tables.ledger)(TENANT, 0, 1_000)).at(-1);
    expect(entry).toMatchObject({ action: CORRECT_DAYS_ACTION, by: 'sluice' });
    expect(JSON.stringify(entry)).toContain(flow.currency);
    expect(await changedDays()).toEqual([]);
    expect(await corrected()).toContainEqual([day, 1]);

    // Another time, from another state.
    const [current] = (await flows()).filter(({ snapshot }) => snapshot === flow.snapshot);
    if (current === undefined) throw new Error('the flow is gone');
    const { commit } = createLedger(tables.ledger);
    const again = { ...current, price: '7', version: current.version + 1 };
    const put = { kind: 'put-flow', flow: again } as const;
    const ports = { corrections: corrections(), now: () => NOW };
    const said = await dayCorrections(ports, TENANT, [put], [current]);
    expect(await commit(TENANT, [put, ...said])).toEqual({ ok: true });
    expect(await changedDays()).toEqual([]);
    expect(await corrected()).toContainEqual([day, 2]);
  });

  it('would be a changed day if the log said nothing', async () => {
    const flow = await moved();
    await correct(flow.snapshot, null);
    expect(await changedDays()).toContain(dayOf(flow.snapshot));
  });

  it('does not make good what was tampered with before it', async () => {
    const flow = await moved();
    await tamper(flow, { reportingCurrency: 'XXX' });
    await correct(flow.snapshot);
    expect(await changedDays()).toEqual([dayOf(flow.snapshot)]);
  });

  it('nor after it, not even back to what the root was made of', async () => {
    const flow = await moved();
    await correct(flow.snapshot);
    const [current] = (await flows()).filter(({ snapshot }) => snapshot === flow.snapshot);
    if (current === undefined) throw new Error('the flow is gone');
    await tamper(current, { closing: '1' });
    expect(await changedDays()).toEqual([dayOf(flow.snapshot)]);
    await tamper(flow, {});
    expect(await changedDays()).toEqual([dayOf(flow.snapshot)]);
  });

  it('nor another flow of its day', async () => {
    const flow = await moved();
    await correct(flow.snapshot);
    await tamper({ ...flow, currency: 'XYZ' }, {});
    expect(await changedDays()).toEqual([dayOf(flow.snapshot)]);
  });
});

it('a correction while its day is being closed makes it read everything again', async () => {
  const flow = await moved();
  const stored = createClosedDays(tables);
  const { readAuditHead } = createLedger(tables.ledger);
  const day = dayOf(flow.snapshot);
  let reads = 0;
  const closed: string[] = [];
  await closeDays(
    {
      ...stored,
      ledger: { readAuditHead },
      now: () => NOW,
      lastClosedDay: async () => null,
      readDay: async (tenant, each) => {
        const items = await stored.readDay(tenant, day);
        reads += 1;
        if (reads === 1) await correct(flow.snapshot);
        closed.push(each);
        return items;
      },
      close: async (_, entry) =>
        entry.sequence === (await readAuditHead(TENANT)).sequence + 1 ? 'closed' : 'contended',
    },
    TENANT,
    GRACE_SECONDS,
  );
  expect(closed[0]).toBe(closed[1]);
});
