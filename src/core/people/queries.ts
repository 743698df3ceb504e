import type { Sql } from '../../platform/db.ts';
import { type MarketingEvidence, marketingEvidence } from '../checkouts/marketing.ts';
import { inParts } from './queries/footprint.ts';

export type ExportedCheckout = {
  id: string;
  state: string;
  createdAt: Date;
  updatedAt: Date;
  contact: { email: string; address: unknown } | null;
  locale: string;
  marketingConsent: boolean;
  marketing: MarketingEvidence | null;
  lineItemProperties: unknown;
  waitlistId: string;
  product: { id: string; title: string };
  variant: { id: string; title: string; sku: string };
  quantity: number;
  subtotal: number;
  discount: number;
  discountCode: string | null;
  shipping: number;
  tax: number;
  total: number;
  dueNow: number;
  hold: { expiresAt: string; clientAddress: string } | null;
  payments: { id: string; provider: string; providerRef: string | null; state: string; amount: number; at: string }[];
};

/** Sorts the ids of these checkouts, oldest first. */
export async function inOrderOfTime(sql: Sql, storeId: string, ids: readonly string[]): Promise<string[]> {
  const made = await inParts(ids, (part) =>
    sql.query<{ id: string; at: number }>(
      'SELECT id, extract(epoch FROM created_at)::float8 AS at FROM checkout WHERE store_id = $1 AND id = ANY($2::uuid[])',
      [storeId, part],
    ),
  );
  return made.sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1)).map(({ id }) => id);
}

/** Reads these checkouts, oldest first, each with its hold, contact and payment attempts. */
export async function readCheckouts(sql: Sql, storeId: string, ids: readonly string[]): Promise<ExportedCheckout[]> {
  return sql.query<ExportedCheckout>(
    `SELECT c.id, c.state, c.created_at AS "createdAt", c.updated_at AS "updatedAt", c.locale,
            c.marketing_consent AS "marketingConsent", ${marketingEvidence('k')} AS marketing,
            c.line_item_properties AS "lineItemProperties",
            c.waitlist_id AS "waitlistId", c.quantity, c.subtotal, c.discount, c.discount_code AS "discountCode", c.shipping, c.tax,
            c.total, c.due_now AS "dueNow",
            json_build_object('id', p.external_id, 'title', p.title) AS product,
            json_build_object('id', v.external_id, 'title', v.title, 'sku', v.sku) AS variant,
            CASE WHEN k.checkout_id IS NOT NULL THEN json_build_object('email', k.email, 'address', k.address) END AS contact,
            CASE WHEN h.checkout_id IS NOT NULL
              THEN json_build_object('expiresAt', h.expires_at, 'clientAddress', h.client_address) END AS hold,
            coalesce((SELECT json_agg(json_build_object('id', a.id, 'provider', a.provider, 'providerRef', a.provider_ref,
                                                        'state', a.state, 'amount', a.amount, 'at', a.created_at)
                                      ORDER BY a.created_at)
                      FROM attempt a WHERE a.store_id = c.store_id AND a.checkout_id = c.id), '[]') AS payments
     FROM checkout c
     JOIN variant v ON v.store_id = c.store_id AND v.id = c.variant_id
     JOIN product p ON p.store_id = v.store_id AND p.id = v.product_id
     LEFT JOIN checkout_contact k ON k.store_id = c.store_id AND k.checkout_id = c.id
     LEFT JOIN hold h ON h.store_id = c.store_id AND h.checkout_id = c.id
     WHERE c.store_id = $1 AND c.id = ANY($2::uuid[]) ORDER BY c.created_at, c.id`,
    [storeId, ids],
  );
}

