import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { type Mapping, mapIds } from '../../../src/core/catalog/commands/map-ids.ts';
import { capWithIds as cap, createCatalog, fileWithIds, type TestCatalog } from '../../support/catalog.ts';
import { createTestDatabase } from '../../support/database.ts';

const { db, drop } = await createTestDatabase();
afterAll(drop);

let catalog: TestCatalog;
beforeEach(async () => {
  catalog = await createCatalog(db);
});

const map = (mapping: Partial<Mapping>, { storeId } = catalog) =>
  mapIds({ db, answers: { invalidate() {} } as never, outbox: { wake() {} } as never }, storeId, {
    products: [],
    variants: [],
    handles: [],
    ...mapping,
  });

describe('a mapping', () => {
  const two = async () => {
    await catalog.load(fileWithIds(cap('1', 'a', 'v1'), cap('2', 'b', 'v2')));
    const [a, b] = [await catalog.product('a'), await catalog.product('b')];
    return { a, b, va: a.variants[0]?.id ?? '', vb: b.variants[0]?.id ?? '' };
  };

  test('sets ids, keeps the earlier ones, and is the same when repeated', async () => {
    const { a, va } = await two();
    const mapping = { products: [{ id: a.id, externalId: '0007' }], variants: [{ id: va, externalId: 'w' }] };
    expect(await map(mapping)).toEqual({ products: 1, variants: 1 });
    expect(await map(mapping)).toEqual({ products: 0, variants: 0 });
    expect(await catalog.idsOf('a')).toEqual(['0007', 'w']);
    for (const id of ['1', '0007']) expect((await catalog.byId(id))?.id).toBe(a.id);
  });

  test('exchanges the ids of two, and takes a chain of ids', async () => {
    const { a, b, va, vb } = await two();
    await map({
      products: [
        { id: a.id, externalId: '2' },
        { id: b.id, externalId: '1' },
      ],
      variants: [
        { id: va, externalId: 'v2' },
        { id: vb, externalId: 'v3' },
      ],
    });
    expect([await catalog.idsOf('a'), await catalog.idsOf('b')]).toEqual([
      ['2', 'v2'],
      ['1', 'v3'],
    ]);
    const [now, then] = [await catalog.product('a'), await catalog.product('b')];
    expect([now.earlierIds, then.earlierIds]).toEqual([[], []]);
    expect([now.variants[0]?.earlierIds, then.variants[0]?.earlierIds]).toEqual([['v1'], []]);
    // And back: no id may be lost on the way.
    await map({ products: [{ id: a.id, externalId: '3' }] });
    await map({ products: [{ id: a.id, externalId: '2' }] });
    expect(await catalog.product('a')).toMatchObject({ externalId: '2', earlierIds: ['3'] });
  });

  test('refuses an id or handle of another, and anything named twice, and then changes nothing', async () => {
    const { a, b, va } = await two();
    const id = a.id;
    for (const [refused, code] of [
      [{ products: [{ id, externalId: '2' }] }, 'id_taken'],
      [{ variants: [{ id: va, externalId: 'v2' }], products: [{ id, externalId: '9' }] }, 'id_taken'],
      [{ handles: [{ id, handle: 'b' }], products: [{ id, externalId: '9' }] }, 'id_taken'],
      [{ products: [id, id].map((same) => ({ id: same, externalId: '9' })) }, 'invalid_parameter'],
      [{ products: [id, b.id].map((each) => ({ id: each, externalId: '9' })) }, 'invalid_parameter'],
    ] as const) {
      await expect(map(refused as Partial<Mapping>)).rejects.toMatchObject({ code });
    }
    expect([await catalog.idsOf('a'), await catalog.idsOf('b')]).toEqual([
      ['1', 'v1'],
      ['2', 'v2'],
    ]);
    expect((await catalog.product('a')).earlierIds).toEqual([]);
  });

  test('exchanges handles, and frees the handle of a product that the platform no longer has', async () => {
    const { a, b } = await two();
    await map({
      handles: [
        { id: a.id, handle: 'b' },
        { id: b.id, handle: 'a' },
      ],
    });
    expect((await catalog.product('b')).id).toBe(a.id);
    await map({ handles: [{ id: a.id, handle: 'b-until-2026' }] });
    expect((await catalog.load(fileWithIds(cap('3', 'b', 'v4')))).issues).toEqual([]);
  });

  test('waits for no import', async () => {
    const { a } = await two();
    const other = await db.connect({ direct: true });
    try {
      await other.query(`SELECT pg_advisory_lock(hashtext('catalogue'), hashtext($1))`, [catalog.storeId]);
      await expect(map({ products: [{ id: a.id, externalId: '9' }] })).rejects.toMatchObject({ code: 'busy' });
    } finally {
      await other.end();
    }
  });

  test('leaves another store’s products alone', async () => {
    const { a } = await two();
    const other = await createCatalog(db);
    expect(await map({ products: [{ id: a.id, externalId: '9' }] }, other)).toEqual({ products: 0, variants: 0 });
    expect(await catalog.idsOf('a')).toEqual(['1', 'v1']);
  });
});
