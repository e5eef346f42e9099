import * as z from 'zod/mini';
import { sweepRuleDraft } from '../../treasury/policy/policy-schema.ts';

/** The body of POST and PUT of a rule: whole, as a policy file has it. */
export const sweepRuleBody = sweepRuleDraft
  .clone()
  .register(z.globalRegistry, { id: 'SweepRuleBody' });
