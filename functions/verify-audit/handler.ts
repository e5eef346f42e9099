import * as z from 'zod/mini';
import { entriesAfter } from '../../adapters/store/audit-trail.ts';
import { createLedger } from '../../adapters/store/ledger.ts';
import { readingDynamo } from '../../runtime/clients/dynamo.ts';
import { tick } from '../../runtime/delivery/tick.ts';
import { readEnvironment, verifyAuditEnvironment } from '../../runtime/environment/environment.ts';
import { count } from '../../runtime/observability/count.ts';
import { correlate, logger, observed } from '../../runtime/observability/middleware.ts';
import { type AuditHead, EMPTY_CHAIN } from '../../treasury/audit/audit-entry.ts';
import { type TrailVerdict, verifyTrail } from '../../treasury/audit/verify-trail.ts';

/** Entries between two looks at the clock. */
const ENTRIES_PER_STRETCH = 10_000;

/** Milliseconds that have to be left for another window: three times what one takes. */
const STRETCH_BUDGET_MS = 10_000;

const environment = readEnvironment(verifyAuditEnvironment);
const table = { client: readingDynamo(), tableName: environment.LEDGER_TABLE };
const ports = {
  entriesAfter: entriesAfter(table),
  readAuditHead: createLedger(table).readAuditHead,
};

/** EventBridge Scheduler, some times a day: follows a tenant's audit chain from its beginning to its end. */
export const handler = observed(async (event: unknown, context) => {
  const { tenant, scheduledFor } = z.parse(tick, event);
  correlate({ tenant, tick: scheduledFor });
  const verdict = await followed(tenant, () => context.getRemainingTimeInMillis());
  const isIntact = verdict.verdict === 'intact';
  count(tenant, { AuditChainBroken: isIntact ? 0 : 1 });
  if (isIntact) logger.info('the audit chain is intact', { ...verdict });
  else logger.error('the audit chain is not what was written', { ...verdict });
  return { verdict: verdict.verdict };
});

type Verdict = Exclude<TrailVerdict, { readonly verdict: 'unfinished' }>;

/** A chain too long for one invocation is not called whole: it fails, and the alarm hears nothing. */
async function followed(tenant: string, remainingMs: () => number): Promise<Verdict> {
  let from: AuditHead = EMPTY_CHAIN;
  while (remainingMs() > STRETCH_BUDGET_MS) {
    const verdict = await verifyTrail(ports, tenant, ENTRIES_PER_STRETCH, from);
    if (verdict.verdict !== 'unfinished') return verdict;
    from = verdict.at;
  }
  throw new Error(`the audit chain of ${tenant} was followed to entry ${from.sequence} only`);
}
