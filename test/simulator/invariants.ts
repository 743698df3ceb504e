import { AUDIT_RULES } from '../../src/core/audits/all-rules.ts';
import { wholeOf } from '../../src/core/audits/rule.ts';
import { BOOK_RULES, BOOK_RULES_AT_REST } from '../support/book-rules.ts';
import { findMarks } from '../support/footprint.ts';
import { createRuleCheck } from './rule-check.ts';
import { RULES, RULES_AT_REST, RULES_SWEPT } from './rules.ts';
import { DECIMALS } from './store-fixture.ts';
import { Violation } from './violation.ts';
import type { World } from './world.ts';

// The clock jumps, so overdue work may not have had a chance to run. After a swap to a cheaper variant the shopper has
// paid more than the total until the refund.
const AT_REST_ONLY = [
  'once it had time',
  'once there was time',
  'ends when its time is over',
  'is stuck',
  'Nobody is charged beyond the total',
];
const isOfEveryMoment = (rule: string): boolean => !AT_REST_ONLY.some((one) => rule.includes(one));
const AUDIT = Object.entries(AUDIT_RULES).map(([name, rule]) => [name, wholeOf(rule)] as const);

// The product's own audit, the additional rules of the tests, and rules that compare both sides.
const checkRules = createRuleCheck({
  ...Object.fromEntries(AUDIT.filter(([rule]) => isOfEveryMoment(rule))),
  ...BOOK_RULES,
  ...RULES,
});
const checkRulesAtRest = createRuleCheck({ ...Object.fromEntries(AUDIT), ...BOOK_RULES_AT_REST, ...RULES_AT_REST });

/** Checks the rules that hold after every step, even with unfinished work. */
export async function checkAlways(world: World): Promise<void> {
  checkSwallowed(world);
  checkMails(world);
  checkDecimals(world);
  checkOrders(world);
  await checkRules(world);
  await checkConfirmed(world);
}

/** Checks the rules that hold right after the rounds of a worker without a fault. */
export const checkSwept = createRuleCheck(RULES_SWEPT);

/** Checks the rules that hold once no work is left. */
export async function checkAtRest(world: World): Promise<void> {
  await checkAlways(world);
  await checkRulesAtRest(world);
  await checkErased(world);
  await checkSent(world);
  await checkHandedOver(world);
}

function checkSwallowed({ swallowed }: World): void {
  const [first] = swallowed;
  if (first !== undefined) throw new Violation('Nothing fails but what is told to', first);
}

/** Rule: a repeated mail goes to the same person, and no mail goes to an erased person. */
function checkMails({ outside, erased }: World): void {
  const receivers = new Map<string, string>();
  for (const { messageId, to, at } of outside.mails) {
    if ((receivers.get(messageId) ?? to.address) !== to.address) {
      throw new Violation('A mail that is sent again goes to the same person', { messageId });
    }
    receivers.set(messageId, to.address);
    if (erased.some(({ mark, at: since }) => at > since && to.address.includes(mark))) {
      throw new Violation('Nobody is written to once they are erased', { messageId });
    }
  }
}

// Not within a word: a reference has letters and digits and may contain KWD7.
const AMOUNT = /(?<!\w-?)(?<currency>€|¥|\$|KWD|HUF)\s?[\d,]*\d(?:\.(?<decimals>\d+))?/g;
const CODES: Record<string, string> = { '€': 'EUR', '¥': 'JPY', $: 'USD' };

/**
 * Rule: amounts in mails have the decimals of their currency. Otherwise the shown amount differs from the charged one.
 */
function checkDecimals({ outside }: World): void {
  for (const { messageId, text } of outside.mails.slice(-MAILS_LOOKED_AT)) {
    for (const { groups = {} } of text.matchAll(AMOUNT)) {
      const { currency = '', decimals = '' } = groups;
      if (decimals.length === DECIMALS[CODES[currency] ?? currency]) continue;
      throw new Violation('Amounts are told with the decimals of their currency', { messageId, currency, decimals });
    }
  }
}

// A step sends fewer mails.
const MAILS_LOOKED_AT = 200;

