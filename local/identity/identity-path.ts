/** The provider's path on the stack's address. */
export const IDENTITY_PATH = '/local/identity';
