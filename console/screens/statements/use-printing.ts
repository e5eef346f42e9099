import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Whether the page is being printed: what is folded on the screen is on paper then. */
export function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const media = window.matchMedia('print');
    // The browser lays the paper out right after it has told so.
    const changed = () => flushSync(() => setPrinting(media.matches));
    media.addEventListener('change', changed);
    return () => media.removeEventListener('change', changed);
  }, []);
  return isPrinting;
}
