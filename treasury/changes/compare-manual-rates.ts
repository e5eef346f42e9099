import type { ManualRateDraft } from '../policy/manual-rate-schema.ts';
import { type Compare, fieldsOf } from './field-change.ts';
import { anyChange, anyName } from './field-comparators.ts';

const VALUES = 'other-rate';

/** The differences between two versions of a manual rate: another person agrees to each, since each changes reports. */
export const compareManualRates: Compare<ManualRateDraft> = fieldsOf<ManualRateDraft>({
  id: anyChange('other'),
  label: anyName('other-name-of-rate'),
  currency: anyChange(VALUES),
  in: anyChange(VALUES),
  rate: anyChange(VALUES),
  from: anyChange(VALUES),
  until: anyChange(VALUES),
  source: anyName('other-source-of-rate'),
});
