import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react';
import { LANGUAGES, type Language } from '../../treasury/facts/sentences/language.ts';
import classes from './display.module.css';

/** Where the browser keeps the chosen language. */
const KEY = 'sluice-language';

interface LanguageChoice {
  readonly language: Language;
  readonly choose: (language: Language) => void;
}

const LanguageContext = createContext<LanguageChoice>({ language: 'en', choose: () => {} });

/** English unless the person chose another language. */
export function LanguageProvider({ children }: { readonly children: ReactNode }) {
  const [language, setLanguage] = useState(stored);
  const choose = useCallback((chosen: Language) => {
    window.localStorage.setItem(KEY, chosen);
    setLanguage(chosen);
  }, []);
  const value = useMemo(() => ({ language, choose }), [language, choose]);
  return <LanguageContext value={value}>{children}</LanguageContext>;
}

/** The chosen language: what the API says comes in it, and so do the parts of screens that have its texts. */
export function useLanguage(): LanguageChoice {
  return use(LanguageContext);
}

function stored(): Language {
  const kept = window.localStorage.getItem(KEY);
  return LANGUAGES.find((each) => each === kept) ?? 'en';
}

const TranslatedContext = createContext<Language>('en');

/** The language of this part of a screen: English, except where it has texts of the chosen one. */
export function useTextLanguage(): Language {
  return use(TranslatedContext);
}

/** The locale of numbers and dates: the browser's own, except within a part of a screen that has the chosen language. */
export function useLocale(): string | undefined {
  return localeOf(useTextLanguage());
}

interface TranslatedProps {
  readonly children: ReactNode;
  /** A span: within a line of text. @default 'div' */
  readonly as?: 'div' | 'span';
}

/** A part of a screen that has texts in each language. In English numbers stay as the browser writes them. */
export function Translated({ children, as: Element = 'div' }: TranslatedProps) {
  const { language } = useLanguage();
  return (
    <TranslatedContext value={language}>
      <Element lang={language} className={classes.translated}>
        {children}
      </Element>
    </TranslatedContext>
  );
}

/** English is written as the browser's own locale has it. */
export function localeOf(language: Language): string | undefined {
  return language === 'en' ? undefined : language;
}
