import * as z from 'zod/mini';

const text = z.string().check(z.minLength(1));

/** What the stack says about the console of its stage: what /config.json says, and whom the page may call. */
export const contentProperties = z.object({
  stage: text,
  apiUrl: z.url(),
  issuer: z.url(),
  clientId: text,
  scope: z.optional(text),
  /** Origins of the issuer's endpoints beside its own. */
  issuerOrigins: z._default(z.array(text), []),
});
export type ContentProperties = z.infer<typeof contentProperties>;

/** What CloudFormation asks of a custom resource. It waits for the answer at ResponseURL, which is a secret until then. */
export const contentRequest = z.object({
  RequestType: z.enum(['Create', 'Update', 'Delete']),
  ResponseURL: z.url(),
  StackId: text,
  RequestId: text,
  LogicalResourceId: text,
  PhysicalResourceId: z.optional(text),
  ResourceProperties: z.looseObject({}),
});
export type ContentRequest = z.infer<typeof contentRequest>;
