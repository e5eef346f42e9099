import type { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { createTokenSource, type TokenSource } from '../../adapters/secrets/token-source.ts';
import { CANARY_TOKEN } from '../canary/canary.ts';
import type { Invocation } from './invocation.ts';
import type { World } from './world.ts';

/** What every token of every world holds; nothing that is stored, answered or traced ever does. */
export const CANARY = CANARY_TOKEN;

/** The secret with the service's token, and which tokens the service takes. */
export class SecretStore {
  #rotations = 0;
  #current = tokenText(0);
  #accepted: readonly string[] = [this.#current];

  get current(): string {
    return this.#current;
  }

  accepts(token: string): boolean {
    return this.#accepted.includes(token);
  }

  /** A new token; the one before goes on working. */
  rotate(): void {
    const before = this.#current;
    this.#rotations += 1;
    this.#current = tokenText(this.#rotations);
    this.#accepted = [before, this.#current];
  }

  /** From now on the service takes the newest token only. */
  revokeOld(): void {
    this.#accepted = [this.#current];
  }

  /** The service takes no known token, until the next rotation. */
  revokeAll(): void {
    this.#accepted = [];
  }
}

function tokenText(rotation: number): string {
  return `${CANARY}-${rotation}`;
}

/** The project's own token source, with this world's secret behind it: one for each container. */
export function tokenSourceFor(world: World, invocation: () => Invocation): TokenSource {
  const send = async () => {
    if (world.random.chance(world.faultProfile.store / 2)) {
      world.coverage.fault('no token');
      await invocation().pause(50);
      const error = new Error('the secret is not to be had');
      error.name = 'InternalServiceError';
      throw error;
    }
    return await invocation().call('reads the secret', false, () => ({
      SecretString: world.secrets.current,
    }));
  };
  const client = { send } as unknown as Pick<SecretsManagerClient, 'send'>;
  return createTokenSource({ client, secretId: 'token', now: () => invocation().now() });
}
