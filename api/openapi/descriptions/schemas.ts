/** Descriptions of schemas whose name does not say enough. */
export const SCHEMAS: Readonly<Record<string, string>> = {
  Backtest:
    'What a draft and the current rules would have done; counts everything replayed so far.',
  Balances: 'The balances at the service at this moment, valued.',
  BreakClosing: 'Closes a break that is explained, with the reason.',
  BreakExplanation: 'What a break was: its kind, and a comment.',
  ChangeEffect: 'What a change would have done in the last 30 days.',
  GatewayMessage: 'What API Gateway itself answers.',
  Instruction: 'A withdrawal or trade with its history and evidence.',
  MatchingBacktest: 'What a draft of matching rules changes about the recorded differences.',
  Prices: 'The prices of the service at this moment.',
  Problem: 'A problem as RFC 9457 has it; further members depend on the code.',
  TradeCheck: 'What a trade would be told on the latest snapshot. Written nowhere.',
  TradeBody: 'The trade to place: it sells at this price or above, or buys at it or below.',
  WithdrawalCheck: 'What a request of a withdrawal would be told now. Written nowhere.',
};
