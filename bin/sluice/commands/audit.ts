import type { components } from '@sluice/client';
import type { Command } from 'commander';
import type { ApiOptions, Context } from '../context.ts';
import { declareApi } from '../declare.ts';
import { countOf } from '../views/formats.ts';

type Verification = components['schemas']['AuditVerification'];

export function verify(context: Context): Command {
  return declareApi({
    name: 'verify',
    summary: 'Computes the audit chain again, from its first entry to its end.',
    description: 'Exits with 0 if it is whole, with 2 if not.',
    examples: [
      ['audit verify', 'all of it'],
      ['audit verify --json', 'with the head, to compare with one that was written down'],
    ],
  }).action(async (options: ApiOptions) => {
    const api = context.api(options);
    let query = {};
    let data: Verification;
    do {
      ({ data } = await api.get('/v1/audit/verification', { query }));
      if (data.verdict === 'unfinished') {
        context.note(`whole up to entry ${data.at.sequence}`);
        query = { afterSequence: data.at.sequence, afterHash: data.at.hash };
      }
    } while (data.verdict === 'unfinished');
    const verdict = data;
    context.print(options, {
      json: verdict,
      lines: (screen) => [
        verdict.verdict === 'intact'
          ? `${screen.paint('green', 'whole')}: ${countOf(verdict.head.sequence, 'entry', 'entries')}, head ${verdict.head.hash}`
          : `${screen.paint('red', verdict.verdict)}: ${JSON.stringify(verdict)}`,
      ],
      ...(verdict.verdict === 'intact' ? {} : { exit: 'differs' }),
    });
  });
}
