import { Input, Select } from '@mantine/core';
import parts from '../../display/parts.module.css';
import { useOverview } from '../../layout/shell-state.tsx';
import { pairsOf } from './controls-values.ts';
import { MODE_CHOICES } from './modes.ts';
import classes from './settings.module.css';

interface ModesInputProps {
  readonly label: string;
  readonly description: string;
  readonly error: string | null;
  /** "BTC halted" in each line. */
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** The mode of each currency that has one of its own. */
export function ModesInput({ label, description, error, value, onChange }: ModesInputProps) {
  const overview = useOverview();
  const modes = new Map(pairsOf(value));
  const held = overview.data?.data.currencies.map(({ currency }) => currency) ?? [];
  const currencies = [...new Set([...held, ...modes.keys()])];
  const set = (currency: string, mode: string | null) => {
    if (mode === null) modes.delete(currency);
    else modes.set(currency, mode);
    onChange([...modes].map(([each, text]) => `${each} ${text}`).join('\n'));
  };
  return (
    <Input.Wrapper
      label={label}
      description={description}
      error={error}
      labelElement="div"
      className={parts.wholeRow ?? ''}
    >
      <div className={classes.modes}>
        {currencies.map((currency) => (
          <Select
            key={currency}
            label={currency}
            size="xs"
            placeholder="As everything"
            clearable
            data={MODE_CHOICES}
            value={modes.get(currency) ?? null}
            onChange={(mode) => set(currency, mode)}
          />
        ))}
      </div>
    </Input.Wrapper>
  );
}
