import { useCallback, useEffect, useRef, useState } from 'react';
import { useClient } from '../api/client.tsx';
import { appended, type BalancePoints } from './balance-points.ts';
import type { Backtest, BacktestDraft } from './types.ts';

export type BacktestState =
  | { readonly state: 'none' }
  | { readonly state: 'running'; readonly until: string | null }
  | { readonly state: 'done'; readonly report: Backtest; readonly balances: BalancePoints }
  | { readonly state: 'failed'; readonly error: unknown };

interface Range {
  readonly from: string;
  readonly to: string;
}

/** Answers of one backtest: each goes on where the one before stopped; a year of snapshots takes a few. */
const MOST_ANSWERS = 40;

/** A backtest of a draft, over as many answers as it takes. Another one ends it. It writes nothing. */
export function useBacktest(): {
  readonly state: BacktestState;
  readonly run: (draft: BacktestDraft, range: Range) => void;
} {
  const client = useClient();
  const [state, setState] = useState<BacktestState>({ state: 'none' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const run = useCallback(
    (draft: BacktestDraft, range: Range) => {
      running.current?.abort();
      const controller = new AbortController();
      running.current = controller;
      const { signal } = controller;
      const ask = async (continuation?: string): Promise<Backtest> => {
        const body = { ...draft, ...range, ...(continuation !== undefined && { continuation }) };
        return (await client.post('/v1/sweep-rules/backtest', { body, signal })).data;
      };
      const follow = async (): Promise<BacktestState> => {
        let report = await ask();
        let balances = appended({}, report);
        for (let answers = 1; answers < MOST_ANSWERS; answers++) {
          if (report.continuation === undefined) break;
          if (!signal.aborted) setState({ state: 'running', until: report.until });
          report = await ask(report.continuation);
          balances = appended(balances, report);
        }
        return { state: 'done', report, balances };
      };
      setState({ state: 'running', until: null });
      void follow()
        .catch((error: unknown): BacktestState => ({ state: 'failed', error }))
        .then((ended) => {
          if (!signal.aborted) setState(ended);
        });
    },
    [client],
  );
  return { state, run };
}
