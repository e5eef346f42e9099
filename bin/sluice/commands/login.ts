import type { Command } from 'commander';
import type { ApiOptions, Context } from '../context.ts';
import { declareApi } from '../declare.ts';
import { openPage } from '../open-page.ts';
import { isSameAddress } from '../profiles/place.ts';
import {
  chosenProfile,
  keepProfile,
  LOCAL_PROFILE,
  type Profile,
  readConfig,
  type Settings,
} from '../profiles/profiles.ts';
import { credentialsOf, localToken } from '../sign-in/credentials.ts';
import { TokenFile } from '../sign-in/token-file.ts';

interface LoginOptions extends ApiOptions {
  readonly issuer?: string;
  readonly clientId?: string;
  readonly scope?: string;
  readonly audience?: string;
  readonly console?: string;
  readonly browser: boolean;
  readonly printToken?: true;
  readonly default?: true;
  readonly again?: true;
}

export function login(context: Context): Command {
  return declareApi({
    name: 'login',
    summary: 'Signs you in with a browser.',
    description:
      'Authorization code with PKCE; the browser comes back to an address of this machine. Tokens stand in a file that only you can read.',
    examples: [
      ['login', 'at the stack on this machine'],
      [
        'login --profile prod --api https://API --issuer https://ISSUER --client-id ID --default',
        'the first time at a deployment; the profile is kept',
      ],
      ['login --profile prod', 'from then on'],
      [
        'login --again',
        'asks who you are even if the browser is signed in: before a large approval',
      ],
      ['login --print-token', 'your own access token, for another program'],
    ],
  })
    .option('--issuer <url>', "the identity provider's issuer, an output of the identity stack")
    .option(
      '--client-id <id>',
      'the client of the command line there (the output CommandLineClient)',
    )
    .option('--scope <scopes>', 'other scopes than "openid email profile"')
    .option('--audience <audience>', 'the audience of tokens, where the issuer asks for one')
    .option(
      '--console <url>',
      "the console's address, for `sluice open` (the output ConsoleAddress)",
    )
    .option('--default', 'makes this the profile of commands that name none')
    .option('--again', 'asks the issuer for a new sign-in, whoever is signed in with the browser')
    .option('--no-browser', 'prints the address to open, and opens nothing')
    .option(
      '--print-token',
      'prints the access token of the moment, signing in only if it takes that',
    )
    .action(async (options: LoginOptions) => {
      const profile = withSettings(
        chosenProfile(options, context.env, { isSignIn: options.printToken !== true }),
        options,
      );
      if (options.printToken) return await printToken(context, profile, options);
      const { signIn } = await import('../sign-in/sign-in.ts');
      const show = (page: string) => showPage(context, page, options.browser);
      const tokens = await signIn(profile, show, { again: options.again === true });
      const file = new TokenFile(context.env);
      await file.alone(async () => file.write(profile.name, tokens));
      const isDefault = options.default === true;
      if (profile.name !== LOCAL_PROFILE || isDefault) {
        keepProfile(profile.name, settingsToKeep(profile, options, context.env), {
          isDefault,
          env: context.env,
        });
      }
      context.print(options, {
        json: { profile: profile.name, api: profile.api, expiresAt: new Date(tokens.expiresAtMs) },
        lines: (screen) => [
          `${screen.paint('green', 'signed in')} at ${profile.api} (profile ${profile.name})`,
        ],
      });
    });
}

export function logout(context: Context): Command {
  return declareApi({
    name: 'logout',
    summary: 'Ends your sign-in, and forgets its tokens.',
    examples: [
      ['logout', 'of the default profile'],
      ['logout --profile prod', 'of another'],
    ],
  }).action(async (options: ApiOptions) => {
    const { name } = context.profile(options);
    const file = new TokenFile(context.env);
    const kept = file.read(name);
    const wasSignedIn = await file.alone(async () => file.remove(name));
    let isRevoked = false;
    if (kept !== undefined) {
      const { revoke } = await import('../sign-in/grants.ts');
      isRevoked = await revoke(kept).catch(() => false);
      if (!isRevoked)
        context.note('the identity provider could not be told; its session ends by itself');
    }
    context.print(options, {
      json: { profile: name, wasSignedIn, isRevoked },
      lines: () => [wasSignedIn ? `signed out of ${name}` : `${name} was not signed in`],
    });
  });
}

async function printToken(
  context: Context,
  profile: Profile,
  options: LoginOptions,
): Promise<void> {
  const token =
    options.as === undefined
      ? await credentialsOf({ profile, env: context.env })()
      : await localToken(profile, options.as);
  context.say(options.json ? JSON.stringify({ token }) : token);
}

function withSettings(profile: Profile, options: LoginOptions): Profile {
  const { issuer, clientId, scope, audience, console } = options;
  const given = { issuer, clientId, scope, audience, console };
  return {
    ...profile,
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
  };
}

/** What a variable says is of this shell alone: where the profile says something else, that stays. */
function settingsToKeep(
  { name, namedBy: _, ...settings }: Profile,
  options: LoginOptions,
  env: NodeJS.ProcessEnv,
): Settings {
  const { profiles } = readConfig(env);
  const kept = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (kept === undefined || !isSameAddress(kept.api, settings.api)) return settings;
  const issuer = options.issuer ?? kept.issuer ?? settings.issuer;
  const tenant = options.tenant ?? kept.tenant ?? settings.tenant;
  return {
    ...settings,
    ...(issuer === undefined ? {} : { issuer }),
    ...(tenant === undefined ? {} : { tenant }),
  };
}

/** Says the address to sign in at, and opens it. */
function showPage(context: Context, page: string, browser: boolean): void {
  context.note('Sign in here; the terminal goes on by itself:');
  context.note(page);
  if (browser) openPage(page, context.env);
}
