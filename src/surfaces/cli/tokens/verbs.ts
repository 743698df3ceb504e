import type { Command } from 'commander';
import { COMMAND_LINE } from '../../../core/activity/commands.ts';
import { createApiToken, revokeApiToken } from '../../../core/api-tokens/commands.ts';
import { type ApiToken, listApiTokens, readApiToken } from '../../../core/api-tokens/queries.ts';
import type { Deps } from '../../../core/deps.ts';
import type { Store } from '../../../core/stores/queries.ts';
import { SCOPES } from '../../../domain/scope.ts';
import { parseMoment } from '../../../domain/store-time.ts';
import { tokenJson } from '../../merchant-json/access.ts';
import { formatFields, formatNextSteps, formatTable, formatTime } from '../terminal.ts';
import { collect } from '../values.ts';
import { type Answer, defineStoreReading, defineStoreVerb, type Input, type VerbRunner } from '../verb.ts';

type CreateOptions = { name: string; scope: string[]; expires?: string };

/** Adds the verbs for the tokens with which a merchant's own systems use the private API. */
export function addTokens(runner: VerbRunner, tokens: Command): void {
  const scopes = Object.entries(SCOPES).map(([scope, what]) => `${scope} (${what})`);

  const create = tokens
    .command('create')
    .description('make a token; its secret is printed once')
    .requiredOption('--name <text>', 'for you, such as ERP')
    .requiredOption('--scope <scope>', `what it may do; repeatable: ${scopes.join(', ')}`, collect)
    .option('--expires <time>', 'such as "2027-01-01 00:00" on the store’s clock (default: never)');
  defineStoreVerb<CreateOptions>(runner, create, createVerb);

  const list = tokens.command('list').description('all tokens, the newest first, and when they were last used');
  defineStoreReading(runner, list, async ({ db }, { store }) => {
    const found = await listApiTokens(db, store.id);
    const none = 'There are no API tokens. Make one with ./service tokens create --name ERP --scope waitlists:read.';
    return { data: found.map(tokenJson), text: found.length > 0 ? tokensTable(found, store) : none };
  });

  const revoke = tokens
    .command('revoke')
    .argument('<token>', 'its id, as listed')
    .description('end a token; the next request with it is refused');
  defineStoreVerb(runner, revoke, async (deps, { store, args: [id = ''] }) => {
    await revokeApiToken(deps, store.id, id);
    const token = await readApiToken(deps.db, store.id, id);
    return { data: tokenJson(token), text: `${token.name} (…${token.ending}) is revoked.` };
  });
}

async function createVerb(deps: Deps, { store, options }: Input<CreateOptions> & { store: Store }): Promise<Answer> {
  const { name, scope: scopes, expires } = options;
  const expiresAt = expires === undefined ? null : parseMoment(expires, store.timeZone, 'expires');
  const { id, secret } = await createApiToken(deps, store.id, { name, scopes, expiresAt, madeBy: COMMAND_LINE });
  const token = await readApiToken(deps.db, store.id, id);
  const text = [
    formatFields([
      ['Token', `${secret}  (shown only now)`],
      ['Id', token.id],
      ['Name', token.name],
      ['May', token.scopes.map((scope) => SCOPES[scope]).join('\n')],
      ['Expires', formatTime(token.expiresAt, store.timeZone) || 'never'],
    ]),
    formatNextSteps([['Try it:', `curl -H 'Authorization: Bearer ${secret}' ${deps.baseUrl}/admin/api/v1/store`]]),
  ];
  return { data: { ...tokenJson(token), secret }, text: text.join('\n\n') };
}

function tokensTable(tokens: readonly ApiToken[], { timeZone }: Store): string {
  const rows = tokens.map((token) => [
    token.name,
    `…${token.ending}`,
    token.state,
    formatTime(token.lastUsedAt, timeZone) || 'never',
    formatTime(token.expiresAt, timeZone),
    token.madeBy?.name ?? '',
    token.scopes.join(' '),
    token.id,
  ]);
  return formatTable(['Name', 'Ends in', 'State', 'Last used', 'Expires', 'Made by', 'Scopes', 'Id'], rows);
}
