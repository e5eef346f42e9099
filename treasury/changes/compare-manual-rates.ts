import type { ManualRateDraft } from '../policy/manual-rate-schema.ts';
import { type Compare, fieldsOf } from './field-change.ts';
import { anyChange, anyName } from './field-comparators.ts';

const VALUES = 'is another: reports are valued by it';

/** The differences between two versions of a manual rate: another person agrees to each, since each changes reports. */
export const compareManualRates: Compare<ManualRateDraft> = fieldsOf<ManualRateDraft>({
  id: anyChange('is another'),
  label: anyName('is another: reports name the rate by it'),
  currency: anyChange(VALUES),
  in: anyChange(VALUES),
  rate: anyChange(VALUES),
  from: anyChange(VALUES),
  until: anyChange(VALUES),
  source: anyName('is another: whoever checks the rate looks there'),
});
