import { expect, test } from 'vitest';
import { addJobs } from '../../../src/core/jobs/queue.ts';
import { createMetrics } from '../../../src/platform/metrics.ts';
import { measureQueues } from '../../../src/surfaces/operator/queue-gauges.ts';
import { createOffer } from '../../support/core.ts';
import { useCore } from '../../support/use-core.ts';

const { database, core } = await useCore();

test('reports how many outbox rows and jobs wait, and for how long', async () => {
  const { storeId, productId } = await createOffer(core, { allocation: 1 });
  await database.db.query('DELETE FROM outbox');
  await database.db.query(
    `INSERT INTO outbox (store_id, topic, subject_id, created_at)
     SELECT $1, 'stock.changed', $2, clock_timestamp() - interval '90 seconds' FROM generate_series(1, 3)`,
    [storeId, productId],
  );
  await addJobs(database.db, [{ topic: 'money.due', storeId, subjectId: productId, detail: null }]);
  const metrics = createMetrics();
  measureQueues(metrics, database.db);
  const text = await metrics.text();
  expect(text).toMatch(/^outbox_waiting_rows 3$/m);
  expect(text).toMatch(/^jobs_waiting 1$/m);
  const [, seconds] = /^outbox_waiting_seconds (\S+)$/m.exec(text) ?? [];
  expect(Number(seconds)).toBeGreaterThanOrEqual(90);
  expect(Number(seconds)).toBeLessThan(150);
});
