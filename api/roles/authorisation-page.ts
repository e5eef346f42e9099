import { type AuthorisationTable, tableText } from './authorisation-table.ts';
import { ROLE_DESCRIPTIONS, ROLES, SCOPE_PREFIX } from './roles.ts';

/** The page docs/authorisation.md, whole. */
export function authorisationPage(table: AuthorisationTable): string {
  const roles = ROLES.map((role) => `| \`${role}\` | ${ROLE_DESCRIPTIONS[role]} |`).join('\n');
  return `# Who may call what

This page is written by \`npm run docs:authorisation\` from the declared routes (\`api/routes/declared\`), which the stacks
deploy and the functions enforce. A test calls every route over HTTP as every caller and holds the answers against
this very page.

| role | what it is for |
|---|---|
${roles}

People have roles as groups of the user pool (claim \`cognito:groups\`), programs as scopes (\`${SCOPE_PREFIX}ROLE\`).
Groups are the exact names in the verified token's list: who is in "assistant treasurer" is no treasurer. A person's
scopes give nothing, and a program's groups neither. A person is who is proven to be one, by a claim that the issuer
writes for people alone (the user name in the pool of our own; see below for others); everybody else is a program. A
program is never more than viewer and trader, whatever scopes or groups an issuer puts in its token: two pairs of
eyes are not two keys. "yes" below says that the route answers; what it answers may still be a refusal for another
reason, such as that the maker of a change is not its approver.

${tableText(table)}

## Tokens

| what comes with the request | answer |
|---|---|
| no token, or a text that is none | 401 |
| a token that has expired, or is not valid yet | 401 |
| a token of another issuer, or signed with another key | 401 |
| a token without a signature (\`alg\` none), or signed by a shared secret | 401 |
| a token whose claims or signature were changed | 401 |
| a token of a client that is not one of ours | 401 |
| an ID token instead of an access token | 401, \`not-an-access-token\` |
| a valid token without a role that the route names | 403, \`role-missing\` |

An ID token is known by \`token_use\`, which the stack's own pool writes. With an issuer of your own, name an audience of
the API that is no client's id: then the authoriser itself refuses ID tokens.

A refused request changes nothing. A 403 of a function that may write is put on record in the audit log; every
refusal is in the API's access log. Who a token stands for is said in
[decisions/0007-which-claim-identifies-a-person.md](decisions/0007-which-claim-identifies-a-person.md).

## Tokens of programs

A program proves itself with the secret of the client for programs, which the pool generated (\`aws cognito-idp
describe-user-pool-client\`; the stack's outputs name the client and the sign-in address), and asks for a scope:

    curl -u "$CLIENT:$SECRET" "$SIGN_IN_ADDRESS/oauth2/token" \\
      -d grant_type=client_credentials -d scope=${SCOPE_PREFIX}trader

On one machine \`curl 'http://127.0.0.1:4400/local/token?client=machine'\` hands one out with every scope of programs; the
grant itself is served at \`/local/identity/token\`, where the secret is the word \`local\`.
`;
}
