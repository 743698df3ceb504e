import type { Sql } from '../../../platform/db.ts';
import type { Deps } from '../../deps.ts';
import { linkAddress, MAKE_LINK, newLink } from '../../links/commands.ts';
import { findLink, type PlainPurpose } from '../../links/queries.ts';
import type { LinkMaker } from '../port.ts';
import type { Mail } from '../queries.ts';

type LinkDeps = Pick<Deps, 'db' | 'secrets' | 'baseUrl'>;

/** Makes the links of a mail and stores them with it, so that a retry after a lost answer sends the same links. */
export function linkMaker(deps: LinkDeps, mail: Mail): LinkMaker {
  return async (purpose, minutes) => {
    const known = await findLiveLink(deps.db, mail, purpose);
    const id = known ?? (await makeLink(deps.db, mail, { purpose, minutes }));
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

type LinkTerms = { purpose: PlainPurpose; minutes: number };

/**
 * Inserts the link and stores its id in the mail. The statement locks the pre-order first and then the mail, in the order
 * that an erasure uses. Without the explicit lock, only the new link's foreign key would lock the pre-order, after the mail.
 */
async function makeLink(sql: Sql, { storeId, preorderId, id: mailId }: Mail, terms: LinkTerms): Promise<string> {
  const { id, values } = newLink({ storeId, preorderId, ...terms });
  await sql.query(
    `WITH held AS MATERIALIZED (SELECT 1 FROM preorder WHERE store_id = $1 AND id = $3 FOR KEY SHARE),
     made AS (${MAKE_LINK})
     UPDATE mail m SET detail = jsonb_set(coalesce(detail, '{}'), '{links}',
            coalesce(detail->'links', '{}') || jsonb_build_object(made.purpose, made.id))
     FROM held, made WHERE m.store_id = $1 AND m.id = $7`,
    [...values, mailId],
  );
  return id;
}

async function findLiveLink(sql: Sql, { links }: Mail, purpose: PlainPurpose): Promise<string | null> {
  const known = links?.[purpose];
  const link = known === undefined ? null : await findLink(sql, known);
  return link && !link.expired ? link.id : null;
}
