import type { ServiceToken } from '../service-token.ts';
import type { Probe } from './probe-token.ts';
import {
  CURRENT,
  PENDING,
  PREVIOUS,
  type SecretFailure,
  type SecretVersion,
  type SecretVersions,
} from './secret-versions.ts';

export interface TokenPorts {
  readonly versions: SecretVersions;
  readonly probe: (token: ServiceToken) => Promise<Probe>;
  /** A new, unique id for a version: 32 to 64 characters. */
  readonly newVersionId: () => string;
}

export type TokenChangeFailureCode =
  | SecretFailure['code']
  | Extract<Probe, { ok: false }>['code']
  /** The secret holds a token already: it is rotated, not filled. */
  | 'already-filled'
  /** The secret holds no token yet: it is filled, not rotated. */
  | 'not-filled'
  | 'no-previous';

/** The result of changing the token. Unless it is ok, AWSCURRENT is where it was. */
export type TokenChange =
  | {
      readonly ok: true;
      readonly result: 'filled' | 'rotated' | 'gone-back' | 'already-current' | 'already-back';
      /** The version that functions read from now on. */
      readonly current: string;
      readonly previous: string | null;
      /** Of the balances that the service showed for the token; null if it was not asked. */
      readonly currencies: readonly string[] | null;
    }
  | {
      readonly ok: false;
      readonly code: TokenChangeFailureCode;
      readonly reason: string;
      readonly current: string | null;
    };

/**
 * Puts the first token into an empty secret, once the service has taken it. The first version of a secret is current
 * whatever it is put as, so here the service is asked first.
 */
export async function fillToken(ports: TokenPorts, token: ServiceToken): Promise<TokenChange> {
  const now = await currentVersions(ports);
  if (!now.ok) return now.failure;
  const { current } = now;
  if (current !== null) {
    const held = await ports.versions.token(current.id);
    if (held.ok && held.value.equals(token)) return alreadyCurrent(ports, now, current);
    const reason = `the secret holds a token since ${current.createdAt ?? 'before'}; to replace it: token rotate`;
    return { ok: false, code: 'already-filled', reason, current: current.id };
  }
  const probe = await ports.probe(token);
  if (!probe.ok) return failed(probe, null);
  const id = ports.newVersionId();
  const put = await ports.versions.put(id, token, CURRENT);
  if (!put.ok) return failed(put, null);
  const { currencies } = probe;
  return { ok: true, result: 'filled', current: id, previous: null, currencies };
}

/**
 * Replaces the token: stored as pending, shown to the service, and made current only if the service takes it, on
 * condition that no other run did so meanwhile. Broken off anywhere, it can be run again: a token that is pending
 * already is not put again, and one that is current already is left.
 */
export async function rotateToken(ports: TokenPorts, token: ServiceToken): Promise<TokenChange> {
  const now = await currentVersions(ports);
  if (!now.ok) return now.failure;
  const { current, pending } = now;
  if (current === null) {
    const reason = 'the secret holds no token yet; to put the first one: token fill';
    return { ok: false, code: 'not-filled', reason, current: null };
  }
  const held = await ports.versions.token(current.id);
  if (held.ok && held.value.equals(token)) return alreadyCurrent(ports, now, current);
  // A current version that is no token is replaced like any other.
  if (!held.ok && held.code !== 'not-a-token') return failed(held, current.id);

  const stored = await storePending(ports, pending, token);
  if (!stored.ok) return failed(stored, current.id);
  const next = stored.value;
  const read = await ports.versions.token(next);
  if (!read.ok) return failed(read, current.id);
  const probe = await ports.probe(read.value);
  if (!probe.ok) {
    // A token that the service refuses is no candidate any more; one that it gave no verdict on still is.
    if (probe.code === 'token-refused') await ports.versions.move(PENDING, next);
    return failed(probe, current.id);
  }
  const moved = await makeCurrent(ports, current.id, next);
  if (moved !== null) return moved;
  // If this write is lost, a later run takes it off.
  await ports.versions.move(PENDING, next);
  const { currencies } = probe;
  return { ok: true, result: 'rotated', current: next, previous: current.id, currencies };
}

