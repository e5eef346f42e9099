import type { Command } from 'commander';
import type { ApiOptions, Context } from '../context.ts';
import { declareApi } from '../declare.ts';

interface RaiseOptions extends ApiOptions {
  readonly yes?: true;
}

export function raise(context: Context): Command {
  return declareApi({
    name: 'raise',
    summary: "Raises the ledger's format to the newest that this version reads.",
    description:
      'Once an upgrade has proved itself. From then on the version before decides and sends nothing in this ledger: it is no way back any more.',
    examples: [['format raise', 'after an upgrade that its changelog names']],
  })
    .option('--yes', 'raises without asking')
    .action(async (options: RaiseOptions) => {
      const api = await context.apiToDecide(options);
      const seen = await api.get('/v1/controls');
      const before = formatIn(seen.data);
      context.note(`format ${before}`);
      await context.decide(options, 'Raise it? The version before is no way back any more.');
      const { data } = await api.post('/v1/controls/raise-format', { ifMatch: seen });
      const after = formatIn(data);
      context.print(options, {
        json: data,
        lines: () => [after === before ? `the format is ${after} already` : `format ${after}`],
      });
    });
}

/** Controls that say nothing of it are written in the first. */
function formatIn({ format = 1 }: { readonly format?: number }): number {
  return format;
}