export type PreorderRecords = {
  ledger: { at: string; lineId: string; account: string; amount: number }[];
  mails: {
    kind: string;
    messageId: string;
    createdAt: string;
    sentAt: string | null;
    /** Why it was never sent; null for a mail that was sent or still waits. */
    droppedWhy: string | null;
    /** Of a mail that went out; null of those from before these were kept. */
    to: string | null;
    subject: string | null;
  }[];
  links: { purpose: string; createdAt: string; expiresAt: string; usedAt: string | null; lineIds: string[] }[];
  swaps: { at: string; state: string; from: string; to: string }[];
  messages: { at: string; from: 'shopper' | 'store'; words: string | null }[];
  /** Changes of the e-mail address, with the earlier one while its mail waits. */
  contacts: { at: string; from: string | null }[];
  notes: { at: string; words: string }[];
  releases: { lineId: string; releasedAt: string; givenBackAt: string | null }[];
  orders: { number: number; state: string; externalRef: string | null; handedAt: string | null; lineIds: string[] }[];
  fulfilments: {
    number: number;
    carrier: string;
    trackingNumber: string;
    trackingLink: string;
    sentAt: string;
    deliveredAt: string | null;
    lineIds: string[];
  }[];
  webhooks: { type: string; occurredAt: string; state: string; url: string }[];
};

/**
 * Reads the records of a pre-order in other tables: ledger, mails, links, swaps, the shopper's messages, the merchant's notes,
 * releases, store orders, fulfilments and webhook messages.
 */
export async function readRecordsOf(sql: Sql, storeId: string, preorderId: string): Promise<PreorderRecords> {
  const [row] = await sql.query<PreorderRecords>(
    `SELECT
       coalesce((SELECT json_agg(json_build_object('at', e.at, 'lineId', e.line_id, 'account', e.account,
                                                   'amount', e.amount) ORDER BY e.id)
                 FROM ledger_entry e JOIN preorder_line l ON l.store_id = e.store_id AND l.id = e.line_id
                 WHERE e.store_id = $1 AND l.preorder_id = $2), '[]') AS ledger,
       coalesce((SELECT json_agg(json_build_object('kind', m.kind, 'messageId', m.message_id, 'createdAt', m.created_at,
                                                   'sentAt', m.sent_at, 'droppedWhy', m.dropped_why,
                                                   'to', m.sent_to, 'subject', m.subject)
                                 ORDER BY m.created_at)
                 FROM mail m WHERE m.store_id = $1 AND m.preorder_id = $2), '[]') AS mails,
       coalesce((SELECT json_agg(json_build_object('purpose', k.purpose, 'createdAt', k.created_at,
                                                   'expiresAt', k.expires_at, 'usedAt', k.used_at,
                                                   'lineIds', coalesce(k.detail->'lineIds', '[]'))
                                 ORDER BY k.created_at)
                 FROM link k WHERE k.store_id = $1 AND k.preorder_id = $2), '[]') AS links,
       coalesce((SELECT json_agg(json_build_object('at', s.created_at, 'state', s.state, 'from', s.from_title,
                                                   'to', s.to_title) ORDER BY s.created_at)
                 FROM line_swap s WHERE s.store_id = $1 AND s.preorder_id = $2), '[]') AS swaps,
       coalesce((SELECT json_agg(json_build_object('at', t.created_at, 'from', t.sender, 'words', t.words) ORDER BY t.created_at)
                 FROM (SELECT created_at, 'shopper' AS sender, words FROM shopper_message
                       WHERE store_id = $1 AND preorder_id = $2
                       UNION ALL
                       SELECT created_at, 'store', words FROM store_message
                       WHERE store_id = $1 AND preorder_id = $2) t), '[]') AS messages,
       coalesce((SELECT json_agg(json_build_object('at', k.created_at, 'from', k.old_email) ORDER BY k.created_at)
                 FROM contact_change k WHERE k.store_id = $1 AND k.preorder_id = $2), '[]') AS contacts,
       coalesce((SELECT json_agg(json_build_object('at', n.created_at, 'words', n.words) ORDER BY n.created_at)
                 FROM preorder_note n WHERE n.store_id = $1 AND n.preorder_id = $2), '[]') AS notes,
       coalesce((SELECT json_agg(json_build_object('lineId', r.line_id, 'releasedAt', r.released_at,
                                                   'givenBackAt', r.given_back_at) ORDER BY r.released_at)
                 FROM release_line r JOIN preorder_line l ON l.store_id = r.store_id AND l.id = r.line_id
                 WHERE r.store_id = $1 AND l.preorder_id = $2), '[]') AS releases,
       coalesce((SELECT json_agg(json_build_object('number', s.number, 'state', s.state, 'externalRef', s.external_ref,
                                                   'handedAt', s.handed_at, 'lineIds', ARRAY(
                   SELECT line_id FROM store_order_line l WHERE l.store_id = s.store_id AND l.order_id = s.id))
                                 ORDER BY s.number)
                 FROM store_order s WHERE s.store_id = $1 AND s.preorder_id = $2), '[]') AS orders,
       coalesce((SELECT json_agg(json_build_object('number', f.number, 'carrier', f.carrier,
                                                   'trackingNumber', f.tracking_number, 'trackingLink', f.tracking_link,
                                                   'sentAt', f.sent_at, 'deliveredAt', f.delivered_at, 'lineIds', ARRAY(
                   SELECT line_id FROM fulfilment_line l WHERE l.store_id = f.store_id AND l.fulfilment_id = f.id))
                                 ORDER BY f.number)
                 FROM fulfilment f WHERE f.store_id = $1 AND f.preorder_id = $2), '[]') AS fulfilments,
       coalesce((SELECT json_agg(json_build_object('type', w.type, 'occurredAt', w.occurred_at, 'state', w.state,
                                                   'url', e.url) ORDER BY w.seq)
                 FROM webhook_message w
                 JOIN webhook_endpoint e ON e.store_id = w.store_id AND e.id = w.endpoint_id
                 WHERE w.store_id = $1 AND w.subject_id = $2), '[]') AS webhooks`,
    [storeId, preorderId],
  );
  const none = {
    ledger: [],
    mails: [],
    links: [],
    swaps: [],
    messages: [],
    contacts: [],
    notes: [],
    releases: [],
    orders: [],
  };
  return row ?? { ...none, fulfilments: [], webhooks: [] };
}

