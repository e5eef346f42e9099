import * as z from 'zod/mini';
import { CURRENCY_CODE } from '../../treasury/policy/policy-limits.ts';
import {
  controlsReplacement,
  registeredAccountDraft,
  sweepRuleDraft,
} from '../../treasury/policy/policy-schema.ts';

/** Characters of what a person says about a decision: a paragraph with a reference in it. */
const MAX_WORDS_CHARACTERS = 1_000;
const WORDS = `expected 3 to ${MAX_WORDS_CHARACTERS} characters: why`;
const words = z
  .string({ error: WORDS })
  .check(z.trim(), z.minLength(3, WORDS), z.maxLength(MAX_WORDS_CHARACTERS, WORDS));
const currency = z
  .string('expected a currency code')
  .check(z.regex(CURRENCY_CODE, 'expected a currency code in upper case, at most 20 characters'));

/** The bodies of POST and PUT: a rule, an account, the controls, whole, as a policy file has them. */
export const sweepRuleBody = sweepRuleDraft
  .clone()
  .register(z.globalRegistry, { id: 'SweepRuleBody' });
export const accountBody = registeredAccountDraft
  .clone()
  .register(z.globalRegistry, { id: 'AccountBody' });
export const controlsBody = controlsReplacement
  .clone()
  .register(z.globalRegistry, { id: 'ControlsBody' });

/** The body of POST /v1/controls/halt. Without a currency, everything is halted. */
export const haltBody = z.strictObject({ words, currency: z.exactOptional(currency) });

/** The body of POST /v1/controls/resume: another person has to agree. Its If-Match names the halt. */
export const resumptionBody = z.strictObject({
  words,
  currency: z.exactOptional(currency),
  mode: z._default(z.enum(['live', 'dry-run'], { error: 'expected "live" or "dry-run"' }), 'live'),
});

/** The body of POST /v1/changes/{id}/approve. */
export const changeApprovalBody = z.strictObject({ words: z._default(words, 'approved') });

/** The body of POST /v1/changes/{id}/decline. */
export const changeDeclineBody = z.strictObject({ words });
