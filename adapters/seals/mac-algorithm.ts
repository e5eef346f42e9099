/** How seals are made: SHA-256 is their digest as well. Roles may use the keys for nothing else. */
export const MAC_ALGORITHM = 'HMAC_SHA_256';
