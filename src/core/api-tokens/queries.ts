import { AppError } from '../../domain/error.ts';
import type { Scope } from '../../domain/scope.ts';
import { isUuid } from '../../domain/uuid.ts';
import type { Sql } from '../../platform/db.ts';
import type { Principal } from '../activity/commands.ts';
import { isTokenText, tokenHash } from './token-text.ts';

/** A token as its owner sees it. The secret itself is never stored. */
export type ApiToken = {
  id: string;
  name: string;
  /** The last four characters of the secret. */
  ending: string;
  scopes: Scope[];
  createdAt: Date;
  /** Null for a token that does not expire. */
  expiresAt: Date | null;
  /** Right to within a minute; null before its first use. */
  lastUsedAt: Date | null;
  revokedAt: Date | null;
  /** Null of tokens from before this was noted. */
  madeBy: Principal | null;
  state: 'valid' | 'expired' | 'revoked';
};

const TOKEN = `
  t.id, t.name, t.ending, t.scopes, t.created_at AS "createdAt", t.expires_at AS "expiresAt",
  t.last_used_at AS "lastUsedAt", t.revoked_at AS "revokedAt",
  CASE WHEN t.made_by_kind IS NOT NULL
       THEN json_build_object('kind', t.made_by_kind, 'id', t.made_by_id, 'name', t.made_by_name) END AS "madeBy",
  CASE WHEN t.revoked_at IS NOT NULL THEN 'revoked' WHEN t.expires_at <= (SELECT app_now()) THEN 'expired'
       ELSE 'valid' END AS state`;

/** Lists the tokens of a store, the newest first; revoked and expired ones too. */
export async function listApiTokens(sql: Sql, storeId: string): Promise<ApiToken[]> {
  return sql.query<ApiToken>(
    `SELECT ${TOKEN} FROM api_token t WHERE t.store_id = $1 ORDER BY t.created_at DESC, t.id`,
    [storeId],
  );
}

/** Reads a token by its id. Throws `api_token_not_found`, also for a token of another store and for text that is no id. */
export async function readApiToken(sql: Sql, storeId: string, id: string): Promise<ApiToken> {
  const [token] = isUuid(id)
    ? await sql.query<ApiToken>(`SELECT ${TOKEN} FROM api_token t WHERE t.store_id = $1 AND t.id = $2`, [storeId, id])
    : [];
  if (!token) throw new AppError('api_token_not_found', 'There is no such API token in this store.');
  return token;
}

/** The rights of a request that shows a valid token. */
export type TokenHolder = { tokenId: string; storeId: string; name: string; scopes: Scope[]; stale: boolean };

/**
 * Finds the holder of a token. Returns null for an unknown, expired or revoked one. `stale` says that its last use was stored
 * more than a minute ago.
 */
export async function findTokenHolder(sql: Sql, text: string): Promise<TokenHolder | null> {
  if (!isTokenText(text)) return null;
  const [holder] = await sql.query<TokenHolder>(
    `SELECT id AS "tokenId", store_id AS "storeId", name, scopes,
            coalesce(last_used_at < (SELECT app_now()) - interval '1 minute', true) AS stale
     FROM api_token
     WHERE hash = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > (SELECT app_now()))`,
    [tokenHash(text)],
  );
  return holder ?? null;
}
