import type { Command } from 'commander';
import { CommandError } from '../command-error.ts';
import type { ApiOptions, Context } from '../context.ts';
import { declareApi } from '../declare.ts';
import { openPage } from '../open-page.ts';
import { isThisMachine, type Profile } from '../profiles/profiles.ts';

interface OpenOptions extends ApiOptions {
  readonly browser: boolean;
  readonly apiDocument?: true;
}

/** The API's own reference. */
const API_DOCUMENT = '/v1/openapi.json';

export function open(context: Context): Command {
  return declareApi({
    name: 'open',
    summary: 'Prints the address of the console, and opens it.',
    examples: [
      ['open', 'in the browser'],
      ['open --no-browser', 'prints the address alone'],
      ['open --api-document', "the API's reference instead"],
    ],
  })
    .option('--no-browser', 'opens nothing, as BROWSER=none does')
    .option('--api-document', 'the OpenAPI document of the API instead')
    .action((options: OpenOptions) => {
      const address = addressOf(context.profile(options), options);
      context.print(options, { json: { address }, lines: () => [address] });
      if (options.browser) openPage(address, context.env);
    });
}

function addressOf({ name, api, console }: Profile, { apiDocument }: OpenOptions): string {
  if (apiDocument) return new URL(API_DOCUMENT, api).href;
  if (console !== undefined) return new URL(console).href;
  // The stack on this machine serves its console at the API's own address.
  if (isThisMachine(api)) return new URL('/', api).href;
  throw new CommandError(`the profile "${name}" does not say where the console is`, {
    exit: 'usage',
    help: `Say it once: sluice login --profile ${name} --console URL. The console's stack has it as the output ConsoleAddress.`,
  });
}
