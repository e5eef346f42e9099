import { INSTRUCTION_ID } from '../../requests/path-parameters.ts';
import { APPROVERS, DECIDERS, TREASURERS } from '../../roles/role-groups.ts';
import { declare } from '../declare.ts';
import { approvalBody, refusalBody, withdrawalBody } from '../instructions.ts';

const path = { id: INSTRUCTION_ID };
const approve = {
  roles: APPROVERS,
  path,
  ifMatch: 'digest',
  body: approvalBody,
  recentSignIn: 'above-limit',
} as const;
const decline = { roles: APPROVERS, path, body: refusalBody } as const;
const cancel = { roles: DECIDERS, path, body: refusalBody } as const;

export const MANAGE_INSTRUCTIONS = declare('manage-instructions', {
  'POST /v1/withdrawals': { roles: TREASURERS, idempotencyKey: true, body: withdrawalBody },
  'POST /v1/withdrawals/{id}/approve': approve,
  'POST /v1/withdrawals/{id}/decline': decline,
  'POST /v1/withdrawals/{id}/cancel': cancel,
  'POST /v1/trades/{id}/approve': approve,
  'POST /v1/trades/{id}/decline': decline,
  'POST /v1/trades/{id}/cancel': cancel,
});
