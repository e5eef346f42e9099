import * as z from 'zod/mini';

/*
 * The questions that the deployer of a stage asks its functions, beside their purpose: by a direct invocation, and by
 * nothing else. Events of the API, a stream, a bus or a schedule have other fields, and none of these.
 */

/** Exactly these fields: an event with any other one is not a diagnosis. Made where one is asked: few starts see any. */
export function diagnosisEvent() {
  const tenant = z.string().check(z.minLength(1), z.maxLength(100));
  return z.discriminatedUnion('diagnosis', [
    z.strictObject({ diagnosis: z.literal('init') }),
    z.strictObject({ diagnosis: z.literal('mixed-transaction'), tenant }),
    z.strictObject({ diagnosis: z.literal('missing-object'), tenant }),
  ]);
}
export type DiagnosisEvent = z.infer<ReturnType<typeof diagnosisEvent>>;

/** For the deployer, who reads it: no function does. */
export function diagnosisAnswer() {
  /** A write that cannot happen, and AWS's reply to it. */
  const probe = z.discriminatedUnion('result', [
    /** Permitted, and kept out by its own condition. */
    z.object({ what: z.string(), result: z.literal('refused-by-its-condition') }),
    z.object({ what: z.string(), result: z.literal('denied'), message: z.string() }),
    z.object({ what: z.string(), result: z.literal('failed'), message: z.string() }),
  ]);
  return z.discriminatedUnion('diagnosis', [
    z.object({
      diagnosis: z.literal('init'),
      name: z.string(),
      stage: z.string(),
      version: z.string(),
      node: z.string(),
      initMs: z.number(),
    }),
    z.object({ diagnosis: z.literal('mixed-transaction'), probes: z.array(probe) }),
    z.object({ diagnosis: z.literal('missing-object'), status: z.number() }),
    z.object({ diagnosis: z.literal('none'), asked: z.string() }),
  ]);
}
export type DiagnosisAnswer = z.infer<ReturnType<typeof diagnosisAnswer>>;

const SENDS = { puts: ['lane', 'halt'], checks: ['policy', 'halt'], updates: ['halt'] } as const;

/**
 * By function, each that puts entries into the audit log: the items that it puts and rests on in a transaction with
 * one (items of the ledger, the kill switch), and those that it updates, each in a request of its own. A test checks
 * it against the roles.
 */
export const MIXED_WRITES = {
  'update-books': { puts: ['break'], checks: ['matching-rule'], updates: [] },
  halt: { puts: ['halt'], checks: [], updates: ['halt', 'denials'] },
  'manage-breaks': { puts: ['break'], checks: [], updates: ['denials'] },
  'manage-instructions': { puts: ['lane'], checks: ['policy', 'halt'], updates: ['denials'] },
  'manage-policy': { puts: ['change', 'halt'], checks: [], updates: ['halt', 'denials'] },
  'manage-webhooks': { puts: ['secret'], checks: [], updates: ['denials'] },
  'queue-deliveries': { puts: ['webhook'], checks: [], updates: [] },
  'place-trade': { ...SENDS, updates: ['halt', 'denials'] },
  'send-trade': SENDS,
  'send-withdrawal': SENDS,
  'settle-instruction': { puts: ['lane', 'halt'], checks: [], updates: ['halt', 'denials'] },
  watchdog: { puts: ['lane', 'halt'], checks: [], updates: ['halt'] },
} as const;

/** Functions that read objects which may not be there: such an object is absent, and never denied. */
export const OBJECT_READERS = ['export-analytics', 'read-export', 'write-export'] as const;

/**
 * The event by which a deployment proves that notices arrive: of a source of its own, so that subscribers to the
 * treasury's events do not receive it.
 */
export const VERIFICATION_EVENT = {
  source: 'sluice.verification',
  type: 'com.sluice.deployment.verified',
  /** Name of the rule, after the stage's prefix. */
  ruleName: 'deployment-verified',
} as const;

/** Every function of a stage with all its parts, by the name that it logs under. */
export const DEPLOYED_FUNCTIONS = [
  'deliver-webhooks',
  'deploy-console',
  'export-analytics',
  'halt',
  'update-books',
  'manage-breaks',
  'manage-instructions',
  'manage-policy',
  'manage-webhooks',
  'place-trade',
  'preview-policy',
  'publish-events',
  'query-reports',
  'queue-deliveries',
  'read-export',
  'query-market',
  'query-ledger',
  'run-sweeps',
  'send-trade',
  'send-withdrawal',
  'settle-instruction',
  'take-snapshot',
  'verify-audit',
  'watchdog',
  'write-export',
] as const;
