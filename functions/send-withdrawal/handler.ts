import { createLedger } from '../../adapters/store/ledger.ts';
import { createSnapshots } from '../../adapters/store/snapshots.ts';
import { dynamo } from '../../runtime/clients/dynamo.ts';
import { connectReadingVerifier, connectSeals } from '../../runtime/clients/seals.ts';
import { connectTradingServices } from '../../runtime/clients/trading-service.ts';
import { deliverEach } from '../../runtime/delivery/deliver-each.ts';
import { MIXED_WRITES } from '../../runtime/diagnosis/diagnosis.ts';
import { mixedTransactionOf } from '../../runtime/diagnosis/mixed-transaction.ts';
import { effects } from '../../runtime/effects.ts';
import {
  readEnvironment,
  sendWithdrawalEnvironment,
} from '../../runtime/environment/environment.ts';
import { observed } from '../../runtime/observability/middleware.ts';
import { reportSent } from '../../runtime/observability/report-sent.ts';
import { sendWithdrawal } from '../../treasury/outgoing/kinds/withdrawal.ts';

const environment = readEnvironment(sendWithdrawalEnvironment);
const table = { client: dynamo(), tableName: environment.LEDGER_TABLE };
const ports = {
  ...effects,
  seals: connectSeals(environment),
  reader: connectReadingVerifier(environment),
  ledger: createLedger(table),
  snapshots: createSnapshots({ client: dynamo(), tableName: environment.SNAPSHOTS_TABLE }),
};
const serviceOf = connectTradingServices(environment);

/** Ledger stream, or the watchdog: sends approved withdrawals. */
export const handler = observed(
  async (event: unknown, context) =>
    await deliverEach(event, context, async (delivery) => {
      const { tenant, instructionId } = delivery;
      const service = serviceOf(tenant);
      const sent = await sendWithdrawal({ ...ports, service }, tenant, instructionId);
      reportSent('withdrawal', delivery, sent);
      return sent.result;
    }),
  mixedTransactionOf(table, MIXED_WRITES['send-withdrawal']),
);
