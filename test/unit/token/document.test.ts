import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Duration } from 'aws-cdk-lib';
import { describe, expect, it } from 'vitest';
import { MIN_FORCED_REFRESH_INTERVAL_MS } from '../../../adapters/secrets/cached-reading.ts';
import { OLD_TOKEN_NEEDED_MS } from '../../../adapters/secrets/rotation/rotation-times.ts';
import { MAX_TOKEN_AGE_MS } from '../../../adapters/secrets/token-source.ts';
import { READ_TIMEOUT, SENDER_TIMEOUT, SNAPSHOT_TIMEOUT } from '../../../lib/limits.ts';
import {
  SEND_WINDOW_SECONDS,
  SENDER_TIMEOUT_SECONDS,
} from '../../../treasury/sending/protocol-limits.ts';

const MINUTE_MS = 60_000;

describe('docs/token.md', () => {
  it('says the times that the constants come to', async () => {
    const file = path.resolve(import.meta.dirname, '../../../docs/token.md');
    const text = (await readFile(file, 'utf8')).replaceAll(/\s+/g, ' ');
    const said = [
      `keeps the token it read for at most ${MAX_TOKEN_AGE_MS / MINUTE_MS} minutes`,
      `runs for at most ${SENDER_TIMEOUT_SECONDS} seconds`,
      `no sooner than ${OLD_TOKEN_NEEDED_MS / MINUTE_MS} minutes after the rotation`,
      `more than every ${MIN_FORCED_REFRESH_INTERVAL_MS / 1_000} seconds`,
      `the POST, at most ${SEND_WINDOW_SECONDS} seconds`,
    ];
    for (const sentence of said) expect(text).toContain(sentence);
  });

  it('rests on the longest timeout of the functions that have the token', () => {
    // Those that the stacks give `serviceEnvironment` to: snapshots, sends, and reads of the service.
    const timeouts: readonly Duration[] = [SNAPSHOT_TIMEOUT, SENDER_TIMEOUT, READ_TIMEOUT];
    const seconds = timeouts.map((timeout) => timeout.toSeconds());
    expect(Math.max(...seconds)).toBe(SENDER_TIMEOUT_SECONDS);
  });
});
