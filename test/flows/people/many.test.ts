import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { endCheckout } from '../../../src/core/checkouts/commands/end.ts';
import { makeCheckout } from '../../../src/core/checkouts/commands/reserve.ts';
import { customerKeyOf } from '../../../src/core/checkouts/customer-key.ts';
import { erase } from '../../../src/core/people/commands/erase.ts';
import { withHoldsRefused } from '../../../src/core/people/commands/guard.ts';
import { endRetention } from '../../../src/core/people/commands/retain.ts';
import { advanceLines } from '../../../src/core/preorders/commands/advance.ts';
import { readPreorder } from '../../../src/core/preorders/queries.ts';
import { readStore } from '../../../src/core/stores/queries.ts';
import type { Database, Sql } from '../../../src/platform/db.ts';
import { exportPerson, exportText } from '../../../src/surfaces/merchant-json/person-export.ts';
import { buyFrom } from '../../support/buy.ts';
import { commandLine } from '../../support/command-line.ts';
import { checkoutRequest, createOffer, type Offer, shiftClock } from '../../support/core.ts';
import { ownInstallation } from '../../support/database.ts';
import { createMarkedPerson, findMarks, type Somebody } from '../../support/footprint.ts';
import { recordMails } from '../../support/mails.ts';
import { copyPreorder } from '../../support/many-preorders.ts';
import { useCore } from '../../support/use-core.ts';

// An erasure takes time. Holds may begin during it, and a person may have more pre-orders than one transaction takes.

const { database, core } = await useCore(ownInstallation);

const openOffer = () => createOffer(core, { allocation: 5_000 });
const shopper = () => ({ clientAddress: '203.0.113.8', idempotencyKey: randomUUID() });
const targetOf = ({ storeId }: Offer, { email }: Somebody) => ({ storeId, email });
const startCheckout = (deps: typeof core, offer: Offer, who: Somebody) =>
  makeCheckout(deps, checkoutRequest(offer, who.person), shopper());

