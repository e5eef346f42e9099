import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { listCommand, showCommand, waitCommand } from './instructions.ts';

export const list = (context: Context): Command => listCommand('withdrawal', context);
export const show = (context: Context): Command => showCommand('withdrawal', context);
export const wait = (context: Context): Command => waitCommand('withdrawal', context);
