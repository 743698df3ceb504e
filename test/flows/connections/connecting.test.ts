import { describe, expect, test } from 'vitest';
import { askForSync } from '../../../src/core/connections/commands/ask.ts';
import { connect, disconnect } from '../../../src/core/connections/commands/connect.ts';
import { readEverything } from '../../../src/core/connections/jobs.ts';
import { readConnection } from '../../../src/core/connections/queries.ts';
import { readStore } from '../../../src/core/stores/queries.ts';
import { resealAll } from '../../../src/platform/reseal.ts';
import { commandLine } from '../../support/command-line.ts';
import { useConnectedStore } from '../../support/connected-store.ts';
import { newSecret } from '../../support/connector-store.ts';
import { TEST_SECRET_KEY } from '../../support/merchant.ts';
import { seedProduct, seedVariant } from '../../support/platform-contract/under-test.ts';

const own = await useConnectedStore();
const { core, db } = own;

describe('connecting', () => {
  test('reads all products, with the platform’s ids, prices and stock', async () => {
    const seeds = [];
    for (let nth = 0; nth < 120; nth += 1) {
      seeds.push(
        await own.hand.add(seedProduct({ title: `Lamp <b>${nth}</b>`, variants: [seedVariant({ inStock: nth })] })),
      );
    }
    await own.connect();
    await own.readAll();
    const connection = await readConnection(db, own.storeId);
    expect(connection).toMatchObject({
      kind: 'http',
      accountName: 'Example store',
      failure: null,
      deadAt: null,
      issues: 0,
    });
    expect(connection?.sync).toMatchObject({ state: 'done', listed: 120, created: 120, refused: 0 });
    expect(connection?.settings).toEqual({ url: own.served.url });
    const product = await own.productOf(seeds[7]?.id ?? '');
    expect(product).toMatchObject({ title: 'Lamp <b>7</b>', externalId: seeds[7]?.id });
    expect(product?.variants).toMatchObject([{ externalId: seeds[7]?.variantIds[0], price: 8_900 }]);
  });

  test('is where the command line sends who wants the products up to date', async () => {
    const cli = commandLine({ DATABASE_URL: own.url, SECRET_KEY: TEST_SECRET_KEY });
    const { slug } = await readStore(db, own.storeId);
    const list = async () => (await cli.run('products', 'list', '--store', slug)).out;
    expect(await list()).toContain(`Fill it with ./service catalog import FILE.csv --store ${slug}.`);
    await own.connect();
    expect(await list()).toContain(`Fill it with ./service connection sync --store ${slug}.`);
  });

  test('reads again without changing anything', async () => {
    await own.hand.add(seedProduct());
    await own.connect();
    await own.readAll();
    await db.transaction((tx) => askForSync(tx, own.storeId, { dryRun: false, productId: undefined }));
    await own.readAll();
    expect((await readConnection(db, own.storeId))?.sync).toMatchObject({
      listed: 1,
      created: 0,
      updated: 0,
      unchanged: 1,
    });
  });

  test('goes on at its page after a process that died', async () => {
    for (let nth = 0; nth < 70; nth += 1) await own.hand.add(seedProduct());
    await own.connect();
    const { platforms } = core;
    let pages = 0;
    const dying = {
      ...platforms,
      open: (given: Parameters<typeof platforms.open>[0]) => {
        const platform = platforms.open(given);
        if (!platform) return null;
        const listProducts = (cursor: string | null) => {
          pages += 1;
          if (pages > 1) throw new Error('the process dies here');
          return platform.listProducts(cursor);
        };
        return { ...platform, listProducts };
      },
    };
    await readEverything({ ...core, platforms: dying });
    expect((await readConnection(db, own.storeId))?.sync).toMatchObject({ state: 'listing', listed: 50 });
    await db.query('UPDATE connection_sync SET next_at = app_now() WHERE store_id = $1', [own.storeId]);
    await own.readAll();
    expect((await readConnection(db, own.storeId))?.sync).toMatchObject({ state: 'done', listed: 70, created: 70 });
  });

  test.each([
    ['another kind', { kind: 'none' }, { code: 'invalid_parameter', info: { param: 'kind' } }],
    ['a secret that is wrong', { secret: newSecret() }, { code: 'invalid_parameter', info: { param: 'settings' } }],
    ['no secret', { secret: '' }, { code: 'invalid_parameter', info: { param: 'secret' } }],
    ['a setting that is unknown', { colour: 'red' }, { code: 'invalid_parameter', info: { param: 'colour' } }],
    ['an address where nobody answers', { url: 'http://127.0.0.1:9' }, { code: 'unavailable' }],
  ])(
    'refuses %s, and keeps nothing',
    async (_, { kind = 'http', ...wrong }: Record<string, string>, refusal) => {
      const store = await readStore(db, own.storeId);
      const refused = connect(core, store, { kind, settings: { ...own.settings(), ...wrong } });
      await expect(refused).rejects.toMatchObject(refusal);
      expect(await readConnection(db, own.storeId)).toBeNull();
    },
    30_000,
  );

  test('refuses a platform that sells in another currency', async () => {
    own.served.shop.currency = 'USD';
    await expect(own.connect()).rejects.toMatchObject({
      code: 'invalid_parameter',
      message: expect.stringContaining('USD'),
    });
  });

  test('keeps its secrets sealed, also after the key was changed, and forgets them', async () => {
    await own.connect();
    const [row] = await db.query<{ text: string }>(`SELECT c::text AS text FROM connection c WHERE store_id = $1`, [
      own.storeId,
    ]);
    expect(row?.text).not.toContain(own.served.secret);
    expect((await resealAll(db, core.secrets)).map(({ table }) => table)).toContain('connection');
    await disconnect(core, own.storeId);
    await expect(disconnect(core, own.storeId)).rejects.toMatchObject({ code: 'not_connected' });
    expect(await db.query('SELECT 1 FROM connection WHERE store_id = $1', [own.storeId])).toEqual([]);
  });
});
