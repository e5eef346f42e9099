/** Every bound the client works within. Times in milliseconds of the real clock. */
export interface ServiceLimits {
  readonly connectTimeoutMs: number;
  readonly headersTimeoutMs: number;
  readonly readTimeoutMs: number;
  readonly writeTimeoutMs: number;
  readonly maxAnswerBytes: number;
  readonly maxReadAttempts: number;
  readonly readBudgetMs: number;
}

export const SERVICE_LIMITS: ServiceLimits = {
  /** Look-up, connection and TLS together. Three round trips around the globe take one second; a
   * POST must begin within ten seconds of its claim. */
  connectTimeoutMs: 4_000,
  /**
   * From the last byte of a request to the end of the answer's headers: Sluice stops waiting for a service that takes
   * longer over a POST, and the outcome is then unknown.
   */
  headersTimeoutMs: 25_000,
  /** One attempt of a read, as a whole. A read costs nothing to repeat, so it is cut short early. */
  readTimeoutMs: 8_000,
  /** A POST after its connection stood, as a whole. With the ten seconds of the claim it leaves a
   * third of the function's minute for recording what became of it. */
  writeTimeoutMs: 30_000,
  /** A thousand balances take 100 kB, ten thousand prices 600 kB. More is no answer of this service. */
  maxAnswerBytes: 2 * 1024 * 1024,
  /** One attempt, one more for a broken connection, two more for a service that is restarting. */
  maxReadAttempts: 4,
  /** All attempts of a read with the waits between them: two reads fit into a function's minute. */
  readBudgetMs: 20_000,
};

/** Bytes of headers in an answer. Node.js's own default, said here so that no flag changes it. */
export const MAX_HEADER_BYTES = 16 * 1024;

/** Waits between two attempts of a read, from the first, doubled each time. Half a second outlives a reset; beyond the
 * longest of our own choice the service may ask for more with Retry-After. */
export const RETRY_DELAY = { firstMs: 500, maximumMs: 4_000 } as const;
