import { setTimeout as sleep } from 'node:timers/promises';
import {
  type CommerceConnector,
  CommerceError,
  explaining,
  type StoreOrder,
} from '../../../integrations/commerce/port.ts';
import type { Database } from '../../../platform/db.ts';
import type { Deps } from '../../deps.ts';
import { type OpenDeps, openConnection } from '../queries.ts';
import { addLimits, noteFailure, noteWorks } from './note.ts';

// A hand-over makes some requests of 20 seconds each at most, and each is repeated; a process that dies in between leaves the order claimed that long.
const CLAIM_MS = 300_000;
const CLAIM_TRIES = 20;
const CLAIM_PAUSE_MS = 250;

/**
 * Hands orders over to the platform of their store, or to `files` where none is connected. One process at a time hands over an order,
 * because most platforms create a second one when they are told twice at once. One that waited for another has an order of before, so it
 * does not hand it over.
 */
export function ordersByConnection(deps: OpenDeps, files: CommerceConnector): CommerceConnector {
  return {
    name: 'connection',
    ...(files.archive && { archive: files.archive }),
    async put(order, { again } = { again: false }) {
      const storeId = await findConnected(deps.db, order.store);
      const opened = storeId === null ? null : await openConnection(deps, storeId);
      if (storeId === null || opened === null) return files.put(order);
      const key = { storeId, orderId: order.id };
      const { until: claim, waited } = await claimOrder(deps.db, key);
      try {
        if (waited) return { ref: null };
        const earlier = { known: await readKnown(deps.db, key), again };
        const known = await deps.platforms.orders(opened.platform).put(order, earlier);
        await deps.db.transaction(async (tx) => {
          await noteWorks(tx, storeId);
          await addLimits(tx, storeId, known.limits);
          await tx.query('UPDATE connection_order SET ref = $3 WHERE store_id = $1 AND order_id = $2', [
            storeId,
            order.id,
            known.ref,
          ]);
        });
        const asked = order.lines.filter((line) => line.asked).map(({ id }) => id);
        return { ref: known.name, cancelledIds: asked.filter((id) => known.cancelledLineIds.includes(id)) };
      } catch (error) {
        throw await asHandOver(deps, { storeId, order }, error);
      } finally {
        await endClaim(deps.db, key, claim);
      }
    },
  };
}

async function findConnected(db: Database, slug: string): Promise<string | null> {
  const [row] = await db.query<{ id: string }>(
    'SELECT s.id FROM store s JOIN connection c ON c.store_id = s.id WHERE s.slug = $1',
    [slug],
  );
  return row?.id ?? null;
}

type Key = { storeId: string; orderId: string };

async function claimOrder(db: Database, { storeId, orderId }: Key): Promise<{ until: string; waited: boolean }> {
  for (let tries = 0; tries < CLAIM_TRIES; tries += 1) {
    const [claimed] = await db.query<{ until: string }>(
      `INSERT INTO connection_order AS o (store_id, order_id, claimed_until)
       VALUES ($1, $2, app_now() + $3 * interval '1 millisecond')
       ON CONFLICT (store_id, order_id) DO UPDATE SET claimed_until = excluded.claimed_until
         WHERE o.claimed_until IS NULL OR o.claimed_until < (SELECT app_now())
       RETURNING claimed_until::text AS until`,
      [storeId, orderId, CLAIM_MS],
    );
    if (claimed) return { until: claimed.until, waited: tries > 0 };
    await sleep(CLAIM_PAUSE_MS);
  }
  throw new CommerceError('unreachable', 'Another process is handing this order over.');
}

/** Returns what the platform called the order when it was last handed over. */
async function readKnown(db: Database, { storeId, orderId }: Key): Promise<{ ref: string; name: string } | null> {
  const [known] = await db.query<{ ref: string | null; name: string | null }>(
    `SELECT o.ref, s.external_ref AS name FROM connection_order o
     JOIN store_order s ON s.store_id = o.store_id AND s.id = o.order_id
     WHERE o.store_id = $1 AND o.order_id = $2`,
    [storeId, orderId],
  );
  return known?.ref ? { ref: known.ref, name: known.name ?? known.ref } : null;
}

async function endClaim(db: Database, { storeId, orderId }: Key, until: string): Promise<void> {
  await db.query(
    `UPDATE connection_order SET claimed_until = NULL
     WHERE store_id = $1 AND order_id = $2 AND claimed_until = $3::timestamptz`,
    [storeId, orderId, until],
  );
}

/** Notes what the error says of the connection. What the platform does not know of an order, a person has to put right. */
async function asHandOver(
  { db }: Pick<Deps, 'db'>,
  { storeId, order }: { storeId: string; order: StoreOrder },
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof CommerceError) || error.kind === 'refused') return error;
  if (error.kind === 'not_found') {
    const says = `The platform does not know something of order ${order.reference}.`;
    return explaining(error, { kind: 'refused', says });
  }
  await db.transaction((tx) => noteFailure(tx, storeId, error));
  return error;
}
