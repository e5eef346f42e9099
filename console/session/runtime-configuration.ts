import * as z from 'zod/mini';

/** What the stage tells its console: one build serves every stage. */
export const runtimeConfiguration = z.object({
  /** Name of the stage, shown on every screen. */
  stage: z.string(),
  apiUrl: z.url(),
  issuer: z.url(),
  clientId: z.string(),
  scope: z.optional(z.string()),
  /** The built-in people of a local stack, to change between them with one click. */
  people: z.optional(
    z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        roles: z.array(z.string()),
        description: z.optional(z.string()),
      }),
    ),
  ),
});

export type RuntimeConfiguration = z.infer<typeof runtimeConfiguration>;

/** Where every stage serves it, beside index.html. */
const ADDRESS = '/config.json';

/** @throws an Error in one sentence, for the page that stands in for the console then. */
export async function readRuntimeConfiguration(): Promise<RuntimeConfiguration> {
  // As index.html asks for it ahead; no cache keeps it, by the headers that it comes with.
  const response = await fetch(ADDRESS);
  if (!response.ok) throw new Error(`${ADDRESS} was answered with ${response.status}`);
  const parsed = runtimeConfiguration.safeParse(await response.json());
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Error(`${ADDRESS}: ${issue?.path.join('.')}: ${issue?.message}`);
}
