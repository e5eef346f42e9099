import { ruleSentence } from '../../treasury/facts/sentences/rule.ts';
import { asText } from '../../treasury/facts/sentences/sentence.ts';
import type { Controls } from '../../treasury/policy/controls.ts';
import type { ControlsDraft, PolicyFile } from '../../treasury/policy/policy-schema.ts';
import { duration } from '../../treasury/time/duration.ts';

/** A policy as far as it says what may leave: of a file, or as it stands in a ledger. */
export interface PolicyInForce {
  readonly controls: ControlsDraft | Controls;
  readonly accounts: PolicyFile['accounts'];
  readonly rules: PolicyFile['rules'];
}

/** What leaves from now on: of which service, and by which policy. */
export interface LivePlan {
  /** The service's address. */
  readonly service: string;
  readonly policy: PolicyInForce;
}

/** Rules, accounts and limits, in lines for a person who decides whether money may leave by them. */
export function describePolicy(policy: PolicyInForce): readonly string[] {
  const { rules, accounts, controls } = policy;
  return [
    ...section(
      'rules',
      rules.map((rule) => ruleLine(rule, accounts)),
    ),
    ...section('accounts', accounts.map(accountLine)),
    ...section('limits', [
      ...withdrawalLines(controls),
      ...tradeLines(controls),
      ...modeLines(controls),
    ]),
  ];
}

function section(name: string, lines: readonly string[]): readonly string[] {
  return [name, ...(lines.length === 0 ? ['none'] : lines).map((line) => `  ${line}`)];
}

function ruleLine(
  rule: PolicyInForce['rules'][number],
  accounts: PolicyInForce['accounts'],
): string {
  const labels = new Map(accounts.map(({ id, label }) => [id, `"${label}"`]));
  const sentence = asText(ruleSentence(rule), {
    accountName: (id) => labels.get(id) ?? `account ${id}`,
  });
  return `${rule.id}: ${sentence}`;
}

function accountLine(account: PolicyInForce['accounts'][number]): string {
  const { label, currency, network, status, id, limits = {}, firstPaymentMaximum } = account;
  const bounds = [
    amountLine(limits.per24Hours, currency, 'in 24 hours'),
    amountLine(limits.per30Days, currency, 'in 30 days'),
    amountLine(limits.lifetime, currency, 'for ever'),
    amountLine(firstPaymentMaximum, currency, 'until a first payment has arrived'),
  ].filter((each) => each !== null);
  const bounded = bounds.length === 0 ? 'no limit of its own' : bounds.join(', ');
  return `"${label}": ${currency} by ${network}, ${status}, ${bounded} (${id})`;
}

function amountLine(amount: string | undefined, currency: string, when: string): string | null {
  return amount === undefined ? null : `at most ${amount} ${currency} ${when}`;
}

function withdrawalLines(controls: PolicyInForce['controls']): readonly string[] {
  const { withdrawalLimits = {}, approvalTiers = {}, liquidityFloor = {} } = controls;
  const inReporting = (amount: string | undefined, when: string) =>
    amountLine(amount, controls.reportingCurrency, when);
  const counterparties = (withdrawalLimits.counterparties ?? []).flatMap((each) => {
    const bounds = [
      inReporting(each.per24Hours, 'in 24 hours'),
      inReporting(each.per30Days, 'in 30 days'),
    ];
    return bounds.filter((bound) => bound !== null).map((bound) => `to "${each.name}": ${bound}`);
  });
  const floors = Object.entries(liquidityFloor.currencies ?? {}).map(
    ([currency, amount]) => `no sweep leaves less than ${amount} ${currency}`,
  );
  const { reportingCurrency: reporting } = controls;
  const { oneAbove, twoAbove } = approvalTiers;
  const { total } = liquidityFloor;
  return [
    `withdrawals: ${inReporting(withdrawalLimits.per24Hours, 'in 24 hours') ?? 'no limit over all of them together'}`,
    ...counterparties,
    ...(oneAbove === undefined ? [] : [`one person approves above ${oneAbove} ${reporting}`]),
    ...(twoAbove === undefined ? [] : [`two people approve above ${twoAbove} ${reporting}`]),
    ...(total === undefined ? [] : [`no sweep leaves less than ${total} ${reporting} in all`]),
    ...floors,
  ];
}

function tradeLines({ trades, reportingCurrency }: PolicyInForce['controls']): readonly string[] {
  const { instruments, maximumNotional, approvalAbove, per24Hours = {} } = trades;
  if (instruments.length === 0) return ['trades: none are permitted'];
  const bounds = [
    `at most ${maximumNotional} ${reportingCurrency} each`,
    amountLine(per24Hours.total, reportingCurrency, 'in 24 hours by all together'),
    amountLine(per24Hours.person, reportingCurrency, 'in 24 hours by each person'),
    ...(approvalAbove === undefined
      ? []
      : [`with an approval above ${approvalAbove} ${reportingCurrency}`]),
  ].filter((each) => each !== null);
  return [`trades: of ${instruments.join(', ')}; ${bounds.join(', ')}`];
}

function modeLines(controls: PolicyInForce['controls']): readonly string[] {
  const { mode, currencyModes, lateExecutionBoundSeconds } = controls;
  return [
    ...(mode === 'halted' ? ['halted: nothing is sent until two people resume'] : []),
    ...Object.entries(currencyModes).map(([currency, own]) => `${currency}: ${own}`),
    `a request may still be executed ${duration(lateExecutionBoundSeconds)} after it was sent: an unknown outcome waits that long`,
  ];
}
