import { randomUUID } from 'node:crypto';
import type { Sql } from '../../../platform/db.ts';
import type { Deps } from '../../deps.ts';
import { linkAddress } from '../../links/commands.ts';
import { findLink, type PlainPurpose } from '../../links/queries.ts';
import type { LinkMaker } from '../port.ts';
import type { Mail } from '../queries.ts';

type LinkDeps = Pick<Deps, 'db' | 'secrets' | 'baseUrl'>;

export type WantedLink = { mail: Mail; purpose: PlainPurpose; minutes: number };

/**
 * Returns the links of a mail. `make` makes those that it does not have yet and stores them with it, so that a retry after a lost
 * answer sends the same links.
 */
export function linkMaker(deps: LinkDeps, mail: Mail, make: (wanted: WantedLink) => Promise<string>): LinkMaker {
  return async (purpose, minutes) => {
    const id = (await findLiveLink(deps.db, mail, purpose)) ?? (await make({ mail, purpose, minutes }));
    return linkAddress(deps, id, purpose);
  };
}

/** Returns the existing links of a mail and makes no new ones. */
export function linkReader(deps: LinkDeps, mail: Mail): LinkMaker {
  return async (purpose) => {
    const id = await findLiveLink(deps.db, mail, purpose);
    return id === null ? null : linkAddress(deps, id, purpose);
  };
}

/** Returns the links that a mail had when it went out, whether they still work or not. */
export function linkRepeater(deps: Pick<Deps, 'secrets' | 'baseUrl'>, { links }: Mail): LinkMaker {
  return async (purpose) => {
    const id = links?.[purpose];
    return id === undefined ? null : linkAddress(deps, id, purpose);
  };
}

/**
 * Inserts links of mails of one store and stores their ids in the mails. The statement locks each pre-order first and then its mail,
 * in the order that an erasure uses. Without the explicit lock, only the new link's foreign key would lock the pre-order, after the
 * mail. Resolves with the ids, in the order of the links.
 */
export async function makeLinks(sql: Sql, links: readonly WantedLink[]): Promise<string[]> {
  const ids = links.map((): string => randomUUID());
  await sql.query(
    `WITH held AS MATERIALIZED (
       SELECT id FROM preorder WHERE store_id = $1 AND id = ANY($3::uuid[]) ORDER BY id FOR KEY SHARE),
     made AS (
       INSERT INTO link (store_id, id, preorder_id, purpose, created_at, expires_at)
       SELECT $1, w.id, held.id, w.purpose, now, now + w.minutes * interval '1 minute'
       FROM held JOIN unnest($2::uuid[], $3::uuid[], $4::text[], $5::int[]) AS w (id, preorder_id, purpose, minutes)
              ON w.preorder_id = held.id, app_now() AS now
       RETURNING id, purpose)
     UPDATE mail m SET detail = jsonb_set(coalesce(detail, '{}'), '{links}', coalesce(detail->'links', '{}') || made.links)
     FROM (SELECT w.mail_id, jsonb_object_agg(made.purpose, made.id) AS links
           FROM made JOIN unnest($2::uuid[], $6::uuid[]) AS w (id, mail_id) ON w.id = made.id GROUP BY w.mail_id) made
     WHERE m.store_id = $1 AND m.id = made.mail_id`,
    [
      links[0]?.mail.storeId,
      ids,
      links.map(({ mail }) => mail.preorderId),
      links.map(({ purpose }) => purpose),
      links.map(({ minutes }) => minutes),
      links.map(({ mail }) => mail.id),
    ],
  );
  return ids;
}

async function findLiveLink(sql: Sql, { links }: Mail, purpose: PlainPurpose): Promise<string | null> {
  const known = links?.[purpose];
  const link = known === undefined ? null : await findLink(sql, known);
  return link && !link.expired ? link.id : null;
}
