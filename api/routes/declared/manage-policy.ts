import { POLICY_ID } from '../../requests/path-parameters.ts';
import { DECIDERS, EVERYBODY, KEEPERS, SETTLERS, TREASURERS } from '../../roles/role-groups.ts';
import { calendarBody } from '../calendar.ts';
import { declare } from '../declare.ts';
import { manualRateBody } from '../manual-rate.ts';
import { matchingRuleBody } from '../matching-rule.ts';
import { noQuery } from '../no-query.ts';
import {
  accountBody,
  changeApprovalBody,
  changeDeclineBody,
  controlsBody,
  resumptionBody,
  webhookBody,
} from '../policy.ts';
import { rearmingBody } from '../rearming.ts';
import { sweepRuleBody } from '../sweep-rule.ts';

const path = { id: POLICY_ID };
const replaced = { roles: TREASURERS, path, ifMatch: 'version' } as const;

/** Where events go is no question of money: those who run the system ask as well. */
const webhookReplaced = { ...replaced, roles: KEEPERS } as const;

export const MANAGE_POLICY = declare('manage-policy', {
  'POST /v1/sweep-rules': { roles: TREASURERS, body: sweepRuleBody },
  'PUT /v1/sweep-rules/{id}': { ...replaced, body: sweepRuleBody },
  'DELETE /v1/sweep-rules/{id}': replaced,
  'POST /v1/accounts': { roles: TREASURERS, body: accountBody },
  'PUT /v1/accounts/{id}': { ...replaced, body: accountBody },
  'DELETE /v1/accounts/{id}': replaced,
  'POST /v1/calendars': { roles: TREASURERS, body: calendarBody },
  'PUT /v1/calendars/{id}': { ...replaced, body: calendarBody },
  'DELETE /v1/calendars/{id}': replaced,
  'POST /v1/webhooks': { roles: KEEPERS, body: webhookBody },
  'PUT /v1/webhooks/{id}': { ...webhookReplaced, body: webhookBody },
  'DELETE /v1/webhooks/{id}': webhookReplaced,
  'POST /v1/manual-rates': { roles: TREASURERS, body: manualRateBody },
  'PUT /v1/manual-rates/{id}': { ...replaced, body: manualRateBody },
  'DELETE /v1/manual-rates/{id}': replaced,
  'POST /v1/matching-rules': { roles: TREASURERS, body: matchingRuleBody },
  'PUT /v1/matching-rules/{id}': { ...replaced, body: matchingRuleBody },
  'DELETE /v1/matching-rules/{id}': replaced,
  'PUT /v1/controls': { roles: KEEPERS, ifMatch: 'version', body: controlsBody },
  'POST /v1/controls/resume': { roles: KEEPERS, ifMatch: 'generation', body: resumptionBody },
  'POST /v1/controls/raise-format': { roles: KEEPERS, ifMatch: 'version' },
  'POST /v1/changes/{id}/approve': {
    roles: DECIDERS,
    path,
    body: changeApprovalBody,
    recentSignIn: 'always',
  },
  'POST /v1/changes/{id}/decline': { roles: DECIDERS, path, body: changeDeclineBody },
  'POST /v1/changes/{id}/cancel': { roles: KEEPERS, path },
  'GET /v1/lanes/rearm': { roles: EVERYBODY, query: noQuery },
  'POST /v1/lanes/rearm': {
    roles: SETTLERS,
    ifMatch: 'digest',
    body: rearmingBody,
    recentSignIn: 'always',
  },
});
