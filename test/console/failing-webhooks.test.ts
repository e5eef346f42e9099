import { describe, expect, it } from 'vitest';
import { createDeliveries } from '../../adapters/store/deliveries.ts';
import { createFailingWebhooks } from '../../adapters/store/noted-states.ts';
import { variableOf } from '../../local/treasury-tables.ts';
import { VARIABLES } from '../../runtime/environment/names.ts';
import { instantOf } from '../../treasury/time/instant.ts';
import { newEndpoint } from '../../treasury/webhooks/endpoint.ts';
import { apiAs } from './api-as.ts';
import { browserForTests, violationsOn } from './console-for-tests.ts';
import type { ConsoleUnderTest } from './console-under-test.ts';

const { visit, own, isMissing } = browserForTests();

/** Milliseconds for a stack of its own, on a machine that does other things as well. */
const OWN_STACK_MS = 120_000;

const hoursAgo = (hours: number) => instantOf(Date.now() - hours * 3_600_000);

/** A webhook that two people have set up, and whose receiver has taken nothing for three hours. */
async function failingWebhook(of: ConsoleUnderTest, id: string, label: string): Promise<void> {
  const body = { id, label, url: `https://${id}.invalid/hook`, eventTypes: ['*' as const] };
  const asked = await apiAs(of, 'treasurer').post('/v1/webhooks', { body });
  await apiAs(of, 'approver').post('/v1/changes/{id}/approve', {
    path: { id: asked.data.id },
    body: { comment: 'ours' },
  });
  const { ledgerTable, tenant } = of.stack.tables;
  const tableName = variableOf(of.stack.model, VARIABLES.deliveriesTable);
  const [since, deliveredAt] = [hoursAgo(3), hoursAgo(4)];
  // The endpoint as well: the round of the next minute would find the receiver well again.
  const endpoint = { ...newEndpoint(id), failingSince: since, deliveredAt, version: 1 };
  await createDeliveries({ ...ledgerTable, tableName }).putEndpoint(tenant, endpoint);
  const noted = { tenant, webhookId: id, state: 'failing', at: instantOf(Date.now()) } as const;
  const state = { ...noted, since, deliveredAt, pending: 692, version: 1 };
  expect(await createFailingWebhooks(ledgerTable).put(state)).toBe(true);
}

describe('webhooks that fail, on the overview', () => {
  it('say since when and how many events wait, and lead to their deliveries', {
    timeout: OWN_STACK_MS,
  }, async ({ skip }) => {
    skip(isMissing());
    const of = await own({ hasRound: false });
    const { page } = await visit({ as: 'treasurer', at: '/t/main', of, bypassesPolicy: true });
    const panel = page.getByRole('region', { name: 'Webhooks that fail' });
    await page.getByRole('region', { name: 'Total value' }).waitFor();
    expect(await panel.count()).toBe(0);
    await failingWebhook(of, 'erp', 'The <i>ERP</i>');
    const row = panel.getByRole('listitem').filter({ hasText: 'The <i>ERP</i>' });
    await row
      .getByText(/^Its receiver has taken nothing since 3 hours ago\. 692 events waited/)
      .waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await row.getByRole('link', { name: 'Look at the webhook' }).click();
    await expect.poll(() => new URL(page.url()).search).toBe('?tab=webhooks&webhook=erp');
    await page.getByRole('button', { name: 'Hide deliveries' }).waitFor();
  });
});
