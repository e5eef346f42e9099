import { clientsEnvironment, readEnvironment } from '../../runtime/environment/environment.ts';
import { ProblemError, problem } from '../problems/problem.ts';
import type { GatewayEvent } from '../requests/api-event.ts';
import { CLIENT_PREFIX } from '../roles/roles.ts';
import { CLIENT_PARAMETER } from '../routes/queries.ts';
import { givenTo } from './groups.ts';

/** Characters of a refused name that are repeated. */
const MAX_SEEN_CHARACTERS = 40;

const { CLIENT_ID: CLIENTS } = readEnvironment(clientsEnvironment);

/**
 * The client that a request is about: the one it names, or the first that the caller may see. In a deployment
 * of one client that is everybody's. With several it takes a group `client:NAME` (a program: the scope
 * `sluice/client:NAME`) for each; what somebody may not see and what does not exist are answered alike.
 */
export function selectClient(event: GatewayEvent, clients: readonly string[] = CLIENTS): string {
  const visible = clients.length === 1 ? clients : visibleTo(event, clients);
  const [first] = visible;
  const wanted = event.queryStringParameters?.[CLIENT_PARAMETER];
  const chosen = wanted === undefined ? first : visible.find((name) => name === wanted);
  if (chosen !== undefined) return chosen;
  const accepted =
    visible.length === 0 ? 'nothing: no client was given to you' : visible.join(', ');
  const seen = (wanted ?? 'nothing').slice(0, MAX_SEEN_CHARACTERS);
  throw new ProblemError(
    problem('client-refused', {
      detail: 'An administrator puts people into the groups of their clients.',
      fields: [{ field: CLIENT_PARAMETER, seen, accepted }],
    }),
  );
}

/** The event as a handler gets it: the client is beside the parameters, and no longer one of them. */
export function withClient<E extends GatewayEvent>(
  event: E,
  client: string,
): E & { readonly client: string } {
  const { queryStringParameters: parameters } = event;
  if (parameters?.[CLIENT_PARAMETER] === undefined) return { ...event, client };
  const { [CLIENT_PARAMETER]: _, ...others } = parameters;
  return { ...event, client, queryStringParameters: others };
}

function visibleTo(event: GatewayEvent, clients: readonly string[]): readonly string[] {
  const given = givenTo(event);
  return clients.filter((client) => given.has(`${CLIENT_PREFIX}${client}`));
}
