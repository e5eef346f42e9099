import { en } from 'zod/locales';
import * as z from 'zod/mini';

/*
 * zod/mini has no words of its own: until it is given a language, every issue says "Invalid input". Whatever
 * shows the words of an issue to anybody imports this module for its effect.
 */
z.config(en());
