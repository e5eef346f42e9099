/** The file in the cache that says which bundle is current, and what it was made of. */
export const MANIFEST = 'bundle.json';
