import { marshall } from '@aws-sdk/util-dynamodb';
import type { KeepForecastPorts } from '../../treasury/forecast/keep-forecast.ts';
import type { KeptForecast } from '../../treasury/ledger/kept-forecast.ts';
import { putIf } from './conditional-put.ts';
import { fromItem, itemOf } from './item.ts';
import { ledgerKeys } from './keys.ts';
import { KEPT_FORECAST } from './ledger-items.ts';
import type { StoreTable } from './store-table.ts';
import { itemsOf, thingAt } from './table-items.ts';

/** What was forecast for each day: put once, never replaced. */
export function createForecasts(table: StoreTable): KeepForecastPorts['forecasts'] {
  return {
    read: (tenant, day) => thingAt(table, ledgerKeys.keptForecast(tenant, day), KEPT_FORECAST),
    put: (kept) => putIf(table, itemOf(KEPT_FORECAST, kept.tenant, kept)),
  };
}

/** Those of some days, the first and the last included, the earliest first. */
export async function readForecasts(
  table: StoreTable,
  tenant: string,
  days: { readonly first: string; readonly last: string },
): Promise<readonly KeptForecast[]> {
  const items = await itemsOf(table, {
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
    ExpressionAttributeValues: marshall({
      ':pk': ledgerKeys.keptForecastPartition(tenant),
      ':first': days.first,
      ':last': days.last,
    }),
  });
  return items.map((item) => fromItem(KEPT_FORECAST, item));
}
