import type { SluiceClient } from '@sluice/client';
import type { Verification } from './types.ts';

export type Verdict = Exclude<Verification, { readonly verdict: 'unfinished' }>;

/** Follows the chain from its first entry to its end, in as many requests as that takes. */
export async function verifyWhole(
  client: SluiceClient,
  onProgress: (followed: number) => void,
): Promise<Verdict> {
  let query = {};
  for (;;) {
    const { data } = await client.get('/v1/audit/verification', { query });
    if (data.verdict !== 'unfinished') return data;
    onProgress(data.at.sequence);
    query = { afterSequence: data.at.sequence, afterHash: data.at.hash };
  }
}

/** What the verdict means, in sentences that need no knowledge of hashes. */
export function verdictText(verdict: Verdict): { readonly title: string; readonly text: string } {
  switch (verdict.verdict) {
    case 'intact': {
      const { sequence } = verdict.head;
      return {
        title: 'The log is intact',
        text: `${sequence === 1 ? 'One entry' : `All ${sequence} entries`}: each follows from the one before, and none is missing.`,
      };
    }
    case 'broken':
      return {
        title: `The log is broken at entry ${verdict.link.sequence}`,
        text: `${WHY[verdict.link.why]} Leave it as it is, and tell the people who operate Sluice: it was written past it.`,
      };
    case 'cut-off':
      return {
        title: 'The end of the log is missing',
        text: `Entry ${verdict.lastFound} is the last one that is there, and ${verdict.head.sequence} were written. Tell the people who operate Sluice.`,
      };
    default:
      return verdict satisfies never;
  }
}

const WHY: Readonly<Record<Extract<Verdict, { verdict: 'broken' }>['link']['why'], string>> = {
  'not-the-next-one': 'An entry is missing before it, or stands there twice.',
  'other-entry-before': 'The entry before it is another than the one that it was written after.',
  'other-content': 'It says something else than it said when it was written.',
};
