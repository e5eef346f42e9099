import { vi } from 'vitest';
import { record } from './record.ts';

/** From here on nothing is printed: what would have been is searched for the token, and told when asked for. */
export function recordOutput(): () => string {
  let output = '';
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, 'write').mockImplementation((chunk: unknown) => {
      output += String(chunk);
      record('what the functions write', String(chunk));
      return true;
    });
  }
  return () => output;
}
