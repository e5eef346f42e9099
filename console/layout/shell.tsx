import { Burger, Drawer } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Outlet } from 'react-router';
import { useCopyPlain } from '../display/copy-plain.ts';
import { usePerson } from '../session/person.tsx';
import { useConfiguration } from '../session/session.tsx';
import { SessionEnded } from '../session/session-ended.tsx';
import { useIdleSignOut } from '../session/use-idle-sign-out.ts';
import { HaltButton } from './halt-button.tsx';
import classes from './layout.module.css';
import { ModeBanner } from './mode-banner.tsx';
import { Brand, NavigationList } from './navigation-list.tsx';
import { PaletteButton } from './palette-button.tsx';
import { PersonMenu } from './person-menu.tsx';
import { useOverview, WaitingProvider } from './shell-state.tsx';
import { TenantChoice } from './tenant-choice.tsx';
import { useKeptFocus } from './use-kept-focus.ts';

/** What stands around every screen: where one is, as whom, what the state of the treasury is, and how to stop it. */
export function Shell() {
  const { stage } = useConfiguration();
  const { id } = usePerson();
  const overview = useOverview();
  const [isOpen, navigation] = useDisclosure(false);
  useCopyPlain();
  useIdleSignOut();
  useKeptFocus();
  const waiting = overview.data?.data.waiting?.forMe ?? null;
  return (
    <WaitingProvider value={waiting}>
      <a href="#content" className={classes.skip}>
        Skip to the content
      </a>
      <div className={classes.shell} key={id}>
        <header className={classes.header}>
          <Burger
            className={classes.burger ?? ''}
            size="sm"
            opened={isOpen}
            onClick={navigation.toggle}
            aria-label="Screens"
          />
          <Brand />
          <span className={classes.stage} title="Stage">
            {stage}
          </span>
          <TenantChoice />
          <span className={classes.space} />
          <PaletteButton overview={overview.data?.data} />
          <HaltButton overview={overview.data?.data} />
          <PersonMenu />
        </header>
        <aside className={classes.side}>
          <NavigationList />
        </aside>
        <Drawer opened={isOpen} onClose={navigation.close} size="16rem" title="Screens">
          <NavigationList onChosen={navigation.close} />
        </Drawer>
        <main id="content" tabIndex={-1} className={classes.main}>
          <ModeBanner overview={overview.data?.data} />
          <SessionEnded />
          <Outlet />
        </main>
      </div>
    </WaitingProvider>
  );
}
