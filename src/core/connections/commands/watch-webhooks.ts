import type { CommercePlatform } from '../../../integrations/commerce/port.ts';
import type { Database } from '../../../platform/db.ts';
import { raiseAlert, resolveAlert } from '../../alerts/commands.ts';

const SILENT = 'connection_silent';

/**
 * Tells the merchant when the platform has switched webhooks off, as it does after deliveries that failed. Changes are still asked for
 * each minute. Reading everything again switches them on.
 */
export async function watchWebhooks(
  db: Database,
  platform: CommercePlatform,
  { storeId, address }: { storeId: string; address: string },
): Promise<void> {
  if (!platform.silentTopics || !address.startsWith('https:')) return;
  const topics = await platform.silentTopics(address);
  await db.transaction(async (tx) => {
    if (topics.length === 0) return resolveAlert(tx, storeId, { code: SILENT, subjectId: storeId });
    const values = { topics: topics.join(', ') };
    return raiseAlert(tx, storeId, { text: SILENT, subjectId: storeId, values, next: { step: 'connect_platform' } });
  });
}
