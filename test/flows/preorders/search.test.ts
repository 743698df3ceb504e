import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { changeContact } from '../../../src/core/people/commands/change-contact.ts';
import { erase } from '../../../src/core/people/commands/erase.ts';
import { advanceLines } from '../../../src/core/preorders/commands/advance.ts';
import { changeAddress } from '../../../src/core/preorders/commands/change-address.ts';
import { correctTracking } from '../../../src/core/preorders/commands/correct-fulfilment.ts';
import { writeDueWords, writeMissingWords } from '../../../src/core/preorders/commands/keep-words.ts';
import { sendLines } from '../../../src/core/preorders/commands/send.ts';
import { searchPreorders } from '../../../src/core/preorders/queries/search.ts';
import { PART_ROWS, readWords } from '../../../src/core/preorders/queries/words.ts';
import { readPreorder } from '../../../src/core/preorders/queries.ts';
import { gramsOf } from '../../../src/domain/search-words.ts';
import { buyFrom } from '../../support/buy.ts';
import { checkoutRequest, createOffer, type Offer } from '../../support/core.ts';
import { ownInstallation } from '../../support/database.ts';
import { bringIn, foreignFile, foreignRow } from '../../support/imports.ts';
import { copyPreorder } from '../../support/many-preorders.ts';
import { useCore } from '../../support/use-core.ts';

const { core } = await useCore(ownInstallation);
const { db } = core;

const people = true;
const search = ({ storeId }: Pick<Offer, 'storeId'>, text: string) => searchPreorders(db, storeId, { text, people });
const find = async (offer: Pick<Offer, 'storeId'>, text: string) => (await search(offer, text)).ids;

async function writeAll(): Promise<void> {
  while ((await writeDueWords(db)) > 0);
}

async function buyAs(offer: Offer, lastName: string): Promise<{ id: string; reference: string }> {
  const { address } = checkoutRequest(offer);
  const email = `${lastName.toLowerCase()}@mail.example`;
  const reference = await buyFrom(core, offer, { email, address: { ...address, firstName: 'Ada', lastName } });
  return readPreorder(db, offer.storeId, reference);
}

const writtenOf = (preorderId: string) =>
  db.query<{ things: string; everything: string }>(
    'SELECT things, everything FROM preorder_words WHERE preorder_id = $1',
    [preorderId],
  );

