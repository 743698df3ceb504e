import { once } from 'node:events';
import { addTasks } from '../src/core/connections/commands/add-tasks.ts';
import { connect } from '../src/core/connections/commands/connect.ts';
import { stepSync } from '../src/core/connections/commands/sync.ts';
import { readConnection } from '../src/core/connections/queries.ts';
import { readStore } from '../src/core/stores/queries.ts';
import { roundsOf } from '../src/main/background.ts';
import { openDatabase } from '../src/platform/db.ts';
import { type Loop, repeat } from '../src/platform/loop.ts';
import { createCore } from '../test/support/core.ts';
import { productIdOf, SHOP_ACCESS, startLargeShop } from './large-shop.ts';

/** `everything`: all products, page by page. `changes`: each alone, as after an edit of all of them. */
export type ToRead = 'everything' | 'changes';
/** The first message says of what, the others whether to go on; each is answered with how many products were read so far. */
export type SyncOrder = { databaseUrl: string; storeId: string; products: number } | ToRead | 'rest';

// Of these, all of which are in the catalogue before, a change is.
const EDITED = 1_000;

const [order] = (await once(process, 'message')) as [Exclude<SyncOrder, string>];
const db = openDatabase({ url: order.databaseUrl });
const core = createCore(db);
// The platform is in this process too: its work counts as the sync's.
const shop = await startLargeShop(order.products);
const settings = { address: shop.url, ...SHOP_ACCESS };
await connect(core, await readStore(db, order.storeId), { kind: 'shopify', settings });
const { readEverything, readChanged } = roundsOf(core);
if (!readEverything || !readChanged) throw new Error('no such round');
let loop: Loop | undefined;
let edits = 0;
while ((await listed()) < EDITED) await stepSync(core);

process.on('message', async (asked: SyncOrder) => {
  if (asked === 'rest') await loop?.stop();
  if (asked === 'changes') await edit();
  if (asked === 'everything' || asked === 'changes') {
    const { everyMs, run } = asked === 'everything' ? readEverything : readChanged;
    loop = repeat(everyMs, async (stopping) => run(stopping), core.log);
  }
  process.send?.((await listed()) + shop.asked());
});

async function listed(): Promise<number> {
  return (await readConnection(db, order.storeId))?.sync?.listed ?? 0;
}

/** Changes all products that are known, on the platform. */
async function edit(): Promise<void> {
  edits += 1;
  const edited = Array.from({ length: EDITED }, (_, nth) => nth);
  for (const nth of edited) shop.setStock(nth, 10 + edits);
  const changes = edited.map((nth) => ({ what: 'product', id: productIdOf(nth) }) as const);
  await db.transaction((tx) => addTasks(tx, order.storeId, changes));
}
process.on('SIGTERM', async () => {
  await loop?.stop();
  shop.stop();
  await core.stop();
  await db.close();
  process.disconnect();
});
process.send?.(0);
