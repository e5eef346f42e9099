/** The one tenant of every world. */
export const TENANT = 'main';