/** Starts a checkout that waits for the tax service until `work` is done. */
async function checkOutDuring(offer: Offer, who: Somebody, work: () => Promise<unknown>): Promise<unknown> {
  const [asked, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const tax: typeof core.tax = {
    ...core.tax,
    async ask(place) {
      asked.resolve();
      await done.promise;
      return core.tax.ask(place);
    },
  };
  const reserved = startCheckout({ ...core, tax }, offer, who).catch((error: unknown) => error);
  await asked.promise;
  await work().finally(done.resolve);
  return reserved;
}

test('refuses a checkout that began before the erasure ended, and treats later ones as a new person’s', async () => {
  const [offer, who, other] = [await openOffer(), createMarkedPerson(), createMarkedPerson()];
  const refused = await checkOutDuring(offer, who, () => erase(core, targetOf(offer, who), { openToo: false }));
  expect(refused).toMatchObject({ code: 'unavailable' });
  expect(await findMarks(database.db, [who.mark])).toEqual([]);
  expect(await checkOutDuring(offer, other, () => erase(core, targetOf(offer, who), { openToo: false }))).toEqual(
    expect.any(String),
  );
  expect(await startCheckout(core, offer, who)).toEqual(expect.any(String));
});

test('refuses the person’s checkouts during an erasure, in that store alone, and not after it failed', async () => {
  const [offer, elsewhere, who] = [await openOffer(), await openOffer(), createMarkedPerson()];
  const failed = withHoldsRefused(database.db, targetOf(offer, who), async () => {
    await expect(startCheckout(core, offer, who)).rejects.toMatchObject({ code: 'unavailable' });
    await startCheckout(core, elsewhere, who);
    await startCheckout(core, offer, createMarkedPerson());
    throw new Error('the erasure failed');
  });
  await expect(failed).rejects.toThrow('the erasure failed');
  await startCheckout(core, offer, who);
});

test('refuses checkouts for a minute after an erasure died, and then removes its guard', async () => {
  const [offer, who] = [await openOffer(), createMarkedPerson()];
  const guards = () => database.db.query('SELECT 1 FROM erasure_guard WHERE store_id = $1', [offer.storeId]);
  await withHoldsRefused(database.db, targetOf(offer, who), async () => {
    await shiftClock(database.db, 2 * 60);
    await startCheckout(core, offer, who);
  });
  expect(await guards()).toHaveLength(1);
  await shiftClock(database.db, 20 * 60);
  await endRetention(core);
  expect(await guards()).toEqual([]);
  await shiftClock(database.db, 0);
});

/** Creates a person with this many more pre-orders, all of them sent. */
async function createReseller(offer: Offer, copies: number): Promise<Somebody & { preorderId: string }> {
  const who = createMarkedPerson();
  const reference = await buyFrom(core, offer, { ...who.person, quantity: 1 });
  const { id: preorderId } = await readPreorder(database.db, offer.storeId, reference);
  const target = { storeId: offer.storeId, preorderId, lineIds: null };
  await advanceLines(core, { ...target, to: 'released' });
  await advanceLines(core, { ...target, to: 'fulfilled' });
  await copyPreorder(core, { storeId: offer.storeId, reference }, copies);
  return { ...who, preorderId };
}

test('erases many pre-orders in parts, and continues after an interruption', async () => {
  const offer = await openOffer();
  const who = await createReseller(offer, 1_200);
  const [last] = await database.db.query<{ id: string }>(
    'SELECT id FROM preorder WHERE store_id = $1 ORDER BY id DESC LIMIT 1',
    [offer.storeId],
  );
  await database.db.query(
    `INSERT INTO mail (store_id, id, preorder_id, kind, dedupe, message_id, claimed_until)
     VALUES ($1, gen_random_uuid(), $2, 'placed', 'last', 'last@shop.example', app_now() + interval '1 minute')`,
    [offer.storeId, last?.id],
  );
  const named = 'SELECT count(*)::int AS n FROM preorder_contact WHERE store_id = $1';
  const refused = erase(core, targetOf(offer, who), { openToo: false });
  await expect(refused).rejects.toMatchObject({
    code: 'job_running',
    message: expect.stringContaining('A part was erased'),
  });
  expect(await database.db.query(named, [offer.storeId])).toEqual([{ n: 201 }]);

  await database.db.query('UPDATE mail SET claimed_until = NULL WHERE store_id = $1', [offer.storeId]);
  const { preorders, checkouts } = await erase(core, targetOf(offer, who), { openToo: false });
  expect([preorders.length, checkouts.length]).toEqual([201, 201]);
  expect(await database.db.query(named, [offer.storeId])).toEqual([{ n: 0 }]);
  expect(await findMarks(database.db, [who.mark, customerKeyOf(offer.storeId, who.email)])).toEqual([]);
  const [books] = await database.db.query(
    `SELECT sum(preorders)::int AS preorders, count(*) FILTER (WHERE finished_at IS NOT NULL)::int AS finished
     FROM erasure WHERE store_id = $1`,
    [offer.storeId],
  );
  expect(books).toEqual({ preorders: 1_201, finished: 1 });
});

/** Creates a person with this many abandoned checkouts, each of another time. */
async function createVisitor(offer: Offer, copies: number): Promise<Somebody> {
  const who = createMarkedPerson();
  const id = await startCheckout(core, offer, who);
  await endCheckout(core, { storeId: offer.storeId, checkoutId: id }, 'abandoned');
  await database.db.transaction(async (tx) => {
    await tx.query(
      'CREATE TEMPORARY TABLE copy ON COMMIT DROP AS SELECT n, gen_random_uuid() AS id FROM generate_series(1, $1::int) AS n',
      [copies],
    );
    for (const [table, changes, where] of [
      ['checkout', `'id', c.id, 'created_at', o.created_at - c.n * interval '1 second'`, 'id'],
      ['checkout_contact', `'checkout_id', c.id`, 'checkout_id'],
      [
        'idempotency',
        `'subject_id', c.id, 'key', c.id, 'created_at', o.created_at - c.n * interval '1 second'`,
        'subject_id',
      ],
    ]) {
      await tx.query(
        `INSERT INTO ${table} SELECT (jsonb_populate_record(o, jsonb_build_object(${changes}))).* FROM ${table} o, copy c
         WHERE o.store_id = $1 AND o.${where} = $2`,
        [offer.storeId, id],
      );
    }
  });
  return who;
}

/**
 * Returns a database whose statements may take a second. A statement that reads everything about a person would take
 * longer.
 */
function withShortStatements(db: Database): { db: Database; count: () => number } {
  let statements = 0;
  const limited = async <T>(work: (tx: Sql) => Promise<T>) =>
    db.transaction(async (tx) => {
      await tx.query(`SET LOCAL statement_timeout = '1s'`);
      return work({
        query: (text, values) => {
          statements += 1;
          return tx.query(text, values);
        },
      });
    });
  return {
    db: { ...db, transaction: limited, query: (text, values) => limited((tx) => tx.query(text, values)) },
    count: () => statements,
  };
}

test('exports and erases five thousand checkouts by short statements, few for each part', async () => {
  const offer = await openOffer();
  const who = await createVisitor(offer, 5_000);
  const short = withShortStatements(database.db);
  const store = await readStore(database.db, offer.storeId);
  const exported = await exportPerson(short.db, store, who.email);
  let [longest, text] = [0, ''];
  for await (const piece of exportText(exported)) {
    longest = Math.max(longest, piece.length);
    text += piece;
  }
  expect(JSON.parse(text).checkouts).toHaveLength(5_001);
  expect(longest).toBeLessThan(10_000);
  expect(short.count()).toBeLessThan(100);

  const before = short.count();
  const erased = await erase({ ...core, db: short.db }, targetOf(offer, who), { openToo: false });
  expect(erased.checkouts).toHaveLength(5_001);
  expect(short.count() - before).toBeLessThan(500);
  expect(await findMarks(database.db, [who.mark, customerKeyOf(offer.storeId, who.email)])).toEqual([]);
  const requests = 'SELECT count(*)::int AS n FROM idempotency WHERE store_id = $1';
  expect(await database.db.query(requests, [offer.storeId])).toEqual([{ n: 0 }]);
});

test('erases everything when two workers erase the same person at once', async () => {
  const offer = await openOffer();
  const who = await createVisitor(offer, 2_000);
  const both = [1, 2].map(() => erase(core, targetOf(offer, who), { openToo: false }));
  const erased = await Promise.all(both);
  const taken = erased.flatMap(({ checkouts }) => checkouts.map(({ id }) => id));
  expect(new Set(taken).size).toBe(2_001);
  expect(taken).toHaveLength(2_001);
  expect(await findMarks(database.db, [who.mark])).toEqual([]);
});

test('prints the same export that it writes to a file', async () => {
  const offer = await openOffer();
  const who = await createReseller(offer, 250);
  await recordMails(core); // written now, so that no mail appears between the two exports
  const folder = await mkdtemp(join(tmpdir(), 'people-many-'));
  const cli = commandLine({
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    SECRET_KEY: 'a secret key that only the tests have',
  });
  const { slug } = await readStore(database.db, offer.storeId);
  const file = join(folder, 'export.json');
  const written = await cli.json('people', 'export', who.email, '--store', slug, '--output', file);
  const printed = await cli.json('people', 'export', who.email, '--store', slug);
  expect([written.code, printed.code]).toEqual([0, 0]);
  const text = await readFile(file, 'utf8');
  const parsed = JSON.parse(text);
  expect(text).toBe(`${JSON.stringify(parsed, null, 2)}\n`);
  expect(parsed).toEqual({ ...(printed.data as object), exported_at: parsed.exported_at });
  expect([parsed.checkouts.length, parsed.preorders.length]).toEqual([251, 251]);
  await rm(folder, { recursive: true, force: true });
});
