import type { components } from '@sluice/client';
import type { Command } from 'commander';
import { CommandError } from '../command-error.ts';
import type { ApiOptions, Context, ReadingClient } from '../context.ts';
import { declareApi } from '../declare.ts';
import { timeOption } from '../moment.ts';
import type { Screen } from '../screen/screen.ts';
import { fieldsOf, tableOf } from '../screen/table.ts';
import { nextText, unbookedText } from '../views/lane-next.ts';

interface WhyOptions extends ApiOptions {
  readonly at?: string;
}

type Lane = components['schemas']['LaneView'];
type Decided = components['schemas']['Decision'];
type Check = Decided['decision']['checks'][number];

interface Why {
  /** What blocks the currency, if the question was about one. */
  readonly lane: Lane | null;
  /** What of the rules did not leave in a row, in sentences. */
  readonly failing: readonly string[];
  readonly decisions: readonly Decided[];
}

export function why(context: Context): Command {
  return declareApi({
    name: 'why',
    summary: 'Says why a rule, or the rules of a currency, did what they did.',
    description: 'Every check with what it saw and what it accepts.',
    examples: [
      ['why BTC', 'all rules of a currency, and what blocks it'],
      ['why btc-cold-storage', 'one rule'],
      ['why btc-cold-storage --at 2026-11-21T10:24', 'as it was decided then'],
    ],
  })
    .argument('<currency-or-rule>', 'a currency such as BTC, or the id of a rule')
    .addOption(timeOption('--at <time>', 'the decision by this moment, instead of the last one'))
    .action(async (about: string, options: WhyOptions) => {
      const found = await explained(context.api(options), about, options.at);
      context.print(options, { json: found, lines: (screen) => whyLines(found, screen) });
    });
}

async function explained(api: ReadingClient, about: string, at: string | undefined): Promise<Why> {
  const rules = (await api.get('/v1/sweep-rules')).data.items;
  const code = about.toUpperCase();
  const ofCurrency = rules.filter(({ currency }) => currency === code);
  const named = rules.filter(({ id }) => id === about);
  const asked = named.length > 0 ? named : ofCurrency;
  const lanes = (await api.get('/v1/lanes')).data.items;
  const lane = lanes.find(({ currency }) => currency === (asked[0]?.currency ?? code)) ?? null;
  if (asked.length === 0 && lane === null) {
    throw new CommandError(`there is no rule and no currency "${about}"`, {
      exit: 'refused',
      help: `Rules: ${rules.map(({ id }) => id).join(', ') || 'none'}.`,
    });
  }
  const decisions = await Promise.all(
    asked.map(async ({ id }) => {
      const query = at === undefined ? { rule: id, limit: 1 } : { rule: id, at };
      return (await api.get('/v1/decisions', { query })).data.items[0];
    }),
  );
  const failing = asked.flatMap(({ activity }) => activity.failing?.summary ?? []);
  return { lane, failing, decisions: decisions.filter((each) => each !== undefined) };
}

function whyLines({ lane, failing, decisions }: Why, screen: Screen): readonly string[] {
  const blocked = lane?.blockedBy;
  return [
    ...(lane === null
      ? []
      : fieldsOf(
          [
            ['currency', `${lane.currency}: ${lane.state}`],
            ['why', blocked?.why],
            ['next', blocked && nextText(lane)],
            ['evidence', blocked?.evidence],
            ['unbooked', unbookedText(lane)],
          ],
          screen,
        )),
    ...(failing.length === 0
      ? []
      : fieldsOf([['did not leave', failing.join('; '), 'red']], screen)),
    ...decisions.flatMap((each) => ['', ...decisionLines(each, screen)]),
  ];
}

function decisionLines({ decision, snapshot }: Decided, screen: Screen): readonly string[] {
  const outcome = decision.outcome === 'sweep' ? 'sweep' : decision.reason;
  return [
    ...fieldsOf(
      [
        ['rule', `${decision.ruleId}, version ${decision.ruleVersion}`],
        ['decision', outcome, decision.outcome === 'sweep' ? 'green' : 'yellow'],
        ['because', decision.explanation],
        ['snapshot', snapshot],
      ],
      screen,
    ),
    ...tableOf<Check>(
      [
        {
          title: 'HOLDS',
          of: ({ holds }) => (holds ? 'ok' : 'no'),
          paint: ({ holds }) => (holds ? 'green' : 'red'),
        },
        { title: 'CHECK', of: ({ limit }) => limit },
        { title: 'SEEN', of: ({ seen }) => seen, wraps: true },
        { title: 'ACCEPTED', of: ({ accepted }) => accepted, wraps: true },
      ],
      decision.checks,
      screen,
    ),
  ];
}
