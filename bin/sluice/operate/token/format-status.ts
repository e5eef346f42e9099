import type { TokenChange } from '../../../../adapters/secrets/rotation/change-token.ts';
import { OLD_TOKEN_NEEDED_MS } from '../../../../adapters/secrets/rotation/rotation-times.ts';
import type { SecretVersion } from '../../../../adapters/secrets/rotation/secret-versions.ts';
import { MAX_TOKEN_AGE_MS } from '../../../../adapters/secrets/token-source.ts';

const DONE = {
  filled: 'the token is filled',
  rotated: 'the token is rotated',
  'gone-back': 'the token before this one is current again',
  'already-current': 'this token is current already; nothing was changed',
  'already-back': 'the token before this one is current already; nothing was changed',
} as const;

/** The result of a change, for a person. Holds no value, only the ids of versions. */
export function formatChange(outcome: TokenChange & { readonly ok: true }): readonly string[] {
  const { result, current, previous, currencies } = outcome;
  const before = previous === null ? '' : `, before it ${previous}`;
  const lines = [`${DONE[result]}: current is version ${current}${before}`];
  if (currencies !== null) {
    lines.push(`the service took it and showed balances of ${currencies.join(', ') || 'nothing'}`);
  }
  if (result === 'rotated' || result === 'gone-back') {
    const age = minutes(MAX_TOKEN_AGE_MS);
    lines.push(`functions read it within ${age}; revoke the other one no sooner than ${wait()}`);
  }
  return lines;
}

export function formatStatus(
  secret: string,
  versions: readonly SecretVersion[],
): readonly string[] {
  if (versions.length === 0) return [`${secret} holds nothing yet; to fill it: token fill`];
  return [
    secret,
    ...versions.map(
      ({ id, stages, createdAt }) =>
        `  ${id}  ${createdAt ?? 'created at an unknown time'}  ${stages.join(', ')}`,
    ),
  ];
}

function wait(): string {
  return `${minutes(OLD_TOKEN_NEEDED_MS)} from now`;
}

function minutes(ms: number): string {
  return `${Math.ceil(ms / 60_000)} minutes`;
}
