/** Seconds from the claim within which sending may begin. Long enough for a client to reach the service
 * and for a slow write, short enough that the balances the claim was decided on are still those. */
export const SEND_WINDOW_SECONDS = 10;

/** Seconds that the functions which send may run at all; the stacks give them exactly this timeout.
 * Three readings of the balances (20 s each with retries), one sending (30 s) and its recording fit. An
 * invocation claims after it began, so beyond sendBy by this much none is alive that could record. */
export const SENDER_TIMEOUT_SECONDS = 120;

/**
 * Seconds that a sender has left when it begins with another instruction of the same delivery: what one send takes at the
 * worst, its three readings, its sending and its recording. A sender that ends in the middle leaves an unknown outcome.
 */
export const SECONDS_FOR_ANOTHER_SEND = 100;

/**
 * How often a claim is decided again after another writer came in between: each time on fresh balances. Three
 * collisions in one invocation mean a busy lane; the watchdog tries again.
 */
export const MAX_CLAIM_ATTEMPTS = 3;

/**
 * How often a claim is written again if its only obstacle was a claim of another currency that counts against the
 * same tiers of approvals. One of the colliding claims always succeeds: twice as many senders at once as a stage has.
 * The basis of the decision is unchanged, so no balance is read again.
 * The same number of times a claim is decided again, on fresh balances, that met one under the same floor or limit.
 */
export const MAX_ROOM_ATTEMPTS = 10;

/** How often the recording of an outcome is tried. The money has moved by then: giving up early only
 * turns knowledge into an unknown, so this is generous within the function's timeout. */
export const MAX_CONCLUDE_ATTEMPTS = 8;

/** First pause between two of those attempts, doubled each time up to the longest: eight seconds
 * together, in which a throttled table recovers, and a fraction of the function's timeout. */
export const CONCLUDE_PAUSE = { firstMs: 100, maximumMs: 2_000 } as const;
