import { randomUUID } from 'node:crypto';
import { reconcileStore } from '../src/core/accounts/commands/reconcile.ts';
import { AUDIT_RULES } from '../src/core/audits/all-rules.ts';
import { prove } from '../src/core/audits/queries/prove.ts';
import { readDueAudits } from '../src/core/audits/queries.ts';
import { WALKS } from '../src/core/audits/rule.ts';
import { customerKeyOf } from '../src/core/checkouts/customer-key.ts';
import { erase } from '../src/core/people/commands/erase.ts';
import { readStore } from '../src/core/stores/queries.ts';
import { exportPerson, exportText } from '../src/surfaces/merchant-json/person-export.ts';
import { connectTestBooks } from '../test/support/account-books.ts';
import type { GrowthLine, GrowthStage } from './growth-line.ts';

const RANGE = 200; // the smallest store has at least as many rows
const MOVED = 20;
const FIRST_KEY = '00000000-0000-0000-0000-000000000000';

/** The lines of audits, reconciliation, and export and erasure of a person. */
export const BOOK_LINES: GrowthLine[] = [
  { name: 'audit: whose turn it is', run: ({ db }) => readDueAudits(db, 50) },
  {
    // Leaves out rules that count a whole waitlist or release at once: their time depends on its size.
    name: 'audit: a range of each rule that goes in ranges',
    run: async ({ db, offer }) => {
      for (const [index, { by }] of Object.values(AUDIT_RULES).entries()) {
        if (by === 'once' || by === 'ledger' || WALKS[by].rows === 1) continue;
        const from = { rulesDone: index, after: FIRST_KEY, found: [] };
        await prove(db, offer.storeId, { from, rowsMax: RANGE }).next();
      }
    },
  },
  {
    name: 'comparison with the provider, of the last movements of money',
    prepare: ({ core, offer }) => connectTestBooks(core, offer.storeId),
    run: async ({ db, core, offer }) => {
      const connected = await connectTestBooks(core, offer.storeId);
      const accounts = { ...connected, async *list() {} }; // an empty list, so that each payment is read by itself
      const [{ at: from } = { at: new Date() }] = await db.query<{ at: Date }>(
        'SELECT ended_at AS at FROM movement WHERE store_id = $1 AND ended_at IS NOT NULL ORDER BY ended_at DESC OFFSET $2 LIMIT 1',
        [offer.storeId, MOVED],
      );
      await reconcileStore({ ...core, accounts }, offer.storeId, { from, until: new Date() });
    },
  },
  {
    name: 'people export, of a person with one checkout',
    prepare: makeLooker,
    run: async ({ db, offer }) => {
      const exported = await exportPerson(db, await readStore(db, offer.storeId), LOOKER);
      if (exported.counts.checkouts === 0) throw new Error('export without the checkout');
      for await (const _piece of exportText(exported));
    },
  },
  {
    name: 'people erase, of a person with one checkout',
    prepare: makeLooker,
    run: async ({ core, offer }) => {
      const { checkouts } = await erase(core, { storeId: offer.storeId, email: LOOKER }, { openToo: false });
      if (checkouts.length === 0) throw new Error('erasure without the checkout');
    },
  },
];

const LOOKER = 'looker@shopper.example';

/** Creates an abandoned checkout of LOOKER as a copy of another one. */
async function makeLooker({ db, offer: { storeId } }: GrowthStage): Promise<void> {
  const [one] = await db.query<{ id: string }>(
    `SELECT c.id FROM checkout c JOIN checkout_contact k ON k.store_id = c.store_id AND k.checkout_id = c.id
     WHERE c.store_id = $1 AND c.state = 'abandoned' LIMIT 1`,
    [storeId],
  );
  const copy = randomUUID();
  await db.query(
    `INSERT INTO checkout
     SELECT (jsonb_populate_record(o, jsonb_build_object('id', $3::uuid, 'customer_key', $4::text))).*
     FROM checkout o WHERE o.store_id = $1 AND o.id = $2`,
    [storeId, one?.id, copy, customerKeyOf(storeId, LOOKER)],
  );
  await db.query(
    `INSERT INTO checkout_contact
     SELECT (jsonb_populate_record(o, jsonb_build_object('checkout_id', $3::uuid, 'email', $4::text))).*
     FROM checkout_contact o WHERE o.store_id = $1 AND o.checkout_id = $2`,
    [storeId, one?.id, copy, LOOKER],
  );
}
