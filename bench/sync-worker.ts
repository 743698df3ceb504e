import { once } from 'node:events';
import { connect } from '../src/core/connections/commands/connect.ts';
import { readConnection } from '../src/core/connections/queries.ts';
import { readStore } from '../src/core/stores/queries.ts';
import { roundsOf } from '../src/main/background.ts';
import { openDatabase } from '../src/platform/db.ts';
import { type Loop, repeat } from '../src/platform/loop.ts';
import { createCore } from '../test/support/core.ts';
import { SHOP_ACCESS, startLargeShop } from './large-shop.ts';

/** The first message says what to read, the others whether to go on; each is answered with how many products were read so far. */
export type SyncOrder = { databaseUrl: string; storeId: string; products: number } | 'go' | 'rest';

const [order] = (await once(process, 'message')) as [Exclude<SyncOrder, string>];
const db = openDatabase({ url: order.databaseUrl });
const core = createCore(db);
// The platform is in this process too: its work counts as the sync's.
const shop = await startLargeShop(order.products);
const settings = { address: shop.url, ...SHOP_ACCESS };
await connect(core, await readStore(db, order.storeId), { kind: 'shopify', settings });
const { readEverything } = roundsOf(core);
if (!readEverything) throw new Error('no such round');
let loop: Loop | undefined;

process.on('message', async (asked: SyncOrder) => {
  if (asked === 'go') loop = repeat(readEverything.everyMs, async (stopping) => readEverything.run(stopping), core.log);
  else await loop?.stop();
  process.send?.((await readConnection(db, order.storeId))?.sync?.listed ?? 0);
});
process.on('SIGTERM', async () => {
  await loop?.stop();
  shop.stop();
  await core.stop();
  await db.close();
  process.disconnect();
});
process.send?.(0);
