import type { components } from '@sluice/client';

type UsedRate = components['schemas']['UsedManualRate'];

/** By which rates of people values came about: "Valued with manual rate chf version 1 (1 CHF = 1.13 USD)." Null without any. */
export function valuedWith(rates: readonly UsedRate[]): string | null {
  if (rates.length === 0) return null;
  const named = rates.map(
    ({ id, version, currency, rate, in: into }) =>
      `manual rate ${id} version ${version} (1 ${currency} = ${rate} ${into})`,
  );
  return `Valued with ${named.join(', ')}.`;
}
