import * as z from 'zod/mini';

/** The members of a union of the domain as a schema: one more of them, or one fewer, does not compile. */
export function enumOf<Member extends string>(
  members: Readonly<Record<Member, true>>,
): z.ZodMiniType<Member> {
  return z.enum(Object.keys(members) as [Member, ...Member[]]);
}
