import type { SharedName } from '../../../counters/counter.ts';
import type { UnknownBound } from '../../unknown-bound.ts';
import { ofPrices } from '../said.ts';
import { asPart, partsOf } from '../sentence.ts';
import { TEXTS } from './languages.ts';
import { textOf } from './sayer.ts';

/** Why nothing that rests on a price can be told: one sentence. */
export const sayNoPrice = textOf((why: UnknownBound, language) =>
  partsOf(ofPrices(TEXTS[language].prices, why).refused),
);

/** The same within another sentence. */
export const sayUnknown = textOf((why: UnknownBound, language) =>
  asPart(ofPrices(TEXTS[language].prices, why).refused),
);

/** Counts that several currencies share cannot be read, so whatever counts there waits. */
export const sayCountsUnreadable = textOf((counts: SharedName, language) =>
  partsOf(ofPrices(TEXTS[language].prices, { code: 'counts-unreadable', counts }).refused),
);
