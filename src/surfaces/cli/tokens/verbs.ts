import type { Command } from 'commander';
import type { Store } from '../../../core/stores/queries.ts';
import { SCOPES, type Scope } from '../../../domain/scope.ts';
import * as operations from '../../../protocol/schema/admin-api/access.ts';
import type { AnswerOf } from '../../../protocol/schema/admin-api/operation.ts';
import { addAskingVerb } from '../asking.ts';
import { formatFields, formatNextSteps, formatTable, momentIn } from '../terminal.ts';
import type { VerbRunner } from '../verb.ts';

/** Adds the verbs for the tokens with which a merchant's own systems use the private API. */
export function addTokens(runner: VerbRunner, noun: Command): void {
  const verbs = { noun, runner };
  addAskingVerb(verbs, 'create', { operation: operations.createToken, text: createdText });
  addAskingVerb(verbs, 'list', { operation: operations.listTokens, text: tokensTable });
  addAskingVerb(verbs, 'revoke <token-id>', {
    operation: operations.revokeToken,
    text: ({ name, ending }) => `${name} (…${ending}) is revoked.`,
  });
}

function createdText(
  token: AnswerOf<typeof operations.createToken>,
  { timeZone }: Store,
  { baseUrl }: { baseUrl: string },
): string {
  const fields = formatFields([
    ['Token', `${token.secret}  (shown only now)`],
    ['Id', token.id],
    ['Name', token.name],
    ['May', token.scopes.map((scope) => SCOPES[scope as Scope]).join('\n')],
    ['Expires', momentIn(timeZone, token.expires_at) || 'never'],
  ]);
  const command = `curl -H 'Authorization: Bearer ${token.secret}' ${baseUrl}/admin/api/v1/store`;
  return `${fields}\n\n${formatNextSteps([['Try it:', command]])}`;
}

function tokensTable(tokens: operations.AdminToken[], { timeZone }: Store): string {
  if (tokens.length === 0) {
    return 'There are no API tokens. Make one with ./service tokens create --name ERP --scopes waitlists:read.';
  }
  const rows = tokens.map((token) => [
    token.name,
    `…${token.ending}`,
    token.state,
    momentIn(timeZone, token.last_used_at) || 'never',
    momentIn(timeZone, token.expires_at),
    token.made_by?.name ?? '',
    token.scopes.join(' '),
    token.id,
  ]);
  return formatTable(['Name', 'Ends in', 'State', 'Last used', 'Expires', 'Made by', 'Scopes', 'Id'], rows);
}
