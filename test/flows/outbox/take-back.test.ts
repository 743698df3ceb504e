import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { addJobs } from '../../../src/core/jobs/queue.ts';
import type { NewJob } from '../../../src/core/jobs/topics.ts';
import { startOutboxDispatcher } from '../../../src/core/outbox/dispatcher.ts';
import type { OutboxRow } from '../../../src/core/outbox/row.ts';
import { takeBackFacts } from '../../../src/core/outbox/take-back.ts';
import { createLog } from '../../../src/platform/log.ts';
import { createOffer } from '../../support/core.ts';
import { useCore } from '../../support/use-core.ts';

const { core } = await useCore();

/** Makes a job of a row, as a version does that does not know its topic. */
const jobOf = (topic: string, { storeId, subjectId, detail = null }: Record<string, unknown>) =>
  addJobs(core.db, [{ topic, storeId, subjectId, detail, trace: '00-aa-bb-01' } as unknown as NewJob]);

const topics = async () =>
  (
    await core.db.query<{ topic: string }>(
      `SELECT t.identifier AS topic FROM graphile_worker._private_jobs j
       JOIN graphile_worker._private_tasks t ON t.id = j.task_id ORDER BY j.id`,
    )
  ).map(({ topic }) => topic);

test('facts of which an older version made jobs are told after all, once, and jobs of a newer one stay', async () => {
  const { storeId } = await createOffer(core, { allocation: 1 });
  await core.db.query('DELETE FROM outbox');
  await core.db.query('DELETE FROM graphile_worker._private_jobs');
  const [declared, moved, later] = [randomUUID(), randomUUID(), randomUUID()];
  await jobOf('withdrawal.declared', { storeId, subjectId: declared });
  await jobOf('lines.moved', { storeId, subjectId: moved, detail: { to: 'released', lineIds: [later] } });
  await jobOf('newer.due', { storeId, subjectId: later });
  await jobOf('money.due', { storeId, subjectId: later });
  const taken = await Promise.all([takeBackFacts(core), takeBackFacts(core)]);
  expect(taken.reduce((sum, one) => sum + one)).toBe(2);
  expect(await topics()).toEqual(['newer.due', 'money.due']);

  const told: OutboxRow[] = [];
  const dispatcher = startOutboxDispatcher(core.db, createLog('silent'), async (_tx, rows) => {
    told.push(...rows);
    return [];
  });
  dispatcher.wake();
  await expect.poll(() => told).toHaveLength(2);
  await dispatcher.stop();
  expect(told).toMatchObject([
    { topic: 'withdrawal.declared', storeId, subjectId: declared, detail: null, trace: '00-aa-bb-01' },
    { topic: 'lines.moved', subjectId: moved, detail: { to: 'released', lineIds: [later] } },
  ]);
  expect(await takeBackFacts(core)).toBe(0);
});

test('a fact whose job is being looked at is left alone', async () => {
  const { storeId } = await createOffer(core, { allocation: 1 });
  await jobOf('withdrawal.undone', { storeId, subjectId: randomUUID() });
  await core.db.query(
    `UPDATE graphile_worker._private_jobs SET locked_at = now(), locked_by = 'somebody'
     WHERE task_id = (SELECT id FROM graphile_worker._private_tasks WHERE identifier = 'withdrawal.undone')`,
  );
  expect(await takeBackFacts(core)).toBe(0);
});
