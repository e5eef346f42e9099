import { useEffect, useState } from 'react';

/** Hexadecimal characters of a digest that is compared by eye: 128 bits, in which no two contents meet by chance. */
const SHOWN_CHARACTERS = 32;

/**
 * The SHA-256 of what a page shows, as the API answered it: two people who print the same see the same digest. Null
 * until it is worked out, and where the browser has no means for it.
 */
export function useDigest(content: object): string | null {
  const text = JSON.stringify(content);
  const [digest, setDigest] = useState<string | null>(null);
  useEffect(() => {
    let isOver = false;
    void digestOf(text).then((worked) => {
      if (!isOver) setDigest(worked);
    });
    return () => {
      isOver = true;
    };
  }, [text]);
  return digest;
}

async function digestOf(text: string): Promise<string | null> {
  // Without https, and not on this machine, a browser has no `subtle`.
  if (!window.isSecureContext) return null;
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  const hex = Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0'));
  return hex.join('').slice(0, SHOWN_CHARACTERS);
}
