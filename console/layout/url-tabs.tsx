import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import classes from './layout.module.css';

interface UrlTab {
  /** In the address: "?tab=halts". */
  readonly name: string;
  readonly text: string;
  readonly content: ReactNode;
}

interface UrlTabsProps {
  readonly label: string;
  /** The first one is shown where the address names none. */
  readonly tabs: readonly [UrlTab, ...UrlTab[]];
}

const TAB = 'tab';

/** Parts of a screen, of which the address says which one is shown. The filters of one part mean nothing to another. */
export function UrlTabs({ label, tabs }: UrlTabsProps) {
  const [search, setSearch] = useSearchParams();
  const asked = search.get(TAB);
  const { name: shown } = tabs.find(({ name }) => name === asked) ?? tabs[0];
  return (
    <Tabs
      value={shown}
      keepMounted={false}
      onChange={(next) => setSearch(next === null || next === tabs[0].name ? {} : { [TAB]: next })}
    >
      <Tabs.List aria-label={label} className={classes.tabs ?? ''}>
        {tabs.map(({ name, text }) => (
          <Tabs.Tab key={name} value={name}>
            {text}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ name, content }) => (
        <Tabs.Panel key={name} value={name}>
          {content}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
