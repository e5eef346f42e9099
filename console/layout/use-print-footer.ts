import { useEffect } from 'react';
import { cssString } from './css-string.ts';

/** Read by the margin of a sheet (app/base.css). */
const PROPERTY = '--sluice-print-footer';

/** What stands at the foot of each sheet when the screen is printed, beside the page number: whose and what it is. */
export function usePrintFooter(text: string): void {
  useEffect(() => {
    const { style } = document.documentElement;
    style.setProperty(PROPERTY, cssString(text));
    return () => {
      style.removeProperty(PROPERTY);
    };
  }, [text]);
}
