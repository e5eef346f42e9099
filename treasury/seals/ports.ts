import type { Mac } from './seal.ts';

/** Makes MACs: the deciding functions have it, and nobody else. Throws where no MAC can be had: nothing is written then. */
export interface Sealer {
  readonly seal: (digest: Uint8Array) => Promise<Mac>;
}

/**
 * Says whether a MAC stands for a digest. A key that is not on the list of accepted ones makes nothing valid. Throws
 * where that cannot be found out: no answer is neither of the two.
 */
export interface SealVerifier {
  readonly verify: (digest: Uint8Array, mac: Mac) => Promise<'valid' | 'invalid'>;
}

/** Both: deciding functions verify what they decide on before they seal what follows from it. */
export type Seals = Sealer & SealVerifier;

/** No MAC could be made or verified: the keys are out of reach, slow or denied. Says nothing about any seal. */
export class SealsUnavailableError extends Error {
  override readonly name = 'SealsUnavailableError';
}
