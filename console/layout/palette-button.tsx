import { Kbd, UnstyledButton } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { SearchIcon } from '@primer/octicons-react';
import { type ComponentType, useState } from 'react';
import classes from './layout.module.css';
import type { PaletteProps } from './palette.tsx';
import type { Overview } from './shell-state.tsx';

/** Its palette is loaded when it is first opened: few sessions need it, and none needs it at once. */
export function PaletteButton({ overview }: { readonly overview: Overview | undefined }) {
  const [opened, setOpened] = useState(0);
  const [Palette, setPalette] = useState<ComponentType<PaletteProps> | null>(null);
  const open = () => {
    setOpened((count) => count + 1);
    if (Palette !== null) return;
    // Not React's own lazy: its failure would take the whole frame away, and what is written on the screen with it.
    void import('./palette.tsx').then((loaded) => setPalette(() => loaded.Palette), sayMissing);
  };
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
      {Palette !== null && <Palette overview={overview} opened={opened} />}
    </>
  );
}

function sayMissing(): void {
  notifications.show({
    title: 'This part of the console could not be loaded',
    message: 'Look whether you are connected, and load the page again. Drafts are kept.',
    color: 'red',
  });
}
