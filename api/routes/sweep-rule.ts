import * as z from 'zod/mini';
import {
  positiveValueLimitBody,
  sweepRuleDraft,
  valueLimitBody,
} from '../../treasury/policy/policy-schema.ts';

/** The body of POST and PUT of a rule: whole, as a policy file has it. */
valueLimitBody.register(z.globalRegistry, { id: 'ValueLimitBody' });
positiveValueLimitBody.register(z.globalRegistry, { id: 'PositiveValueLimitBody' });

export const sweepRuleBody = sweepRuleDraft
  .clone()
  .register(z.globalRegistry, { id: 'SweepRuleBody' });
