import { describe, expect, it } from 'vitest';
import { createFlows } from '../../../adapters/store/flows.ts';
import { createLedger } from '../../../adapters/store/ledger.ts';
import { reportRates } from '../../../adapters/store/report-rates.ts';
import { createSnapshots } from '../../../adapters/store/snapshots.ts';
import { forecastResponse } from '../../../api/openapi/forecast-response.ts';
import { forecast } from '../../../treasury/forecast/forecast.ts';
import { shownByRates } from '../../../treasury/report-values/shown-by-rates.ts';
import { canonicalText } from '../../../treasury/seals/canonical-text.ts';
import { hmacSeals } from '../../seals/hmac-seals.ts';
import { RULE } from '../protocol/treasury-under-test.ts';
import { counting } from '../store/counted-table.ts';
import { deployedForEachTest } from './deployed-for-each-test.ts';
import { TENANT } from './deployed-functions.ts';
import { codeOf, deploymentSteps } from './deployment-steps.ts';

const { deployed } = deployedForEachTest();
const { snapshot } = deploymentSteps(deployed);

const ask = (query: Readonly<Record<string, string>> = {}) =>
  deployed().call('preview-policy', {
    routeKey: 'GET /v1/forecast',
    groups: '[viewer]',
    query,
  });

describe('GET /v1/forecast', () => {
  it('says what leaves, as the next run then decides it', async () => {
    await snapshot();
    const { status, body } = await ask({ days: '2' });
    expect(status).toBe(200);
    const said = forecastResponse.parse(body);
    expect(said.rules).toMatchObject([{ ruleId: RULE.id, sweeps: 1, amount: '2.25' }]);
    // In the last minutes of a day the next snapshot is tomorrow's.
    expect(said.days.flatMap(({ leaving }) => leaving)).toMatchObject([
      { ruleId: RULE.id, amount: '2.25' },
    ]);
    expect(said.names?.rules).toEqual({ [RULE.id]: RULE.label });
  });

  it('writes nothing, with expected movements either', async () => {
    await snapshot();
    const everything = async () =>
      canonicalText([await deployed().ledgerItems(), await deployed().snapshotItems()]);
    const before = await everything();
    expect((await ask({ flows: 'mean', approvals: 'none' })).status).toBe(200);
    expect(await everything()).toBe(before);
  });

  it('refuses more days than it looks ahead, and names the number', async () => {
    const { status, body } = await ask({ days: '32' });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain('expected 1 to 31');
  });

  it('has nothing to say before the first snapshot', async () => {
    const refused = await ask();
    expect([refused.status, codeOf(refused)]).toEqual([409, 'balance-unknown']);
  });

  it('reads the policy, the lanes and one snapshot: 10 units at most', async () => {
    await snapshot();
    const { ledgerTable, snapshotsTable } = deployed();
    const [ledger, snapshots] = [counting(ledgerTable), counting(snapshotsTable)];
    const result = await forecast(
      {
        now: () => new Date().toISOString(),
        snapshotEverySeconds: 300,
        ledger: createLedger(ledger.table),
        snapshots: createSnapshots(snapshots.table),
        breaksBetween: createFlows(ledger.table, false).breaksBetween,
        shownValues: shownByRates(reportRates(ledger.table, hmacSeals, { consistent: false })),
      },
      { tenant: TENANT, days: 7, flows: 'none', approvals: 'given', timeZone: 'UTC' },
    );
    expect(result.result).toBe('forecast');
    const units = [...ledger.sent, ...snapshots.sent].reduce((sum, each) => sum + each.units, 0);
    expect(units).toBeGreaterThan(0);
    expect(units).toBeLessThanOrEqual(10);
  });
});
