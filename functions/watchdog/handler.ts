import { MetricUnit } from '@aws-lambda-powertools/metrics';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import * as z from 'zod';
import { readEnvironment, watchdogEnvironment } from '../../adapters/environment/environment.ts';
import { createLedger } from '../../adapters/store/ledger.ts';
import { createSnapshots } from '../../adapters/store/snapshots.ts';
import type { Finding } from '../../treasury/sweeps/finding.ts';
import { watch } from '../../treasury/sweeps/watch.ts';
import { logger, metrics, observed } from '../observability/observed.ts';
import { dynamo } from '../wiring/dynamo.ts';
import { surroundings } from '../wiring/surroundings.ts';
import { tick } from '../wiring/tick.ts';

const environment = readEnvironment(watchdogEnvironment);
const lambda = new LambdaClient({});
/** Who sends what was approved. */
const SENDERS = {
  withdrawal: environment.SEND_WITHDRAWAL_FUNCTION,
  trade: environment.SEND_TRADE_FUNCTION,
} as const;
const ports = {
  ...surroundings,
  ledger: createLedger({ client: dynamo(), tableName: environment.LEDGER_TABLE }),
  snapshots: createSnapshots({ client: dynamo(), tableName: environment.SNAPSHOTS_TABLE }),
  deliver: async (
    client: string,
    instructionId: string,
    kind: keyof typeof SENDERS,
  ): Promise<void> => {
    await lambda.send(
      new InvokeCommand({
        FunctionName: SENDERS[kind],
        InvocationType: 'Event',
        Payload: JSON.stringify({ client, instructionId }),
      }),
    );
  },
};

/** EventBridge Scheduler, on every tick: what is stuck gets on, or is named. */
export const handler = observed(async (event: unknown) => {
  const { client } = z.parse(tick, event);
  const findings = await watch(ports, client);
  metrics.addMetric('WatchdogRounds', MetricUnit.Count, 1);
  for (const finding of findings) report(client, finding);
  return { findings: findings.length };
});

function report(client: string, finding: Finding): void {
  metrics.addMetric(`Watchdog_${finding.kind}`, MetricUnit.Count, 1);
  const troubled = ['given-up', 'lane-held', 'failed'].includes(finding.kind);
  logger[troubled ? 'warn' : 'info']('watchdog', { client, ...finding });
}
