import {
  Menu,
  NativeSelect,
  SegmentedControl,
  UnstyledButton,
  useMantineColorScheme,
  VisuallyHidden,
} from '@mantine/core';
import { PersonIcon, SignOutIcon } from '@primer/octicons-react';
import { LANGUAGES, type Language } from '../../treasury/facts/sentences/language.ts';
import { useLanguage } from '../display/language.tsx';
import { useTimeZone } from '../display/time-zone.tsx';
import { usePerson } from '../session/person.tsx';
import { useConfiguration, useSession } from '../session/session.tsx';
import classes from './layout.module.css';

const SCHEMES = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'Auto' },
];

/** Each by its own name, which whoever looks for it can read. */
const NAMES: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' };
const LANGUAGE_NAMES = LANGUAGES.map((value) => ({ value, label: NAMES[value] }));

/** Who is signed in, with what is the person's own: colours, clocks, and the way out. */
export function PersonMenu() {
  const me = usePerson();
  const { signOut } = useSession();
  return (
    <Menu position="bottom-end" width={280} closeOnItemClick>
      <Menu.Target>
        <UnstyledButton className={classes.person ?? ''}>
          <PersonIcon size={14} />
          <VisuallyHidden>Signed in as </VisuallyHidden>
          <span className={classes.personName}>
            <bdi>{me.name}</bdi>
          </span>
          <span className={classes.roles}>{me.roles.join(', ')}</span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <bdi>{me.id}</bdi>: {me.roles.join(', ') || 'no role'}
        </Menu.Label>
        <BuiltInPeople />
        <Preferences />
        <Menu.Divider />
        <Menu.Item leftSection={<SignOutIcon size={14} />} onClick={() => void signOut('asked')}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** The built-in people of a local stack, one click each. */
function BuiltInPeople() {
  const { people = [] } = useConfiguration();
  const { id } = usePerson();
  const { signIn } = useSession();
  if (people.length === 0) return null;
  return (
    <>
      <Menu.Label>Go on as</Menu.Label>
      {people.map((person) => (
        <Menu.Item
          key={person.id}
          disabled={person.id === id}
          onClick={() => void signIn({ personId: person.id })}
        >
          {person.name}
        </Menu.Item>
      ))}
      <Menu.Divider />
    </>
  );
}

function Preferences() {
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const { chosen, choose: chooseZone, reporting } = useTimeZone();
  const { language, choose } = useLanguage();
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zones = [...new Set([own, 'UTC', ...Intl.supportedValuesOf('timeZone')])];
  return (
    <div className={classes.preferences}>
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label="Colours"
        data={SCHEMES}
        value={colorScheme}
        onChange={(value) => {
          if (value === 'light' || value === 'dark' || value === 'auto') setColorScheme(value);
        }}
      />
      <NativeSelect
        size="xs"
        label="Language"
        description="So far of why rules sweep or not"
        data={LANGUAGE_NAMES}
        value={language}
        onChange={({ currentTarget }) => {
          const asked = LANGUAGES.find((each) => each === currentTarget.value);
          if (asked !== undefined) choose(asked);
        }}
      />
      <NativeSelect
        size="xs"
        label="Clocks"
        data={[{ value: '', label: `${reporting} (those of the books)` }, ...zones]}
        value={chosen ?? ''}
        onChange={({ currentTarget }) =>
          chooseZone(currentTarget.value === '' ? null : currentTarget.value)
        }
      />
    </div>
  );
}
