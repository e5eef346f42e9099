import type { Command } from 'commander';
import type { ApiOptions, Context } from '../context.ts';
import { declareApi } from '../declare.ts';
import { openPage } from '../open-page.ts';

interface OpenOptions extends ApiOptions {
  readonly browser: boolean;
}

/** What there is to look at in a browser: the API's own reference. */
const PAGE = '/v1/openapi.json';

export function open(context: Context): Command {
  return declareApi({
    name: 'open',
    summary: "Prints the address of the API's document, and opens it.",
    examples: [
      ['open', 'in the browser'],
      ['open --no-browser', 'prints the address alone'],
    ],
  })
    .option('--no-browser', 'opens nothing')
    .action((options: OpenOptions) => {
      const address = new URL(PAGE, context.profile(options).api).href;
      context.print(options, { json: { address }, lines: () => [address] });
      if (options.browser) openPage(address, context.env);
    });
}
