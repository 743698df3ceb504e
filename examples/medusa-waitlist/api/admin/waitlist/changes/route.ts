import type { MedusaRequest, MedusaResponse } from '@medusajs/framework/http';
import { CHANGES_AT_ONCE, changesIn } from '../../../../waitlist/changes';

// A row is stamped some time before others can see it.
const SEEN_AFTER_MS = 3_000;

/** Lists what changed since a time, page by page; without a time, only says from which time on to ask. */
export async function GET(req: MedusaRequest, res: MedusaResponse) {
  const { since, until, after } = req.query as Record<string, string | undefined>;
  const end = until ? new Date(until) : new Date(Date.now() - SEEN_AFTER_MS);
  const changes = since ? await changesIn(req.scope, { since: new Date(since), until: end, after }) : [];
  const last = changes.length === CHANGES_AT_ONCE ? changes.at(-1) : undefined;
  res.json({ changes, until: end.toISOString(), next: last ? `${last.what} ${last.id}` : null });
}
