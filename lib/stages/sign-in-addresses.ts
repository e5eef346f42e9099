/**
 * The addresses that a sign-in on the command line comes back to. Cognito compares addresses with their port, so they
 * are fixed; three of them, because another program may have taken one.
 */
export const COMMAND_LINE_CALLBACKS: readonly [string, ...string[]] = [
  'http://127.0.0.1:46117/signed-in',
  'http://127.0.0.1:46118/signed-in',
  'http://127.0.0.1:46119/signed-in',
];
