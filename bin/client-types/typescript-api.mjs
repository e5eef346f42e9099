import { registerHooks } from 'node:module';

/*
 * openapi-typescript writes its output with the programming interface of TypeScript 5, which the compiler that this
 * project uses no longer has. This one is the same interface, without a `tsc` beside the project's own.
 */
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier === 'typescript' ? '@ts-morph/common/dist/typescript.js' : specifier, context),
});
