import { describe, expect, it } from 'vitest';
import { browserForTests, violationsOn } from './console-for-tests.ts';

const { visit, isMissing } = browserForTests();

describe('the forecast', () => {
  it('says what leaves when, what is expected, and keeps the choice in the address', async ({
    skip,
  }) => {
    skip(isMissing());
    const { page } = await visit({ as: 'viewer' });
    await page.getByRole('link', { name: 'Forecast', exact: true }).click();
    await page.getByRole('heading', { name: 'Forecast', level: 1 }).waitFor();
    await page.getByRole('region', { name: 'Rules and their next runs' }).first().waitFor();
    expect(await violationsOn(page)).toEqual([]);
    const compared = page.getByRole('region', { name: 'Forecast and what left', exact: true });
    // A forecast is kept of today only where the stack began within the first hour of the day.
    const ofToday = /35 days,.* 1 day has no whole forecast|36 days,.* Each day has a forecast/;
    await compared.getByText(ofToday).waitFor();
    await compared.getByText(/^Of \d+ amounts on \d+ days, \d+ left as forecast/).waitFor();
    await page.getByRole('switch', { name: 'Expect the movements that the books know' }).click();
    await page.getByRole('heading', { name: 'Movements that are expected' }).waitFor();
    expect(new URL(page.url()).search).toBe('?flows=mean');
    expect(await violationsOn(page)).toEqual([]);
  });
});
