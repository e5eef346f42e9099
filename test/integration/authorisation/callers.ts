import { ROLES, type Role, SCOPE_PREFIX } from '../../../api/roles/roles.ts';
import type { tokenMaker } from './presented.ts';

/** Tokens of people and of a program, with every role there is unless said otherwise. */
export interface Callers {
  /** A token of its own each time: two of one person are two sessions. */
  readonly person: (name: string, roles?: readonly Role[]) => Promise<string>;
  readonly program: () => Promise<string>;
}

const scopeOf = (roles: readonly Role[]) => roles.map((role) => `${SCOPE_PREFIX}${role}`).join(' ');

interface Served {
  readonly tokens: Awaited<ReturnType<typeof tokenMaker>>;
}

/** Whoever calls the API that is served, with tokens of its issuer. */
export function callersOf(served: () => Served): Callers {
  return {
    person: (name, roles = ROLES) =>
      served().tokens.sign({
        sub: `subject-of-${name}`,
        username: name,
        client_id: served().tokens.clients.person,
        token_use: 'access',
        jti: crypto.randomUUID(),
        scope: scopeOf(roles),
        'cognito:groups': [...roles],
      }),
    program: () => {
      const client = served().tokens.clients.program;
      return served().tokens.sign({
        sub: client,
        client_id: client,
        token_use: 'access',
        scope: scopeOf(ROLES),
        'cognito:groups': [...ROLES],
      });
    },
  };
}
