import { useEffect } from 'react';

/** Parts that take the focus by the program alone: what is opened beside a list, a dialog. */
const PARTS = 'section[tabindex="-1"]';

/**
 * Where what has the focus is taken away, as a form is once it was sent, the focus goes to the part that it stood in, or
 * to the title: a person at the keyboard goes on from there, and not from the top of the page.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: Element | null = null;
    let around: readonly HTMLElement[] = [];
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return;
      last = target;
      around = ancestorsOf(target);
    };
    const observer = new MutationObserver(() => {
      if (last === null || last.isConnected || document.activeElement !== document.body) return;
      const part = around.find(({ isConnected }) => isConnected);
      (part ?? document.querySelector<HTMLElement>('h1'))?.focus({ preventScroll: true });
    });
    document.addEventListener('focusin', remember);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', remember);
      observer.disconnect();
    };
  }, []);
}

/** Nearest first. */
function ancestorsOf(element: Element): readonly HTMLElement[] {
  const part = element.parentElement?.closest<HTMLElement>(PARTS) ?? null;
  return part === null ? [] : [part, ...ancestorsOf(part)];
}
