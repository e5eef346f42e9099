/** Binary attributes are bytes from the SDK, and base64 in the events of streams. */
export function bytesOf(attribute: Uint8Array | string): Uint8Array {
  return typeof attribute === 'string' ? Buffer.from(attribute, 'base64') : attribute;
}

/** The same of an attribute as it was read. @throws Error if there is none: `what` names the missing content. */
export function packedBytes(attribute: unknown, what: string): Uint8Array {
  if (attribute instanceof Uint8Array || typeof attribute === 'string') return bytesOf(attribute);
  throw new Error(`the packed ${what} are missing`);
}
