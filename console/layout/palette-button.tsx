import { Kbd, UnstyledButton } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { SearchIcon } from '@primer/octicons-react';
import { lazy, Suspense, useState } from 'react';
import classes from './layout.module.css';
import type { Overview } from './shell-state.tsx';

/** Loaded when it is first opened: few sessions need it, and none needs it at once. */
const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));

export function PaletteButton({ overview }: { readonly overview: Overview | undefined }) {
  const [opened, setOpened] = useState(0);
  const open = () => setOpened((count) => count + 1);
  useHotkeys([['mod+K', open]], []);
  const key = /Mac|iP(hone|ad)/.test(navigator.userAgent) ? '⌘' : 'Ctrl';
  return (
    <>
      <UnstyledButton className={classes.search ?? ''} onClick={open}>
        <SearchIcon size={14} />
        <span className={classes.searchText}>Go to…</span>
        <span className={classes.searchText} aria-hidden="true">
          <Kbd size="xs">{key} K</Kbd>
        </span>
      </UnstyledButton>
      {opened > 0 && (
        <Suspense>
          <Palette overview={overview} opened={opened} />
        </Suspense>
      )}
    </>
  );
}
