import { AppError } from '../../../domain/error.ts';
import { isUuid } from '../../../domain/uuid.ts';
import type { WebhookReading } from '../../../integrations/commerce/port.ts';
import type { Deps } from '../../deps.ts';
import { findStoreOfShop, openConnection } from '../queries.ts';
import { addTasks } from './add-tasks.ts';
import { keepPrivacyAsk } from './privacy-ask.ts';

type ReceiveDeps = Pick<Deps, 'db' | 'secrets' | 'platforms' | 'clock' | 'log'>;

type Received = { hookId: string; body: Buffer; headers: Record<string, string | undefined> };

const EVENT_ID_LENGTH_MAX = 300;

/**
 * Takes a webhook of a store's platform: verifies it on its raw body, and notes what has to be read anew, or what is asked on behalf of
 * people. Its content is never used otherwise. One that came before does nothing. Throws `invalid_signature`, also for an unknown address, so that an
 * answer does not tell which stores exist.
 */
export async function receiveChange(deps: ReceiveDeps, { hookId, body, headers }: Received): Promise<void> {
  const opened = isUuid(hookId) ? await openConnection(deps, hookId) : null;
  const reading = opened?.platform.readWebhook({
    body,
    headers,
    secrets: opened.webhookSecrets,
    now: deps.clock.now(),
  });
  if (reading?.kind !== 'genuine') {
    if (reading) deps.log.warn({ storeId: hookId, reason: reading.reason }, 'a webhook of a platform was refused');
    throw notSigned();
  }
  await take(deps, { storeId: hookId, platform: opened?.platform.kind ?? '' }, reading);
}

/**
 * Takes a webhook that a platform sends for all accounts that have our app to one address. One about an account that no store has is
 * only verified, and what is kept of one that leaves is forgotten. Throws `invalid_signature`.
 */
export async function receiveForApp(deps: ReceiveDeps, { body, headers }: Omit<Received, 'hookId'>): Promise<void> {
  const { app } = deps.platforms;
  if (!app) throw notSigned();
  const reading = app.readWebhook({ body, headers, now: deps.clock.now() });
  if (reading.kind !== 'genuine') {
    deps.log.warn({ reason: reading.reason }, 'a webhook of the app was refused');
    throw notSigned();
  }
  const storeId = await findStoreOfShop(deps.db, app.kind, reading.shop);
  if (storeId !== null) return take(deps, { storeId, platform: app.kind }, reading);
  if (reading.privacy?.what === 'erase_store') {
    await deps.db.query('DELETE FROM app_install WHERE platform = $1 AND account = $2 AND store_id IS NULL', [
      app.kind,
      reading.shop,
    ]);
  }
}

const notSigned = () => new AppError('invalid_signature', 'The signature does not fit.');

type Genuine = Extract<WebhookReading, { kind: 'genuine' }>;

async function take(
  { db }: Pick<Deps, 'db'>,
  of: { storeId: string; platform: string },
  { id, changes, privacy }: Genuine,
): Promise<void> {
  if (changes.length === 0 && !privacy) return; // it may come again, and unsigned ones of that kind are let in
  await db.transaction(async (tx) => {
    const [first] = await tx.query(
      `INSERT INTO connection_event (store_id, id) SELECT store_id, $2 FROM connection WHERE store_id = $1
       ON CONFLICT DO NOTHING RETURNING 1`,
      [of.storeId, id.slice(0, EVENT_ID_LENGTH_MAX)],
    );
    if (!first) return;
    await addTasks(tx, of.storeId, changes);
    if (privacy) await keepPrivacyAsk(tx, of, privacy);
  });
}
