import { Readable } from 'node:stream';
import { finishSteps } from '../src/core/imports/commands/act.ts';
import { stageImport } from '../src/core/imports/commands/stage.ts';
import { readImport } from '../src/core/imports/queries.ts';
import { openDatabase } from '../src/platform/db.ts';
import { cloneDatabase, startCluster } from '../test/support/cluster.ts';
import { createCore, createOffer } from '../test/support/core.ts';
import { foreignFile, foreignRow } from '../test/support/imports.ts';
import { judge } from './limits.ts';

// How much memory a file of a hundred thousand pre-orders takes that were kept elsewhere, from the first byte to the fate of the last
// row. MOVING_ROWS asks for another number.

const ROWS = Number(process.env.MOVING_ROWS ?? 100_000);
const GROWTH_MB_MOST = 150;

const cluster = await startCluster();
const database = await cloneDatabase(cluster);
const db = openDatabase({ url: database.url });
const core = createCore(db);
try {
  const { storeId, variantExternalId } = await createOffer(core, { allocation: 10 * ROWS });
  await look(storeId, rowsOf(2_000, variantExternalId)); // what a process needs to work at all
  const before = process.memoryUsage.rss();
  const began = performance.now();
  const most = await look(storeId, rowsOf(ROWS, variantExternalId));
  const seconds = (performance.now() - began) / 1_000;
  console.log(`  ${ROWS} rows looked at in ${Math.round(seconds)} s, ${Math.round(ROWS / seconds)} a second`);
  const what = `memory that a file of ${ROWS} pre-orders adds`;
  judge({ what, value: (most - before) / 1_000_000, unit: 'MB', most: GROWTH_MB_MOST });
} finally {
  await core.stop();
  await db.close();
  await database.drop();
  await cluster.stop();
}

function* rowsOf(count: number, variant: string): Generator<string> {
  yield foreignFile();
  for (let nth = 0; nth < count; nth += 1) yield `${foreignRow(`OLD-${count}-${nth}`, variant)}\n`;
}

/** Looks at every row, and resolves with the most memory that it took. */
async function look(storeId: string, rows: Iterable<string>): Promise<number> {
  let most = 0;
  const note = async () => {
    most = Math.max(most, process.memoryUsage.rss());
  };
  const options = { kind: 'preorders', format: 'csv', name: 'old.csv', dryRun: true, raises: false } as const;
  const input = Readable.from(rows, { objectMode: false });
  const importId = await stageImport(core, storeId, { ...options, input, mails: false, paid: null, madeBy: 'bench' });
  await note();
  await finishSteps(core, { storeId, importId }, note);
  const { state, fates } = await readImport(db, { storeId, importId });
  if (state !== 'checked' || fates.refused) throw new Error(`not all rows are ready: ${JSON.stringify(fates)}`);
  return most;
}
