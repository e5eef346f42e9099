import { convert } from 'xmlbuilder2';
import * as z from 'zod/mini';
import { CommandError } from '../command-error.ts';
import { AwsRefusal, type StageAws } from './aws.ts';

/** The version of CloudFormation's API. */
const VERSION = '2010-05-15';

/** A list of one item is not a list in XML. */
const listOf = <T>(item: z.ZodMiniType<T>) =>
  z.optional(
    z.union([
      z.pipe(
        item,
        z.transform((one) => [one]),
      ),
      z.array(item),
    ]),
  );

const output = z.object({ OutputKey: z.string(), OutputValue: z.string() });
const described = z.object({
  DescribeStacksResponse: z.object({
    DescribeStacksResult: z.object({
      Stacks: z.object({
        member: z.object({ Outputs: z.optional(z.object({ member: listOf(output) })) }),
      }),
    }),
  }),
});

/** The outputs of a stack by their names; null if there is no such stack. */
export async function stackOutputs(
  { call }: StageAws,
  stackName: string,
): Promise<Readonly<Record<string, string>> | null> {
  const query = new URLSearchParams({
    Action: 'DescribeStacks',
    StackName: stackName,
    Version: VERSION,
  });
  const text = await call({
    service: 'cloudformation',
    method: 'POST',
    path: '/',
    contentType: 'application/x-www-form-urlencoded',
    body: query.toString(),
  }).catch((error: unknown) => {
    if (error instanceof AwsRefusal && /does not exist/.test(error.message)) return null;
    throw error;
  });
  if (text === null) return null;
  const parsed = described.safeParse(convert(text, { format: 'object' }));
  if (!parsed.success) {
    throw new CommandError('cloudformation of AWS gave an answer that cannot be read', {
      exit: 'unreachable',
    });
  }
  const { Outputs } = parsed.data.DescribeStacksResponse.DescribeStacksResult.Stacks.member;
  return Object.fromEntries(
    (Outputs?.member ?? []).map(({ OutputKey, OutputValue }) => [OutputKey, decoded(OutputValue)]),
  );
}

/** The entities of XML itself, which the parser leaves as they stand. */
const ENTITIES = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' } as const;

function decoded(text: string): string {
  return text.replaceAll(
    /&(lt|gt|quot|apos|amp);/g,
    (_, name: keyof typeof ENTITIES) => ENTITIES[name],
  );
}
