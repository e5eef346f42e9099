import { SegmentedControl } from '@mantine/core';
import { isRangeName, RANGES, type RangeName } from './ranges.ts';

const CHOICES = Object.entries(RANGES).map(([value, { text }]) => ({ value, label: text }));

interface RangeChoiceProps {
  readonly range: RangeName;
  readonly setRange: (range: RangeName) => void;
}

/** Day, week, month, quarter, year, all. */
export function RangeChoice({ range, setRange }: RangeChoiceProps) {
  return (
    <SegmentedControl
      size="xs"
      aria-label="Range"
      data={CHOICES}
      value={range}
      onChange={(chosen) => {
        if (isRangeName(chosen)) setRange(chosen);
      }}
    />
  );
}
