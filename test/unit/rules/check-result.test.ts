import { expect, it } from 'vitest';
import {
  isNoSweepReason,
  NO_SWEEP_REASONS,
  REFUSAL_REASONS,
} from '../../../treasury/decisions/decision.ts';

it('a decision has every reason to refuse but those only an earlier decision runs into', () => {
  expect(REFUSAL_REASONS.filter(isNoSweepReason)).toEqual(NO_SWEEP_REASONS);
  expect(REFUSAL_REASONS.filter((reason) => !isNoSweepReason(reason))).toEqual([
    'rule-changed',
    'split-differs',
    'exceeds-surplus',
    'above-maximum',
    'approval-missing',
    'price-moved',
  ]);
});
