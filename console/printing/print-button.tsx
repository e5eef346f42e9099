import { Button } from '@mantine/core';

interface PrintButtonProps {
  /** Reads what the paper has and the screen does not, and prints then. @default prints at once */
  readonly prepare?: () => void;
  readonly isPreparing?: boolean;
}

/** Prints what the page shows, on A4: forms and navigation stay on the screen. */
export function PrintButton({ prepare, isPreparing = false }: PrintButtonProps) {
  return (
    <Button
      className="sluice-screen-only"
      size="compact-sm"
      variant="default"
      loading={isPreparing}
      onClick={prepare ?? (() => window.print())}
    >
      Print
    </Button>
  );
}