describe('words are written', () => {
  test('of all stores in turn, also beside one whose sale is fast', async () => {
    await writeAll();
    const [one, other] = [await createOffer(core, { allocation: 5 }), await createOffer(core, { allocation: 5 })];
    const [fast, slow] = one.storeId < other.storeId ? [one, other] : [other, one];
    const sold = await buyAs(fast, 'Lovelace');
    await db.query(
      'INSERT INTO preorder_words_due (store_id, preorder_id) SELECT $1, $2 FROM generate_series(1, 1000)',
      [fast.storeId, sold.id],
    );
    const late = await buyAs(slow, 'Hopper');
    expect(await writeDueWords(db)).toBe(200);
    expect([(await writtenOf(sold.id)).length, (await writtenOf(late.id)).length]).toEqual([1, 1]);
    await writeAll();
  });

  test('after a pre-order is placed and after each change of what they say', async () => {
    const offer = await createOffer(core, { allocation: 10 });
    const { id: preorderId } = await buyAs(offer, 'Lovelace');
    const key = { storeId: offer.storeId, preorderId };
    const { address } = checkoutRequest(offer);
    const parcel = { number: 'JD0146' };
    const changes: [() => Promise<unknown>, string, string][] = [
      [async () => {}, 'lovelace', 'hopper'],
      [() => changeAddress(core, { ...key, address: { ...address, lastName: 'Hopper' } }), 'hopper', 'jd0146'],
      [() => changeContact(core, { ...key, email: 'grace@mail.example', by: 'Ada' }), 'grace', 'lovelace'],
      [() => advanceLines(core, { ...key, to: 'released', lineIds: null }), 'grace', 'jd0146'],
      [() => sendLines(core, { ...key, lineIds: null, tracking: parcel, key: null }), 'jd0146', 'ups77'],
      [() => correctTracking(core, { ...key, number: 1 }, { number: 'UPS 77', mail: false }), 'ups77', 'jd0146'],
    ];
    for (const [change, is, isNot] of changes) {
      await change();
      const hits = [await find(offer, is)];
      await writeAll();
      hits.push(await find(offer, is));
      expect(hits, is).toEqual([[preorderId], [preorderId]]);
      expect(await find(offer, isNot), isNot).toEqual([]);
    }
    expect(await readWords(db, [key])).toMatchObject(await writtenOf(preorderId));
  });

  test('of imported pre-orders, and taken back with the import', async () => {
    const offer = await createOffer(core, { allocation: 10 });
    const { storeId } = offer;
    const [variant] = await db.query<{ id: string }>('SELECT external_id AS id FROM variant WHERE id = $1', [
      offer.variantId,
    ]);
    await bringIn(core, {
      storeId,
      content: foreignFile(foreignRow('OLD-1', variant?.id ?? '', { last_name: 'Kovács' })),
    });
    await writeAll();
    expect(await find(offer, 'kovacs')).toHaveLength(1);
  });

  test('of pre-orders that have none, wherever in the table the walk stands', async () => {
    const offer = await createOffer(core, { allocation: 10 });
    const [one, other] = [await buyAs(offer, 'Lovelace'), await buyAs(offer, 'Hopper')];
    await writeAll();
    const before = await writtenOf(one.id);
    await db.query('DELETE FROM preorder_words WHERE store_id = $1', [offer.storeId]);
    expect(await find(offer, 'lovelace')).toEqual([]);
    expect([await find(offer, one.reference), await find(offer, ' HOPPER@mail.example')]).toEqual([
      [one.id],
      [other.id],
    ]);
    await writeMissingWords(db);
    await writeMissingWords(db);
    expect(await writtenOf(one.id)).toEqual(before);
    expect(await find(offer, 'lovelace')).toEqual([one.id]);
  });

  test('anew, where they are of an earlier rule', async () => {
    const offer = await createOffer(core, { allocation: 10 });
    const { id } = await buyAs(offer, 'Hopper');
    await writeAll();
    const before = await writtenOf(id);
    await db.query(`UPDATE preorder_words SET everything = ' hopper ', rule = 1 WHERE preorder_id = $1`, [id]);
    expect(await find(offer, 'ada')).toEqual([]);
    await writeMissingWords(db);
    await writeMissingWords(db);
    expect(await writtenOf(id)).toEqual(before);
    expect(await find(offer, 'ada')).toEqual([id]);
  });

  test('by one worker at a time, and never for a pre-order that is being erased', async () => {
    const offer = await createOffer(core, { allocation: 10 });
    const { id } = await buyAs(offer, 'Lovelace');
    await writeAll();
    await db.query('DELETE FROM preorder_words WHERE preorder_id = $1', [id]);
    await db.query('INSERT INTO preorder_words_due (store_id, preorder_id) VALUES ($1, $2)', [offer.storeId, id]);
    await db.transaction(async (tx) => {
      await tx.query('SELECT 1 FROM preorder WHERE id = $1 FOR UPDATE', [id]);
      await tx.query('DELETE FROM preorder_contact WHERE preorder_id = $1', [id]);
      expect(await writeDueWords(db)).toBe(0);
      await writeMissingWords(db);
      expect(await writtenOf(id)).toEqual([]);
    });
    await writeAll();
    expect((await writtenOf(id))[0]?.everything).not.toContain('lovelace');
    const rounds = await Promise.all([buyAs(offer, 'Hopper'), writeDueWords(db), writeDueWords(db), writeDueWords(db)]);
    await writeAll();
    expect(await find(offer, 'hopper')).toEqual([rounds[0].id]);
  });
});

