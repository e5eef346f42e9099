import { readEnvironment, tenantsEnvironment } from '../../runtime/environment/environment.ts';
import { ProblemError, problem } from '../problems/problem.ts';
import type { GatewayEvent } from '../requests/api-event.ts';
import { TENANT_PREFIX } from '../roles/roles.ts';
import { TENANT_PARAMETER } from '../routes/no-query.ts';
import { givenTo } from './groups.ts';

/** Characters of a refused name that are repeated. */
const MAX_SEEN_CHARACTERS = 40;

const { TENANTS } = readEnvironment(tenantsEnvironment);

/**
 * The tenant of a request: the one it names, or the first that the caller may see. In a deployment of one tenant
 * every caller may see it. With several it takes a group `tenant:NAME` (a program: the scope `sluice/tenant:NAME`)
 * for each; a tenant that the caller may not see and one that does not exist get the same response.
 */
export function selectTenant(event: GatewayEvent, tenants: readonly string[] = TENANTS): string {
  const visible = visibleTenants(event, tenants);
  const [first] = visible;
  const wanted = event.queryStringParameters?.[TENANT_PARAMETER];
  const chosen = wanted === undefined ? first : visible.find((name) => name === wanted);
  if (chosen !== undefined) return chosen;
  const accepted =
    visible.length === 0 ? 'nothing: no tenant was given to you' : visible.join(', ');
  const seen = (wanted ?? 'nothing').slice(0, MAX_SEEN_CHARACTERS);
  throw new ProblemError(
    problem('tenant-refused', {
      detail: 'An administrator puts people into the groups of their tenants.',
      fields: [{ field: TENANT_PARAMETER, seen, accepted }],
    }),
  );
}

/** The tenants that the caller may see, the one that is meant by default first. */
export function visibleTenants(
  event: GatewayEvent,
  tenants: readonly string[] = TENANTS,
): readonly string[] {
  return tenants.length === 1 ? tenants : visibleTo(event, tenants);
}

/** The event as a handler gets it: the tenant is beside the parameters, and no longer one of them. */
export function withTenant<E extends GatewayEvent>(
  event: E,
  tenant: string,
): E & { readonly tenant: string } {
  const { queryStringParameters: parameters } = event;
  if (parameters?.[TENANT_PARAMETER] === undefined) return { ...event, tenant };
  const { [TENANT_PARAMETER]: _, ...others } = parameters;
  return { ...event, tenant, queryStringParameters: others };
}

function visibleTo(event: GatewayEvent, tenants: readonly string[]): readonly string[] {
  const given = givenTo(event);
  return tenants.filter((tenant) => given.has(`${TENANT_PREFIX}${tenant}`));
}