/** Reads the Message-IDs of the mails about these pre-orders. Archived mail files are found by them. */
export async function readMessageIds(sql: Sql, storeId: string, preorderIds: readonly string[]): Promise<string[]> {
  const rows = await sql.query<{ messageId: string }>(
    `SELECT message_id AS "messageId" FROM mail WHERE store_id = $1 AND preorder_id = ANY($2::uuid[])
     ORDER BY created_at, id`,
    [storeId, preorderIds],
  );
  return rows.map(({ messageId }) => messageId);
}

/** Reads the ids of waiting mails about these pre-orders. Jobs have them as subjects. */
export async function readMailIds(sql: Sql, storeId: string, preorderIds: readonly string[]): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `SELECT id FROM mail WHERE store_id = $1 AND preorder_id = ANY($2::uuid[])
       AND sent_at IS NULL AND dropped_at IS NULL`,
    [storeId, preorderIds],
  );
  return rows.map(({ id }) => id);
}

/** Reads the ids of the links of these pre-orders. Jobs have them as subjects, too. */
export async function readLinkIds(sql: Sql, storeId: string, preorderIds: readonly string[]): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    'SELECT id FROM link WHERE store_id = $1 AND preorder_id = ANY($2::uuid[])',
    [storeId, preorderIds],
  );
  return rows.map(({ id }) => id);
}

/** Reads the ids of the store orders of these pre-orders. Archived order files are found by them. */
export async function readOrderIds(sql: Sql, storeId: string, preorderIds: readonly string[]): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    'SELECT id FROM store_order WHERE store_id = $1 AND preorder_id = ANY($2::uuid[]) ORDER BY id',
    [storeId, preorderIds],
  );
  return rows.map(({ id }) => id);
}
