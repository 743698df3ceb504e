import { OUTBOX_DETAILS, type OutboxTopic } from '../../src/core/outbox/topics.ts';
import type { Sql } from '../../src/platform/db.ts';
import { isOf } from '../../src/platform/schema-check.ts';

/**
 * Throws if the detail of an outbox row does not fit its topic. The compiler checks the arguments of `emit`; rows that SQL
 * writes are only checked here. Topics of other versions are ignored.
 */
export async function checkOutboxDetails(sql: Sql): Promise<void> {
  const [outbox] = await sql.query<{ name: string | null }>(`SELECT to_regclass('outbox')::text AS name`);
  if (!outbox?.name) return; // a test that removed the service's tables
  const rows = await sql.query<{ topic: string; detail: unknown }>('SELECT DISTINCT topic, detail FROM outbox');
  const wrong = rows.filter(({ topic, detail }) => isOurs(topic) && !isOf(OUTBOX_DETAILS[topic], detail));
  if (wrong.length === 0) return;
  throw new Error(`outbox rows with an unknown detail: ${JSON.stringify(wrong.slice(0, 5))}`);
}

function isOurs(topic: string): topic is OutboxTopic {
  return Object.hasOwn(OUTBOX_DETAILS, topic);
}
