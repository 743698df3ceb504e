import { randomUUID } from 'node:crypto';
import { checkTokenName } from '../../domain/api-token.ts';
import { AppError } from '../../domain/error.ts';
import { checkScopes, type Scope } from '../../domain/scope.ts';
import { oneRow } from '../../platform/columns.ts';
import type { Sql } from '../../platform/db.ts';
import type { Principal } from '../activity/commands.ts';
import type { Deps } from '../deps.ts';
import { lockStore } from '../stores/commands/lock.ts';
import { readClock, readStore } from '../stores/queries.ts';
import { type ApiToken, readApiToken, type TokenHolder } from './queries.ts';
import { newTokenText, tokenHash } from './token-text.ts';

export type NewApiToken = {
  name: string;
  scopes: readonly string[];
  expiresAt?: Date | null;
  /** Null where nobody is known, such as in a test. */
  madeBy?: Principal | null;
};

// A merchant gives each system a token of its own; a script that makes one a day by mistake is stopped.
const VALID_TOKENS_MAX = 50;
const ENDING_CHARACTERS = 4;

/**
 * Creates a token of the private API. Resolves with its id and the secret, which cannot be read again. Throws
 * `invalid_parameter`, `invalid_dates` or `too_many_api_tokens`.
 */
export async function createApiToken(
  deps: Pick<Deps, 'db'>,
  storeId: string,
  { name, scopes, expiresAt = null, madeBy = null }: NewApiToken,
): Promise<{ id: string; secret: string }> {
  const checked = { name: checkTokenName(name), scopes: checkScopes(scopes) };
  const id = randomUUID();
  const secret = await deps.db.transaction(async (tx) => {
    await lockStore(tx, storeId); // two requests at once could exceed the limit
    const { mode } = await readStore(tx, storeId);
    const { now } = await readClock(tx, storeId);
    if (expiresAt !== null && expiresAt <= now) {
      throw new AppError('invalid_dates', 'The token would expire at once: its end is not in the future.', {
        param: 'expires',
      });
    }
    await checkCount(tx, storeId);
    const text = newTokenText(mode);
    const row = oneRow({
      store_id: storeId,
      id,
      ...checked,
      hash: tokenHash(text),
      ending: text.slice(-ENDING_CHARACTERS),
      expires_at: expiresAt,
      ...makerColumns(madeBy),
    });
    await tx.query(`INSERT INTO api_token (${row.names}) VALUES (${row.params})`, row.values);
    return text;
  });
  return { id, secret };
}

const makerColumns = (by: Principal | null) => ({
  made_by_kind: by?.kind,
  made_by_id: by?.id,
  made_by_name: by?.name,
});

async function checkCount(tx: Sql, storeId: string): Promise<void> {
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*) AS count FROM api_token
     WHERE store_id = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > (SELECT app_now()))`,
    [storeId],
  );
  if ((row?.count ?? 0) < VALID_TOKENS_MAX) return;
  const message = `A store has at most ${VALID_TOKENS_MAX} valid API tokens: revoke one that is not used.`;
  throw new AppError('too_many_api_tokens', message);
}

/** Revokes a token: the next request with it is refused. Idempotent. Throws `api_token_not_found`. */
export async function revokeApiToken({ db }: Pick<Deps, 'db'>, storeId: string, id: string): Promise<void> {
  await readApiToken(db, storeId, id);
  await db.query('UPDATE api_token SET revoked_at = app_now() WHERE store_id = $1 AND id = $2 AND revoked_at IS NULL', [
    storeId,
    id,
  ]);
}

/** SQL: the valid tokens of the store $1 that $2 made or that these made, and so on, which may do more than $3. */
const MADE_BY = `
  WITH RECURSIVE made AS (
    SELECT id FROM api_token WHERE store_id = $1 AND made_by_id = $2
    UNION SELECT t.id FROM api_token t JOIN made m ON t.made_by_id = m.id::text WHERE t.store_id = $1)
  UPDATE api_token t SET revoked_at = CASE WHEN $4::text IS NULL THEN app_now() END,
    made_by_kind = coalesce($4, made_by_kind), made_by_name = coalesce($6, made_by_name),
    made_by_id = CASE WHEN $4 IS NULL THEN made_by_id ELSE $5 END
  FROM made WHERE t.store_id = $1 AND t.id = made.id AND t.revoked_at IS NULL AND NOT t.scopes <@ $3::text[]
  RETURNING t.id, t.name, t.scopes`;

/**
 * Ends the tokens that a staff member made, also through other tokens, and that may do more than `left`. With a `keeper` they stay,
 * and are the keeper's from then on. Resolves with them.
 */
export async function endTokensOf(
  tx: Sql,
  { storeId, memberId }: { storeId: string; memberId: string },
  { left, keeper }: { left: readonly Scope[]; keeper: Principal | undefined },
): Promise<Pick<ApiToken, 'id' | 'name' | 'scopes'>[]> {
  return tx.query(MADE_BY, [storeId, memberId, left, keeper?.kind ?? null, keeper?.id ?? null, keeper?.name ?? null]);
}

/** Stores that a token was used, at most once a minute, because requests must not wait for one row. */
export async function noteTokenUse({ db }: Pick<Deps, 'db'>, { storeId, tokenId, stale }: TokenHolder): Promise<void> {
  if (!stale) return;
  await db.query(
    `UPDATE api_token SET last_used_at = app_now()
     WHERE store_id = $1 AND id = $2
       AND (last_used_at IS NULL OR last_used_at < (SELECT app_now()) - interval '1 minute')`,
    [storeId, tokenId],
  );
}
