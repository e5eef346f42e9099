import type { Mac } from './seal.ts';

/** Makes MACs: only the deciding functions have it. Throws if no MAC can be made: nothing is written then. */
export interface Sealer {
  readonly seal: (digest: Uint8Array) => Promise<Mac>;
}

export type Validity = 'valid' | 'invalid';

/**
 * Says whether a MAC stands for a digest. A key that is not on the list of accepted ones makes nothing valid. Throws
 * if that cannot be determined: no response is neither of the two.
 */
export interface SealVerifier {
  readonly verify: (digest: Uint8Array, mac: Mac) => Promise<Validity>;
}

/** Both: deciding functions verify the basis of a decision before they seal the decision. */
export type Seals = Sealer & SealVerifier;

/** No MAC could be made or verified: the keys are out of reach, slow or denied. Says nothing about any seal. */
export class SealsUnavailableError extends Error {
  override readonly name = 'SealsUnavailableError';
}
