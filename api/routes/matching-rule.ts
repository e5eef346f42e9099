import * as z from 'zod/mini';
import { matchingRuleDraft } from '../../treasury/policy/matching-rule-schema.ts';

/** The body of POST and PUT of a matching rule: whole, as a policy file has it. */
export const matchingRuleBody = matchingRuleDraft
  .clone()
  .register(z.globalRegistry, { id: 'MatchingRuleBody' });
