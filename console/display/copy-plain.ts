import { useEffect } from 'react';

/**
 * What is copied of a selection has its amounts as plain decimal text, as the API states them: a program that it is
 * pasted into needs no separators of thousands.
 */
export function useCopyPlain(): void {
  useEffect(() => {
    const copied = (event: ClipboardEvent) => {
      const selection = document.getSelection();
      if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return;
      const content = selection.getRangeAt(0).cloneContents();
      const amounts = content.querySelectorAll<HTMLElement>('[data-plain]');
      const within = elementOf(selection.anchorNode)?.closest<HTMLElement>('[data-plain]');
      const isOne = within?.contains(selection.focusNode) === true;
      if (!isOne && amounts.length === 0) return;
      const text = isOne ? (within.dataset.plain ?? '') : plainTextOf(content, amounts);
      event.clipboardData?.setData('text/plain', text);
      event.preventDefault();
    };
    document.addEventListener('copy', copied);
    return () => document.removeEventListener('copy', copied);
  }, []);
}

function elementOf(node: Node | null): Element | null {
  return node instanceof Element ? node : (node?.parentElement ?? null);
}

function plainTextOf(content: DocumentFragment, amounts: NodeListOf<HTMLElement>): string {
  for (const amount of amounts) amount.textContent = amount.dataset.plain ?? '';
  for (const cell of content.querySelectorAll('td, th')) cell.append('\t');
  for (const line of content.querySelectorAll('tr, p, li, h1, h2, h3, dt, dd')) line.append('\n');
  return (content.textContent ?? '').replace(/[ \t]+\n/g, '\n').trim();
}
