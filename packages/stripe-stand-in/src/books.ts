import { randomBytes } from 'node:crypto';
import type { Sql } from './database.ts';
import type { JsonObject } from './json.ts';
import { missingObject } from './stripe-error.ts';

/** Whom objects belong to: an account, in test or live mode. */
export type Owner = { accountId: string; livemode: boolean };

/** The context of a request: its transaction, its account, and the current time in Unix seconds. */
export type Context = { tx: Sql; owner: Owner; now: number };

/** A stored object. `hidden` is state that answers do not show, such as how a card behaves. */
export type StoredObject = { id: string; data: JsonObject; hidden: JsonObject };

export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`;
}

export async function keep(context: Context, type: string, { id, data, hidden }: StoredObject): Promise<JsonObject> {
  const { accountId, livemode } = context.owner;
  const whole = { id, object: type, created: context.now, livemode, ...data };
  await context.tx.query(
    'INSERT INTO fake_stripe.object (account_id, livemode, id, type, data, hidden) VALUES ($1, $2, $3, $4, $5, $6)',
    [accountId, livemode, id, type, whole, hidden],
  );
  return whole;
}

/** Reads an object and locks it until the request ends, so that two requests that change it run one after the other. */
export async function take(context: Context, type: string, id: string): Promise<StoredObject> {
  const kept = await select(context, { type, id, lock: 'FOR UPDATE' });
  if (!kept) throw missingObject(type, id, type.endsWith('_intent') ? 'intent' : type);
  return kept;
}

export async function find(context: Context, type: string, id: string): Promise<StoredObject | null> {
  return select(context, { type, id, lock: '' });
}

type Selected = { type: string; id: string; lock: 'FOR UPDATE' | '' };

async function select({ tx, owner }: Context, { type, id, lock }: Selected): Promise<StoredObject | null> {
  const [row] = await tx.query<StoredObject>(
    `SELECT id, data, hidden FROM fake_stripe.object
     WHERE account_id = $1 AND livemode = $2 AND id = $3 AND type = $4 ${lock}`,
    [owner.accountId, owner.livemode, id, type],
  );
  return row ?? null;
}

/** Reads an object of any type, for `expand`. */
export async function findAny(context: Context, id: string): Promise<JsonObject | null> {
  const { accountId, livemode } = context.owner;
  const [row] = await context.tx.query<Pick<StoredObject, 'data'>>(
    'SELECT data FROM fake_stripe.object WHERE account_id = $1 AND livemode = $2 AND id = $3',
    [accountId, livemode, id],
  );
  return row?.data ?? null;
}

export async function change(context: Context, { id, data, hidden }: StoredObject): Promise<JsonObject> {
  const { accountId, livemode } = context.owner;
  await context.tx.query(
    'UPDATE fake_stripe.object SET data = $4, hidden = $5 WHERE account_id = $1 AND livemode = $2 AND id = $3',
    [accountId, livemode, id, data, hidden],
  );
  return data;
}

export type Page = {
  limit: number;
  startingAfter?: string;
  endingBefore?: string;
  /** Keeps only objects whose fields have these values. */
  where: { [field: string]: string };
  created: { gt?: number; gte?: number; lt?: number; lte?: number };
};

/** Reads a page of objects, the newest first, as Stripe lists them. */
export async function list(
  context: Context,
  type: string,
  page: Page,
): Promise<{ data: JsonObject[]; hasMore: boolean }> {
  const { accountId, livemode } = context.owner;
  const { gt, gte, lt, lte } = page.created;
  const back = page.endingBefore !== undefined;
  const rows = await context.tx.query<{ data: JsonObject }>(
    `SELECT data FROM fake_stripe.object o
     WHERE account_id = $1 AND livemode = $2 AND type = $3 AND data @> $4
       AND ($5::bigint IS NULL OR (data ->> 'created')::bigint > $5)
       AND ($6::bigint IS NULL OR (data ->> 'created')::bigint >= $6)
       AND ($7::bigint IS NULL OR (data ->> 'created')::bigint < $7)
       AND ($8::bigint IS NULL OR (data ->> 'created')::bigint <= $8)
       AND ($9::bigint IS NULL OR seq < $9) AND ($10::bigint IS NULL OR seq > $10)
     ORDER BY CASE WHEN $11 THEN seq END, seq DESC LIMIT $12`,
    [
      accountId,
      livemode,
      type,
      page.where,
      gt ?? null,
      gte ?? null,
      lt ?? null,
      lte ?? null,
      await placeOf(context, type, { id: page.startingAfter, param: 'starting_after' }),
      await placeOf(context, type, { id: page.endingBefore, param: 'ending_before' }),
      back,
      page.limit + 1,
    ],
  );
  const data = rows.slice(0, page.limit).map((row) => row.data);
  return { data: back ? data.reverse() : data, hasMore: rows.length > page.limit };
}

type Cursor = { id: string | undefined; param: string };

async function placeOf(context: Context, type: string, { id, param }: Cursor): Promise<number | null> {
  if (id === undefined) return null;
  const { accountId, livemode } = context.owner;
  const [row] = await context.tx.query<{ seq: number }>(
    'SELECT seq FROM fake_stripe.object WHERE account_id = $1 AND livemode = $2 AND id = $3 AND type = $4',
    [accountId, livemode, id, type],
  );
  if (!row) throw missingObject(type, id, param);
  return row.seq;
}
