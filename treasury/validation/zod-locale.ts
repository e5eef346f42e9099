import { en } from 'zod/locales';
import * as z from 'zod/mini';

/*
 * zod/mini has no messages of its own: until it is given a language, every issue says "Invalid input". Every module
 * that shows the message of an issue to a person imports this module for its effect.
 */
z.config(en());
