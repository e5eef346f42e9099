import * as z from 'zod/mini';
import {
  controlsReplacement,
  registeredAccountDraft,
} from '../../treasury/policy/policy-schema.ts';
import { webhookDraft } from '../../treasury/policy/webhook-schema.ts';
import { comment, currency } from './decision-fields.ts';

/** The bodies of POST and PUT: an account, a webhook, the controls; each whole. */
export const accountBody = registeredAccountDraft
  .clone()
  .register(z.globalRegistry, { id: 'AccountBody' });
export const webhookBody = webhookDraft.clone().register(z.globalRegistry, { id: 'WebhookBody' });
export const controlsBody = controlsReplacement
  .clone()
  .register(z.globalRegistry, { id: 'ControlsBody' });

/** The body of POST /v1/controls/resume: another person has to agree. Its If-Match names the halt. */
export const resumptionBody = z.strictObject({
  comment,
  currency: z.exactOptional(currency),
  mode: z._default(z.enum(['live', 'dry-run'], { error: 'expected "live" or "dry-run"' }), 'live'),
});

/** The body of POST /v1/changes/{id}/approve. */
export const changeApprovalBody = z.strictObject({ comment: z._default(comment, 'approved') });

/** The body of POST /v1/changes/{id}/decline. */
export const changeDeclineBody = z.strictObject({ comment });
