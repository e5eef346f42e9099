import { callerOf, displayNameOf } from '../../api/callers/caller.ts';
import { isPerson } from '../../api/callers/person.ts';
import { rolesOf } from '../../api/callers/roles.ts';
import { visibleTenants } from '../../api/callers/tenant.ts';
import { claimsOf } from '../../api/callers/token.ts';
import { type HttpResponse, json } from '../../api/problems/problem.ts';
import type { ApiEvent } from '../../api/requests/api-event.ts';
import { ACT_ROUTES } from '../../api/responses/inbox-routes.ts';
import type { OperationRoles } from '../../api/roles/operations.ts';
import { type Decider, INBOX_ACTS } from '../../treasury/inbox/inbox-item.ts';
import { readOperations } from './documents.ts';

/** Who calls, and everything that their roles permit, from the declarations of the routes. */
export async function meResponse(event: ApiEvent): Promise<HttpResponse> {
  const operations = await permittedTo(event);
  return json(200, {
    id: callerOf(event),
    kind: kindOf(event),
    name: displayNameOf(event),
    roles: rolesOf(event),
    tenant: event.tenant,
    tenants: visibleTenants(event),
    operations: operations.map(({ operationId }) => operationId),
  });
}

/** The caller as one who might decide: by the roles of the very routes that decide. */
export async function deciderOf(event: ApiEvent): Promise<Decider> {
  const routes = new Set((await permittedTo(event)).map(({ route }) => route));
  const permitted = new Set(INBOX_ACTS.filter((act) => routes.has(ACT_ROUTES[act])));
  return { by: callerOf(event), kind: kindOf(event), may: (act) => permitted.has(act) };
}

function kindOf(event: ApiEvent): 'person' | 'program' {
  return isPerson(claimsOf(event)) ? 'person' : 'program';
}

async function permittedTo(event: ApiEvent): Promise<readonly OperationRoles[]> {
  const held = rolesOf(event);
  return (await readOperations()).filter(({ roles }) => roles.some((role) => held.includes(role)));
}
