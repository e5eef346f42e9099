import { OUTLOOK as GERMAN } from '../de/outlook.ts';
import { OUTLOOK as ENGLISH } from '../en/outlook.ts';
import { sayer } from './sayer.ts';

/** What is said of decisions that are only looked at: a preview, a forecast. */
export const sayOutlook = sayer({ en: ENGLISH, de: GERMAN });
