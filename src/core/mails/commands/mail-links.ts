import type { Sql } from '../../../platform/db.ts';
import type { Deps } from '../../deps.ts';
import { linkAddress, MAKE_LINK, newLink } from '../../links/commands.ts';
import { findLink, type LinkPurpose } from '../../links/queries.ts';
import type { LinkMaker } from '../port.ts';
import type { Mail } from '../queries.ts';

type LinkDeps = Pick<Deps, 'db' | 'secrets' | 'baseUrl'>;

/** Makes the links that a mail brings, and keeps them with it: a try after a lost answer brings the same ones. */
export function linkMaker(deps: LinkDeps, mail: Mail): LinkMaker {
  return async (purpose, minutes) => {
    const known = await findLiveLink(deps.db, mail, purpose);
    const id = known ?? (await makeLink(deps.db, mail, { purpose, minutes }));
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

type Asked = { purpose: LinkPurpose; minutes: number };

/** The pre-order is locked before its mail, as an erasure locks them; for the new link's key alone it would be after it. */
async function makeLink(sql: Sql, { storeId, preorderId, id: mailId }: Mail, asked: Asked): Promise<string> {
  const { id, values } = newLink({ storeId, preorderId, ...asked });
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

async function findLiveLink(sql: Sql, { links }: Mail, purpose: LinkPurpose): Promise<string | null> {
  const known = links?.[purpose];
  const link = known === undefined ? null : await findLink(sql, known);
  return link && !link.expired ? link.id : null;
}
