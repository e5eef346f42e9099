import { Select } from '@mantine/core';
import { useSearchParams } from 'react-router';
import type { ReadResult } from '../../api/use-read.ts';
import { DecisionSpans } from '../../decisions/decision-spans.tsx';
import { useChosenTexts } from '../../decisions/texts/use-texts.ts';
import { Translated } from '../../display/language.tsx';
import { Panel } from '../../layout/page.tsx';
import { DayChoice } from '../../reports/day-choice.tsx';
import type { DayName } from '../../reports/days.ts';
import { useDay } from '../../reports/use-day.ts';
import classes from './currency.module.css';
import { WhyNow } from './why-now.tsx';
import { WhyThen } from './why-then.tsx';

const OFFERED: readonly DayName[] = ['now', 'yesterday', 'two-days', 'week'];

type Rule = NonNullable<ReadResult<'/v1/sweep-rules'>['data']>['data']['items'][number];

interface WhyPanelProps {
  readonly currency: string;
  readonly rules: ReadResult<'/v1/sweep-rules'>;
}

/** Why a rule did not sweep the currency: at the last run, or on any day; and the stretches of one reason before. */
export function WhyPanel({ currency, rules }: WhyPanelProps) {
  // Without rules there is nothing to ask why: the panel of the rules says so.
  const items = rules.data?.data.items ?? [];
  const { rule, choose } = useChosenRule(items);
  const chosen = useDay('on');
  const { panel } = useChosenTexts();
  if (rule === undefined) return null;
  const { day } = chosen;
  return (
    <Translated>
      <Panel
        title={panel.title(currency)}
        aside={<DayChoice label={panel.when} offered={OFFERED} texts={panel} {...chosen} />}
      >
        {items.length > 1 && (
          <Select
            className={classes.ruleChoice ?? ''}
            size="xs"
            label={panel.rule}
            data={items.map(({ id, label }) => ({ value: id, label: label ?? id }))}
            value={rule.id}
            allowDeselect={false}
            onChange={(id) => choose(id)}
          />
        )}
        {day === null ? (
          <WhyNow rule={rule.id} />
        ) : (
          <WhyThen key={`${rule.id} ${day}`} rule={rule} day={day} />
        )}
      </Panel>
      <DecisionSpans ruleId={rule.id} currency={currency} />
    </Translated>
  );
}

const RULE = 'rule';

/** The rule that is asked about, in the address: the first to decide unless another is chosen. */
function useChosenRule(rules: readonly Rule[]) {
  const [search, setSearch] = useSearchParams();
  const asked = search.get(RULE);
  const [first] = rules.toSorted((left, right) => left.priority - right.priority);
  return {
    rule: rules.find(({ id }) => id === asked) ?? first,
    choose: (id: string | null) =>
      setSearch(
        (now) => {
          if (id !== null) now.set(RULE, id);
          return now;
        },
        { replace: true },
      ),
  };
}
