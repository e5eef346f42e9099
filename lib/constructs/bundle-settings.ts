/*
 * How the functions are bundled, for the construct that deploys them and for whoever measures the same
 * bundles (bench/cold).
 */

/** The module builds first: they are what tree shaking works on. */
export const MAIN_FIELDS = ['module', 'main'];

/** Some libraries within an ESM bundle are CommonJS and ask for Node's own modules by require. */
export const REQUIRE_FOR_COMMONJS =
  "import{createRequire as sluiceRequire}from'node:module';const require=sluiceRequire(import.meta.url);";

/** Licences stand with the sources; in a bundle they would be parsed on every cold start. */
export const LEGAL_COMMENTS = 'none';