/**
 * Makes the token before the current one current again, if the service still takes it. Once more, it changes nothing:
 * a previous version that is younger than the current one is one that was rolled back already.
 */
export async function goBack(ports: TokenPorts): Promise<TokenChange> {
  const now = await currentVersions(ports);
  if (!now.ok) return now.failure;
  const { current, previous } = now;
  if (current === null || previous === null) {
    const reason = 'the secret has no token before the current one';
    return { ok: false, code: 'no-previous', reason, current: current?.id ?? null };
  }
  if ((previous.createdAt ?? '') > (current.createdAt ?? '')) {
    const versions = { current: current.id, previous: previous.id };
    return { ok: true, result: 'already-back', ...versions, currencies: null };
  }
  const read = await ports.versions.token(previous.id);
  if (!read.ok) return failed(read, current.id);
  const probe = await ports.probe(read.value);
  if (!probe.ok) return failed(probe, current.id);
  const moved = await makeCurrent(ports, current.id, previous.id);
  if (moved !== null) return moved;
  const versions = { current: previous.id, previous: current.id };
  return { ok: true, result: 'gone-back', ...versions, currencies: probe.currencies };
}

interface CurrentVersions {
  readonly current: SecretVersion | null;
  readonly pending: SecretVersion | null;
  readonly previous: SecretVersion | null;
}

type CurrentVersionsResult =
  | ({ readonly ok: true } & CurrentVersions)
  | { readonly ok: false; readonly failure: TokenChange };

async function currentVersions({ versions }: TokenPorts): Promise<CurrentVersionsResult> {
  const listed = await versions.list();
  if (!listed.ok) return { ok: false, failure: failed(listed, null) };
  const at = (stage: string) => listed.value.find(({ stages }) => stages.includes(stage)) ?? null;
  return { ok: true, current: at(CURRENT), pending: at(PENDING), previous: at(PREVIOUS) };
}

/** Also the end of a run that broke off between its last two steps. */
async function alreadyCurrent(
  { versions }: TokenPorts,
  { pending, previous }: CurrentVersions,
  current: SecretVersion,
): Promise<TokenChange> {
  if (pending?.id === current.id) await versions.move(PENDING, current.id);
  return {
    ok: true,
    result: 'already-current',
    current: current.id,
    previous: previous?.id ?? null,
    currencies: null,
  };
}

/** The id of a pending version that holds the token: the one that is there, or a new one. */
async function storePending(
  { versions, newVersionId }: TokenPorts,
  pending: SecretVersion | null,
  token: ServiceToken,
): Promise<{ readonly ok: true; readonly value: string } | SecretFailure> {
  if (pending !== null) {
    const held = await versions.token(pending.id);
    if (held.ok && held.value.equals(token)) return { ok: true, value: pending.id };
    if (!held.ok && held.code !== 'not-a-token') return held;
  }
  const id = newVersionId();
  const put = await versions.put(id, token, PENDING);
  return put.ok ? { ok: true, value: id } : put;
}

/** Null if it is done. A move that is repeated by the SDK fails on its own success: look before. */
async function makeCurrent(
  ports: TokenPorts,
  from: string,
  to: string,
): Promise<TokenChange | null> {
  const moved = await ports.versions.move(CURRENT, from, to);
  if (moved.ok) return null;
  const now = await currentVersions(ports);
  if (now.ok && now.current?.id === to) return null;
  return failed(moved, now.ok ? (now.current?.id ?? null) : from);
}

function failed(
  { code, reason }: { readonly code: TokenChangeFailureCode; readonly reason: string },
  current: string | null,
): TokenChange {
  return { ok: false, code, reason, current };
}
