import { Button } from '@mantine/core';
import classes from './files.module.css';
import { FORMATS, type Format } from './reports.ts';

interface FormatButtonsProps {
  readonly formats: readonly Format[];
  readonly start: (format: Format) => void;
}

/** A button for each format that a file comes in. */
export function FormatButtons({ formats, start }: FormatButtonsProps) {
  return (
    <div className={classes.formats}>
      {formats.map((format) => (
        <Button
          key={format}
          size="compact-sm"
          variant="default"
          title={FORMATS[format].description}
          onClick={() => start(format)}
        >
          {FORMATS[format].text}
        </Button>
      ))}
    </div>
  );
}
