import * as z from 'zod/mini';
import { manualRateDraft } from '../../treasury/policy/manual-rate-schema.ts';

/** The body of POST and PUT of a manual rate: whole, as a policy file has it. */
export const manualRateBody = manualRateDraft
  .clone()
  .register(z.globalRegistry, { id: 'ManualRateBody' });
