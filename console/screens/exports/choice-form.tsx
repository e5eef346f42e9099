import { Button, Select, TextInput } from '@mantine/core';
import {
  type FileRequest,
  FORMATS,
  INTERVALS,
  REPORTS,
  requestOf,
  traitsOf,
} from '../../files/reports.ts';
import { useCurrencies } from '../../files/use-currencies.ts';
import { formatMonth } from '../../reports/days.ts';
import { monthsOf, useMonths } from '../../reports/use-months.ts';
import classes from './exports.module.css';
import { PERIODS } from './periods.ts';
import { type ChoiceControls, useChoice } from './use-choice.ts';

const REPORT_CHOICES = Object.entries(REPORTS).map(([value, { text }]) => ({ value, label: text }));

/** Which report, of when, in which format. All of it stands in the address. */
export function ChoiceForm({ onStart }: { readonly onStart: (request: FileRequest) => void }) {
  const controls = useChoice();
  const { choice, set } = controls;
  const traits = traitsOf(choice.report);
  const chosen = requestOf(choice);
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen.kind === 'complete') onStart(chosen.request);
      }}
    >
      <Select
        label="Report"
        description={traits.description}
        data={REPORT_CHOICES}
        value={choice.report}
        allowDeselect={false}
        onChange={(report) => set({ report })}
      />
      {traits.takes === 'month' ? <MonthField {...controls} /> : <RangeFields {...controls} />}
      {traits.currency !== 'none' && <CurrencyField {...controls} />}
      {traits.hasInterval && (
        <Select
          label="A row for each"
          data={[...INTERVALS]}
          value={choice.interval}
          allowDeselect={false}
          onChange={(interval) => set({ interval })}
        />
      )}
      <Select
        label="Format"
        description={FORMATS[choice.format].description}
        data={traits.formats.map((value) => ({ value, label: FORMATS[value].text }))}
        value={choice.format}
        allowDeselect={false}
        onChange={(format) => set({ format })}
      />
      <div className={classes.submit}>
        <Button type="submit" disabled={chosen.kind === 'incomplete'}>
          Export
        </Button>
        {chosen.kind === 'incomplete' && <span className={classes.quiet}>{chosen.missing}</span>}
      </div>
    </form>
  );
}

function MonthField({ choice, set }: ChoiceControls) {
  const months = useMonths();
  const known = months.data === undefined ? [] : monthsOf(months.data.data);
  return (
    <Select
      label="Month"
      description="In the time zone of the books"
      placeholder={months.data === undefined ? 'Loading' : 'Choose one'}
      data={known.map((value) => ({ value, label: formatMonth(value) }))}
      value={choice.month}
      searchable
      error={months.error === null ? undefined : 'The months cannot be read at the moment.'}
      onChange={(month) => set({ month })}
    />
  );
}

function RangeFields({ choice, set, today }: ChoiceControls) {
  return (
    <fieldset className={classes.range} aria-label="Range">
      <div className={classes.periods}>
        {PERIODS.map(({ text, rangeOf }) => {
          const range = rangeOf(today);
          const isChosen = range.from === choice.from && range.to === choice.to;
          return (
            <Button
              key={text}
              size="compact-sm"
              variant={isChosen ? 'filled' : 'default'}
              aria-pressed={isChosen}
              onClick={() => set(range)}
            >
              {text}
            </Button>
          );
        })}
      </div>
      <div className={classes.days}>
        <TextInput
          type="date"
          label="First day"
          max={today}
          value={choice.from ?? ''}
          onChange={({ currentTarget }) => set({ from: currentTarget.value })}
        />
        <TextInput
          type="date"
          label="Last day"
          max={today}
          value={choice.to ?? ''}
          onChange={({ currentTarget }) => set({ to: currentTarget.value })}
        />
      </div>
    </fieldset>
  );
}

function CurrencyField({ choice, set }: ChoiceControls) {
  const currencies = useCurrencies();
  const isOptional = traitsOf(choice.report).currency === 'optional';
  return (
    <Select
      label="Currency"
      placeholder={isOptional ? 'All of them' : 'Choose one'}
      data={[...currencies]}
      value={choice.currency}
      searchable
      clearable={isOptional}
      onChange={(currency) => set({ currency })}
    />
  );
}
