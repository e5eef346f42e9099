import { Button } from '@mantine/core';

/** Prints what the page shows, on A4: forms and navigation stay on the screen. */
export function PrintButton() {
  return (
    <Button
      className="sluice-screen-only"
      size="compact-sm"
      variant="default"
      onClick={() => window.print()}
    >
      Print
    </Button>
  );
}
