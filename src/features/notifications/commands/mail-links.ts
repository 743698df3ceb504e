import type { Sql } from '../../../platform/db.ts';
import type { Deps } from '../../deps.ts';
import { linkAddress } from '../../links/commands.ts';
import { findLink, type LinkPurpose } from '../../links/queries.ts';
import type { LinkMaker } from '../compose.ts';
import type { Mail } from '../queries.ts';

type LinkDeps = Pick<Deps, 'db' | 'secrets' | 'baseUrl'>;

/** Makes the links that a mail brings, and remembers them with it: a try after a lost answer brings the same ones. */
export function linkMaker(deps: LinkDeps, mail: Mail): LinkMaker {
  return async (purpose, make) => {
    const id = await deps.db.transaction(async (tx) => {
      const known = await findLiveLink(tx, mail, purpose);
      if (known !== null) return known;
      const made = await make(tx);
      await tx.query(
        `UPDATE mail SET detail = jsonb_set(coalesce(detail, '{}'), '{links}',
                coalesce(detail->'links', '{}') || jsonb_build_object($3::text, $4::text))
         WHERE store_id = $1 AND id = $2`,
        [mail.storeId, mail.id, purpose, made.id],
      );
      return made.id;
    });
    return linkAddress(deps, id, purpose);
  };
}

/** Shows the links that a mail brought, and makes none. */
export function linkReader(deps: LinkDeps, mail: Mail): LinkMaker {
  return async (purpose) => {
    const id = await findLiveLink(deps.db, mail, purpose);
    return id === null ? null : linkAddress(deps, id, purpose);
  };
}

async function findLiveLink(sql: Sql, { storeId, id }: Mail, purpose: LinkPurpose): Promise<string | null> {
  const [row] = await sql.query<{ linkId: string | null }>(
    `SELECT detail->'links'->>$3 AS "linkId" FROM mail WHERE store_id = $1 AND id = $2`,
    [storeId, id, purpose],
  );
  const link = row?.linkId ? await findLink(sql, row.linkId) : null;
  return link && !link.expired ? link.id : null;
}
