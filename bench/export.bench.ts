import { randomBytes } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { EXPORT_COLUMNS, exportRows } from '../src/core/preorders/export.ts';
import { createReference } from '../src/domain/reference.ts';
import { type Database, openDatabase } from '../src/platform/db.ts';
import { csvOf } from '../src/surfaces/csv.ts';
import { cloneDatabase, startCluster } from '../test/support/cluster.ts';
import { createCore } from '../test/support/core.ts';
import { grow } from '../test/support/growth.ts';
import { createGrowthStory } from '../test/support/growth-story.ts';
import { judge } from './limits.ts';

// Checks that the export of pre-orders needs no more memory for ten times the rows: it goes page by page. Memory is what is
// left after a collection of garbage, asked for every so many pages, above what was there before.
//
//     npm run bench -- export
//     EXPORT_PREORDERS=50000 npm run bench -- export        more

const SMALL = 1_000;
const LARGE = Number(process.env.EXPORT_PREORDERS ?? 10_000);
const LOOK_EVERY = 5; // pages
// Below it, what the runtime itself keeps is larger than the pages.
const FLOOR_MB = 8;
const WRITTEN_AT_ONCE = 200; // a statement has some seconds

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const cluster = await startCluster();
try {
  const small = await measured(SMALL);
  const large = await measured(LARGE);
  const ratio = Math.max(large.mb, FLOOR_MB) / Math.max(small.mb, FLOOR_MB);
  judge({ what: `memory of the export of ${large.rows} rows`, value: ratio, unit: `× of ${small.rows}`, most: 2 });
} finally {
  await cluster.stop();
}

async function measured(preorders: number): Promise<{ rows: number; mb: number }> {
  const database = await cloneDatabase(cluster);
  const db = openDatabase({ url: database.url });
  const core = createCore(db);
  try {
    const { storeId } = await createGrowthStory(core);
    await grow(db, { preorders, stores: 1 });
    await giveReferences(db, storeId);
    collect();
    const before = used();
    let [pages, most, bytes] = [0, 0, 0];
    const began = performance.now();
    for await (const text of csvOf({ columns: EXPORT_COLUMNS, pages: exportRows(db, storeId, {}) }, { bom: true })) {
      bytes += text.length;
      pages += 1;
      if (pages % LOOK_EVERY !== 1) continue;
      collect();
      most = Math.max(most, used() - before);
    }
    const seconds = (performance.now() - began) / 1_000;
    const [count] = await db.query<{ rows: number }>(
      'SELECT count(*)::int AS rows FROM preorder_line WHERE store_id = $1',
      [storeId],
    );
    const rows = count?.rows ?? 0;
    const size = (bytes / 1e6).toFixed(1);
    console.log(
      `${rows} rows, ${size} MB of CSV in ${seconds.toFixed(1)} s: ${(most / 1e6).toFixed(1)} MB of memory at most`,
    );
    return { rows, mb: most / 1e6 };
  } finally {
    await core.stop();
    await db.close();
    await database.drop();
  }
}

/** Gives each pre-order a reference that can be read: the copies of the grown database have other texts, and a page begins after one. */
async function giveReferences(db: Database, storeId: string): Promise<void> {
  const rows = await db.query<{ id: string }>('SELECT id FROM preorder WHERE store_id = $1', [storeId]);
  for (let from = 0; from < rows.length; from += WRITTEN_AT_ONCE) {
    const part = rows.slice(from, from + WRITTEN_AT_ONCE);
    await db.query(
      `UPDATE preorder o SET reference = n.reference FROM unnest($2::uuid[], $3::text[]) AS n (id, reference)
       WHERE o.store_id = $1 AND o.id = n.id`,
      [storeId, part.map(({ id }) => id), part.map(() => createReference(randomBytes(5)))],
    );
  }
}

function used(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
