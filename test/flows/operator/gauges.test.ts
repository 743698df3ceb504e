import { expect, test } from 'vitest';
import { raiseAlert } from '../../../src/core/alerts/commands.ts';
import { recordBackup } from '../../../src/core/backups/commands.ts';
import { addJobs } from '../../../src/core/jobs/queue.ts';
import { noteAlive } from '../../../src/core/outages/commands/note-alive.ts';
import { prune } from '../../../src/core/prune.ts';
import { createMetrics } from '../../../src/platform/metrics.ts';
import { measureInstallation } from '../../../src/surfaces/operator/gauges.ts';
import { createOffer, shiftClock } from '../../support/core.ts';
import { holdFrom } from '../../support/hold.ts';
import { startOutage } from '../../support/outages.ts';
import { useCore } from '../../support/use-core.ts';

const { database, core } = await useCore();
const { db } = database;

/** The values by name and labels. */
async function scrape(): Promise<Map<string, number>> {
  const metrics = createMetrics('waitlist_');
  measureInstallation(metrics, db);
  const lines = (await metrics.text()).split('\n').filter((line) => line.startsWith('waitlist_'));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
}

test('says what waits in the queues, for how long, and what is kept for whom', async () => {
  const before = await scrape();
  expect([...before.keys()].filter((name) => /worker_silent|prune_age|backup/.test(name))).toEqual([]);
  expect(before.get('waitlist_held_units')).toBe(0);

  const offer = await createOffer(core, { allocation: 5 });
  const { storeId, productId } = offer;
  const { checkoutId } = await holdFrom(core, offer, { quantity: 2 });
  await db.query(
    `INSERT INTO attempt (store_id, id, purpose, checkout_id, provider, state, intent, amount, currency, created_at, updated_at)
     VALUES ($1, gen_random_uuid(), 'checkout', $2, 'test', 'open', 'pay', 100, 'EUR', app_now(), app_now())`,
    [storeId, checkoutId],
  );
  await db.query('DELETE FROM outbox');
  await db.query(
    `INSERT INTO outbox (store_id, topic, subject_id, created_at)
     SELECT $1, 'stock.changed', $2, clock_timestamp() - interval '90 seconds' FROM generate_series(1, 3)`,
    [storeId, productId],
  );
  await addJobs(db, [{ topic: 'money.due', storeId, subjectId: productId, detail: null }]);
  await addJobs(db, [{ topic: 'mail.due', storeId, subjectId: productId, detail: null, urgent: true }]);
  await db.query(
    `UPDATE graphile_worker._private_jobs SET attempts = max_attempts, last_error = 'x', run_at = now() - interval '1 hour'
     WHERE priority = -2`,
  );
  await raiseAlert(db, storeId, {
    text: 'job_dead',
    subjectId: productId,
    values: { count: 1, topics: 'mail.due', said: 'It gave up' },
  });
  await noteAlive(core);
  await prune(db);
  await recordBackup(core, { madeAt: new Date(), bytes: 1, encrypted: false, verified: true });
  await startOutage(db, 'mail');
  await shiftClock(db, 3 * 86_400, { isOutage: true });

  const now = await scrape();
  expect(Object.fromEntries(now)).toMatchObject({
    waitlist_outbox_waiting_rows: 3,
    'waitlist_jobs{lane="money",state="waiting"}': 1,
    'waitlist_jobs{lane="links",state="dead"}': 1,
    'waitlist_jobs{lane="mails",state="waiting"}': 0,
    'waitlist_jobs_oldest_seconds{lane="links"}': 0, // a dead job waits for a person, not for a worker
    waitlist_held_units: 2,
    waitlist_expired_held_units: 2,
    'waitlist_undecided_attempts{state="open"}': 1,
    waitlist_mails_waiting: 0,
    waitlist_webhooks_waiting: 0,
    'waitlist_alerts_open{code="job_dead"}': 1,
    'waitlist_outages_open{kind="mail"}': 1,
    'waitlist_outages_open{kind="worker"}': 1,
    waitlist_backup_verified: 1,
  });
  const ages = ['outbox_waiting_seconds', 'expired_held_oldest_seconds', 'undecided_attempts_oldest_seconds'];
  const upkeep = ['audit_overdue_seconds', 'worker_silent_seconds', 'prune_age_seconds'];
  expect([...ages, ...upkeep].map((name) => Math.round((now.get(`waitlist_${name}`) ?? 0) / 86_400))).toEqual([
    0, 3, 3, 3, 3, 3,
  ]);
  expect(now.get('waitlist_outbox_waiting_seconds')).toBeGreaterThanOrEqual(90);
  expect(now.get('waitlist_backup_age_seconds')).toBeLessThan(60);
});