type Standing = { id: string; reference: string; total: number; lineIds: string[]; cancelled: string[] };

/** Rule: a confirmed pre-order exists, and a cancelled line item stays cancelled. */
async function checkConfirmed({ sql, storeId, confirmed }: World): Promise<void> {
  if (confirmed.length === 0) return;
  const rows = await sql.query<Standing>(
    `SELECT o.id, o.reference, o.total, array_agg(l.id::text ORDER BY l.position) AS "lineIds",
            coalesce(array_agg(l.id::text) FILTER (WHERE l.state = 'cancelled'), '{}') AS cancelled
     FROM preorder o JOIN preorder_line l ON l.store_id = o.store_id AND l.preorder_id = o.id
     WHERE o.store_id = $1 GROUP BY o.store_id, o.id`,
    [storeId],
  );
  const standing = new Map(rows.map((row) => [row.id, row]));
  for (const { id, reference, total, lineIds, cancelled } of confirmed) {
    const found = standing.get(id);
    if (!found || found.reference !== reference) throw new Violation('No acknowledged pre-order is lost', reference);
    const lost = lineIds.filter((line) => !found.lineIds.includes(line));
    if (lost.length > 0) throw new Violation('No acknowledged line item is lost', { reference, lost });
    if (total !== null && found.total !== total)
      throw new Violation('A total is what the shopper was told', { reference, total, now: found.total });
    const back = [...cancelled].filter((line) => !found.cancelled.includes(line));
    if (back.length > 0) throw new Violation('What was cancelled stays cancelled', { reference, back });
  }
}

/** Rule: no table and no later mail has a mark of an erased person. */
async function checkErased({ sql, erased }: World): Promise<void> {
  const found = await findMarks(
    sql,
    erased.map(({ mark }) => mark),
  );
  if (found.length > 0) throw new Violation('Nobody who was erased reappears', found);
}

/** Rule: the mail server has accepted every mail that the table calls sent. */
async function checkSent({ sql, storeId, outside }: World): Promise<void> {
  const sent = await sql.query<{ messageId: string }>(
    `SELECT message_id AS "messageId" FROM mail WHERE store_id = $1 AND sent_at IS NOT NULL`,
    [storeId],
  );
  const taken = new Set(outside.mails.map(({ messageId }) => messageId));
  const claimed = sent.filter(({ messageId }) => !taken.has(messageId));
  if (claimed.length > 0) throw new Violation('A mail that counts as sent was taken over', claimed);
}

/** Rule: the store's own system has each line item in one order only. */
function checkOrders({ outside }: World): void {
  const seen = new Map<string, string>();
  for (const { id, lines } of outside.orders.values()) {
    for (const line of lines) {
      if ((seen.get(line.id) ?? id) !== id) throw new Violation('A line item is sent once', { line: line.id });
      seen.set(line.id, id);
    }
  }
}

/** Rule: released and paid line items are in an order, but not cancelled ones and not those of erased persons. */
async function checkHandedOver({ sql, storeId, outside }: World): Promise<void> {
  const wanted = new Map(
    [...outside.orders.values()].flatMap(({ lines }) => lines.map(({ id, cancelled }) => [id, !cancelled] as const)),
  );
  const rows = await sql.query<{ id: string; state: string; isSomebodys: boolean }>(
    `SELECT l.id, l.state, k.preorder_id IS NOT NULL AS "isSomebodys" FROM preorder_line l
     LEFT JOIN preorder_contact k ON k.store_id = l.store_id AND k.preorder_id = l.preorder_id WHERE l.store_id = $1`,
    [storeId],
  );
  const unwanted = rows.filter(({ id, state }) => state === 'cancelled' && wanted.get(id) === true);
  if (unwanted.length > 0) throw new Violation('A cancelled line item is not sent', unwanted);
  const forgotten = rows.filter(({ id, state, isSomebodys }) => state === 'released' && isSomebodys && !wanted.get(id));
  if (forgotten.length > 0) throw new Violation('What is released and paid is sent', forgotten);
}
