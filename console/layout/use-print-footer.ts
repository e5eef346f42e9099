import { useEffect } from 'react';
import { cssString } from './css-string.ts';

/** The parts of the foot of a sheet, which the margin of a sheet reads (app/base.css). */
const PROPERTIES = { title: '--sluice-print-title', digest: '--sluice-print-digest' } as const;

/** What stands at the foot of each sheet when the screen is printed, beside the page number. */
export function usePrintFooter(part: keyof typeof PROPERTIES, text: string): void {
  const property = PROPERTIES[part];
  useEffect(() => {
    const { style } = document.documentElement;
    style.setProperty(property, cssString(text));
    return () => {
      style.removeProperty(property);
    };
  }, [property, text]);
}
