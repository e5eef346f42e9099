import * as z from 'zod';
import { BUDGET_HEARD_FROM } from '../../runtime/observability/metrics.ts';

/**
 * Hours after which a blocked currency wakes the person on call. Four: longer than any quarantine of an ordinary
 * setting, shorter than a working day.
 */
const DEFAULT_BLOCKED_HOURS = 4;
/** CloudWatch evaluates on every tick; a person has noticed a currency that is blocked for a week longer than that. */
const MAX_BLOCKED_HOURS = 168;
/** Percent of a rolling limit that is near enough to its end to decide what to do. */
const DEFAULT_BUDGET_PERCENT = 90;

const HOURS = `a whole number of hours from 1 to ${MAX_BLOCKED_HOURS}`;
const PERCENT = `a whole number of percent from ${BUDGET_HEARD_FROM} to 100`;

/** When the person on call is woken, as far as that is a matter of taste. */
export const alarmSettings = z
  .strictObject({
    blockedHours: z.int({ error: HOURS }).min(1, HOURS).max(MAX_BLOCKED_HOURS, HOURS),
    budgetPercent: z.int({ error: PERCENT }).min(BUDGET_HEARD_FROM, PERCENT).max(100, PERCENT),
  })
  .default({ blockedHours: DEFAULT_BLOCKED_HOURS, budgetPercent: DEFAULT_BUDGET_PERCENT });

/** As in the link to the channel, percent-encoded: CloudFormation takes no other form. */
const TEAMS_CHANNEL = /^[\w\-=+/.,]*%3[aA][\w\-=+/.,]*%40[\w\-=+/.,]*$/;

const emailAddress = z.email({ error: 'an e-mail address' });

/** A channel of the company's chat, as AWS Chatbot knows it; the workspace was connected to the account once,
 * by hand, in its console. No address with a secret in it is involved. */
const chatChannel = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({
      kind: z.literal('slack'),
      workspaceId: z.string().regex(/^[A-Z0-9]{1,255}$/, 'an id such as "T07EXAMPLE"'),
      channelId: z.string().regex(/^[A-Za-z0-9]{1,256}$/, 'an id such as "C07EXAMPLE"'),
    }),
    z.strictObject({
      kind: z.literal('teams'),
      tenantId: z.uuid({ error: "the tenant's id" }),
      teamId: z.uuid({ error: "the team's id" }),
      channelId: z
        .string()
        .regex(TEAMS_CHANNEL, "the channel's id as its link has it: 19%3A...%40thread.tacv2"),
    }),
  ],
  { error: 'a channel of kind "slack" or "teams"' },
);

/** The recipients of notifications, and the channel. None is a choice as well, for a stage without an operator. */
export const notifications = z
  .strictObject({
    emails: z.array(emailAddress, { error: 'a list of e-mail addresses' }),
    chat: z.array(chatChannel, { error: 'a list of channels' }),
  })
  .default({ emails: [], chat: [] });

export type ChatChannel = z.infer<typeof chatChannel>;
