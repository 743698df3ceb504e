import { type Context, keep, newId } from './books.ts';
import type { Sql } from './database.ts';
import type { JsonObject } from './json.ts';
import { chance } from './seed.ts';

export const API_VERSION = '2026-10-28.endive';

/** Stores an event with the object's current state, and a delivery of it for each webhook endpoint of the account. */
export async function note(context: Context, type: string, object: JsonObject): Promise<void> {
  const id = newId('evt');
  const data = { type, api_version: API_VERSION, pending_webhooks: 1, request: null, data: { object } };
  await keep(context, 'event', { id, data, hidden: {} });
  const { accountId, livemode } = context.owner;
  const endpoints = await context.tx.query<Endpoint>(
    `SELECT id, seed, late_ms AS "lateMs", twice FROM fake_stripe.webhook_endpoint
     WHERE account_id = $1 AND livemode = $2 AND enabled_events && ARRAY['*', $3]`,
    [accountId, livemode, type],
  );
  for (const endpoint of endpoints) await owe(context, { endpoint, eventId: id });
}

type Endpoint = { id: string; seed: number; lateMs: number; twice: number };

/** Adds a delivery, and by chance a second one. Each has a delay of its own, so order is lost too. */
async function owe(context: Context, { endpoint, eventId }: { endpoint: Endpoint; eventId: string }): Promise<void> {
  const roll = (what: string) => chance(`${endpoint.seed} ${eventId} ${what}`);
  await addDelivery(context.tx, context.owner, {
    endpointId: endpoint.id,
    eventId,
    ms: roll('late') * endpoint.lateMs,
  });
  if (roll('twice') >= endpoint.twice) return;
  await addDelivery(context.tx, context.owner, {
    endpointId: endpoint.id,
    eventId,
    ms: roll('again') * endpoint.lateMs,
  });
}

type Delivery = { endpointId: string; eventId: string; ms: number };

async function addDelivery(tx: Sql, owner: Context['owner'], { endpointId, eventId, ms }: Delivery): Promise<void> {
  await tx.query(
    `INSERT INTO fake_stripe.delivery (account_id, livemode, endpoint_id, event_id, due_at)
     VALUES ($1, $2, $3, $4, clock_timestamp() + $5 * interval '1 ms')`,
    [owner.accountId, owner.livemode, endpointId, eventId, Math.round(ms)],
  );
}
