import { Type } from '../../../platform/type.ts';
import { CommerceError } from '../port.ts';
import type { AdminClient } from './client.ts';
import { SUBSCRIBE, SUBSCRIPTIONS } from './operations.ts';
import { TOPICS } from './webhooks.ts';

const Answer = Type.Object({
  webhookSubscriptions: Type.Object({ nodes: Type.Array(Type.Object({ topic: Type.String() })) }),
});

/**
 * Subscribes to the topics that are missing, and does without those that Shopify keeps from the app with the data in them: asking finds
 * what they would have told. Shopify itself forgets subscriptions whose address fails for days.
 */
export async function subscribe(admin: AdminClient, uri: string): Promise<void> {
  const { webhookSubscriptions } = await admin.run(SUBSCRIPTIONS, { uri }, Answer);
  const known = new Set(webhookSubscriptions.nodes.map(({ topic }) => topic));
  for (const topic of TOPICS.filter((one) => !known.has(one))) {
    await admin.change(SUBSCRIBE, { topic, uri }).catch((error: unknown) => {
      if (!(error instanceof CommerceError && /protected customer data/i.test(error.message))) throw error;
    });
  }
}
