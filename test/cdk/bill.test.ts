import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { BEFORE } from '../../bench/cost/bill.ts';
import { type Inventory, inventoryOf } from '../../bench/cost/inventory.ts';
import { usdOf } from '../../bench/cost/month.ts';

/*
 * What stands in a stage is billed whether anything is done or not. `npm run cost` adds what is done, as the engine counts
 * it, and holds the sum against its goal; here the larger part cannot grow unseen.
 */

function fixedUsd({ keys, secrets, alarms, metrics, routeMetrics, dashboards }: Inventory) {
  return (
    usdOf('keys', keys) +
    usdOf('secrets', secrets) +
    usdOf('alarms', alarms) +
    usdOf('metrics', metrics + routeMetrics) +
    usdOf('dashboards', dashboards)
  );
}

describe('what stands in a stage that keeps its data', () => {
  const one = inventoryOf(1, 5);

  it('costs at most nine and a half dollars a month, where it cost 46', () => {
    expect(fixedUsd(BEFORE)).toBeGreaterThan(46);
    expect(fixedUsd(one)).toBeLessThanOrEqual(9.5);
  });

  it('costs a further tenant its secret, and nothing else', () => {
    const [two, three] = [inventoryOf(2, 5), inventoryOf(3, 5)];
    expect(fixedUsd(three) - fixedUsd(two)).toBeCloseTo(usdOf('secrets', 1), 9);
    expect({ ...three, secrets: two.secrets }).toEqual(two);
    // The second one brings an alarm with it: a silent tenant is not seen in what the other counts.
    expect(two.alarms).toBe(one.alarms + 1);
  });

  it('costs the same however many tenants there are, but for their secrets', () => {
    expect(inventoryOf(100, 1)).toEqual({ ...inventoryOf(2, 1), secrets: 101 });
  });

  it('is what docs/cost.md says', () => {
    const page = readFileSync('docs/cost.md', 'utf8');
    const [, row = ''] = page.split('\n| metrics that alarms compare |');
    const [before, , , , now] = row.split(' | ').map((cell) => cell.trim());
    expect([before, now]).toEqual([String(BEFORE.alarms), String(one.alarms)]);
  });
});
