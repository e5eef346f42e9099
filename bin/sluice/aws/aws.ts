import { LambdaClient } from '@aws-sdk/client-lambda';
import { readStage } from '../../../lib/stages/read-stage.ts';
import { type Answer, type Call, signedCalls } from '../../deployment/signed-call.ts';
import { CommandError } from '../command-error.ts';

/** AWS in the region of a stage, with the credentials at hand. Loaded only where a command asks AWS. */
export interface StageAws {
  readonly region: string;
  /** @throws CommandError for a refusal and for no answer, in one line. */
  readonly call: (call: Call) => Promise<string>;
}

const OK = 200;

const SIGN_IN_TO_AWS =
  'Sign in to AWS (aws sso login; AWS_PROFILE chooses a profile of AWS), with the right to cloudformation:DescribeStacks.';

/** @throws CommandError without a region or credentials. */
export async function stageAws(stage: string): Promise<StageAws> {
  const region = await regionOf(stage);
  const { credentials } = new LambdaClient({ region }).config;
  try {
    await credentials();
  } catch {
    throw new CommandError('there are no credentials for AWS', {
      exit: 'signedOut',
      help: SIGN_IN_TO_AWS,
    });
  }
  const signed = signedCalls(region);
  return {
    region,
    call: async (call) => textOf(await signed(call).catch(unanswered(call)), call),
  };
}

async function regionOf(stage: string): Promise<string> {
  const configured = readStage(stage).region;
  if (configured !== undefined) return configured;
  try {
    return await new LambdaClient({}).config.region();
  } catch {
    throw new CommandError(`the region of the stage "${stage}" is not known`, {
      exit: 'usage',
      help: `Set AWS_REGION, or "region" in lib/stages/${stage}.json.`,
    });
  }
}

function unanswered({ service }: Call): (error: unknown) => never {
  return (error) => {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new CommandError(`no answer from ${service} of AWS: ${why}`, { exit: 'unreachable' });
  };
}

function textOf({ status, text }: Answer, { service }: Call): string {
  if (status === OK) return text;
  const { code, message } = errorIn(text);
  throw new AwsRefusal(service, code, message);
}

/** AWS said no: its own code and message, in one line. */
export class AwsRefusal extends CommandError {
  override readonly code: string;

  constructor(service: string, code: string, message: string) {
    const isSignedOut = /Expired|InvalidClientToken|Unrecognized|AccessDenied|Signature/.test(code);
    super(`${service} of AWS refused: ${code}: ${message}`, {
      exit: isSignedOut ? 'signedOut' : 'failed',
      ...(isSignedOut ? { help: SIGN_IN_TO_AWS } : {}),
    });
    this.code = code;
  }
}

/** The error of an answer in XML or JSON. */
function errorIn(text: string): { readonly code: string; readonly message: string } {
  const code =
    /<Code>([^<]*)<\/Code>/.exec(text)?.[1] ?? /"__type": *"(?:[^"#]*#)?([^"]*)"/.exec(text)?.[1];
  const message =
    /<Message>([^<]*)<\/Message>/.exec(text)?.[1] ?? /"[Mm]essage": *"([^"]*)"/.exec(text)?.[1];
  return {
    code: code ?? 'an unreadable answer',
    message: message ?? text.slice(0, MOST_CHARACTERS),
  };
}

/** Characters of an answer that is no error of AWS: enough to see what answered. */
const MOST_CHARACTERS = 200;
