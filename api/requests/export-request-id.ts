import { EXPORT_ID } from '../routes/exports.ts';
import type { PathParameter } from './path-parameters.ts';

export const EXPORT_REQUEST_ID: PathParameter = {
  form: EXPORT_ID,
  missing: () => 'There is no such export.',
};
