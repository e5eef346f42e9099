import type { Actor, NoPerson } from '../../actor.ts';
import { ACTORS as GERMAN } from '../de/actors.ts';
import { ACTORS as ENGLISH } from '../en/actors.ts';
import type { Language } from '../language.ts';
import { type SaidOf, saidOf } from '../said.ts';
import { asText, type Part, written } from '../sentence.ts';

const ACTORS: Readonly<Record<Language, SaidOf<NoPerson>>> = { en: ENGLISH, de: GERMAN };

/** As a name within a sentence: people's in their own direction. */
export function actorPart(actor: Actor, language: Language = 'en'): Part {
  return typeof actor === 'string' ? written(actor) : sayActor(actor, language);
}

/** The name under which lists and reports show it, which filters find it by. */
export function sayActor(actor: Actor, language: Language = 'en'): string {
  return typeof actor === 'string' ? actor : asText(saidOf(ACTORS[language], actor));
}
