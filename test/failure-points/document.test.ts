import { describe, expect, it } from 'vitest';
import { CATALOGUE } from './catalogue.ts';
import { documentOf } from './document.ts';
import { identityOf } from './failure-point.ts';

describe('docs/failure-points.md', () => {
  it('is what the catalogue says', async () => {
    await expect(documentOf(CATALOGUE)).toMatchFileSnapshot('../../docs/failure-points.md');
  });
});

describe('the catalogue', () => {
  it('names every point once', () => {
    const identities = CATALOGUE.map(identityOf);
    expect(identities.filter((each, at) => identities.indexOf(each) !== at)).toEqual([]);
  });

  it('shows each failing effect of a withdrawal with and without the effect', () => {
    const twofold = [
      'fetching the secret',
      'reading the balances',
      'the claim',
      'the exchange',
      'a 200',
      'a status',
      'recording the outcome',
    ] as const;
    for (const effect of twofold) {
      const variants = CATALOGUE.filter((each) => each.effect === effect).map(
        (each) => each.variant,
      );
      expect(variants.some((each) => each.startsWith('did not happen'))).toBe(true);
      expect(variants.some((each) => each.startsWith('happened, answer'))).toBe(true);
    }
  });
});
