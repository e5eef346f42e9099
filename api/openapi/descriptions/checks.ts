/** What a request would be told. */
export const CHECKS: Readonly<Record<string, string>> = {
  'WithdrawalCheck*.result': 'What a request with the same content would be told now.',
  'WithdrawalCheck*.asOf': 'When it was judged. A request is judged anew: this promises nothing.',
  'WithdrawalCheck*.snapshot':
    'The snapshot that it was judged on; null if none was taken yet. The service is not asked.',
  'WithdrawalCheck*.approvalsRequired': 'How many other people approve it before it is sent.',
  'WithdrawalCheck*.value':
    'What it is worth by that snapshot; absent if the currency has no value there.',
  'WithdrawalCheck*.value.amount': 'Decimal text in units of the currency beside it.',
  'WithdrawalCheck*.instructionId':
    'Of a missed occurrence that the same person has requested in the same way: a request answers with this instruction.',
  'WithdrawalCheck*.code': 'Code of the problem that a request would be answered with.',
  'WithdrawalCheck*.title': 'Title of that problem.',
  'WithdrawalCheck*.detail': 'Its sentence, with both sides of what was compared.',
  'WithdrawalCheck*.numbers': 'Its numbers: decimal text, moments and codes by name.',
  'WithdrawalCheck*.retryAfterSeconds': 'Seconds after which it may fit; absent if not known.',
  'TradeCheck*.result':
    'What a request would be told if the service still answered what the latest snapshot has.',
  'TradeCheck*.asOf':
    'When it was judged. A request reads prices and balances of the service and is judged on those: this promises nothing.',
  'TradeCheck*.snapshot':
    'The snapshot that it was judged on; null if none was taken yet. The service is not asked.',
  'TradeCheck*.approvalsRequired':
    'How many other people approve it before it is sent; 0 if a request of it is sent at once.',
  'TradeCheck*.value': 'What it is worth by that snapshot, as limits count it.',
  'TradeCheck*.value.amount': 'Decimal text in units of the currency beside it.',
  'TradeCheck*.code':
    'Code of the problem that a request would be answered with; of an unknown result, what there is no market by.',
  'TradeCheck*.title': 'Title of that problem.',
  'TradeCheck*.detail': 'Its sentence, with both sides of what was compared.',
  'TradeCheck*.numbers':
    'Its numbers: decimal text, moments and codes by name. `roomAt` is when there is room again.',
  'TradeCheck*.retryAfterSeconds': 'Seconds after which it may fit; absent if not known.',
};