test('finds by each part of the address, and by a name without its spaces', async () => {
  const offer = await createOffer(core, { allocation: 10 });
  const { address } = checkoutRequest(offer);
  const at = { line1: 'Lange Straße 12', line2: 'c/o Kraus', city: 'Bad Vilbel', lastName: 'de la Cruz' };
  const { storeId } = offer;
  const reference = await buyFrom(core, offer, { email: 'ana@mail.example', address: { ...address, ...at } });
  const { id } = await readPreorder(db, storeId, reference);
  const found = async () => {
    const texts = ['strasse', 'lange str 12', 'kraus', 'delacruz', 'la cruz', 'badvil', 'vilbel'];
    return Object.fromEntries(await Promise.all(texts.map(async (text) => [text, await find(offer, text)] as const)));
  };
  const all = await found();
  expect(Object.values(all).flat(), JSON.stringify(all)).toEqual(Object.keys(all).map(() => id));
  await writeAll();
  expect(await found()).toEqual(all);
  await changeAddress(core, { storeId, preorderId: id, address: { ...address, ...at, line1: 'Ringweg 3' } });
  await writeAll();
  expect([await find(offer, 'ringweg'), await find(offer, 'strasse')]).toEqual([[id], []]);
});

test('an erased person is in no words from the moment of the erasure', async () => {
  const offer = await createOffer(core, { allocation: 10 });
  const { id } = await buyAs(offer, 'Lovelace');
  await writeAll();
  await erase(core, { storeId: offer.storeId, email: 'lovelace@mail.example' }, { openToo: true });
  const [written] = await writtenOf(id);
  expect(written?.everything).toBe(written?.things);
  expect(written?.things).not.toContain('lovelace');
});

test('finds what is rare among many, and the newest of what is common', async () => {
  const offer = await createOffer(core, { allocation: 7_000 });
  const { storeId } = offer;
  const rare = [await buyAs(offer, 'Müller')];
  await writeAll();
  await db.query('UPDATE preorder_words_count SET count = $2 WHERE store_id = $1', [storeId, 2 * PART_ROWS]);
  rare.push(await buyAs(offer, 'Mueller'));
  const { reference } = await buyAs(offer, 'Hopper');
  await copyPreorder(core, { storeId, reference }, 6_000);
  await writeAll();
  for (const text of ['mueller', 'ller ada', 'mül', 'aur muell'])
    expect(await search(offer, text), text).toEqual({ ids: rare.map(({ id }) => id).reverse(), all: true });
  const parts = await db.query('SELECT DISTINCT part FROM preorder_words WHERE store_id = $1 ORDER BY part', [storeId]);
  expect(parts).toEqual([{ part: 0 }, { part: 2 }]);
  const newest = await db.query<{ id: string }>(
    'SELECT id FROM preorder WHERE store_id = $1 ORDER BY id DESC LIMIT 250',
    [storeId],
  );
  const common = await search(offer, 'hopp ad');
  expect({ ...common, ids: common.ids.slice().sort() }).toEqual({ ids: newest.map(({ id }) => id).sort(), all: false });
  const early = {
    one: await search(offer, 'mu'),
    none: await search(offer, 'xy'),
    person: await search(offer, 'HOPPER@mail.example'),
  };
  expect(Object.values(early).map(({ ids, all }) => [ids.length, all])).toEqual([
    [2, true],
    [0, true],
    [500, false],
  ]);
});

test('the database cuts words into all that the domain asks for', async () => {
  const words = ' muller mueller u05c71u07530 ';
  const [row] = await db.query<{ grams: string[] }>('SELECT grams_of($1, 300, $2) AS grams', [randomUUID(), words]);
  for (let from = 0; from < words.length - 3; from += 1)
    expect(row?.grams.map((gram) => gram.slice(6))).toEqual(expect.arrayContaining(gramsOf([words.slice(from)])));
});
