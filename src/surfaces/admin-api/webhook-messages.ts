import { resend, sendTest } from '../../core/webhooks/commands/resend.ts';
import { listMessages, type MessageRow } from '../../core/webhooks/queries.ts';
import { AppError } from '../../domain/error.ts';
import { seesPeople } from '../../domain/scope.ts';
import * as operations from '../../protocol/schema/admin-api/webhooks.ts';
import type { AdminRoutes } from './admin-routes.ts';
import type { Asker } from './authenticate.ts';
import { messageJson, triedJson, withoutPerson } from './webhook-json.ts';
import { targetOf } from './webhooks.ts';

/** Registers the messages of webhook endpoints: list, one, test, send again. */
export function registerWebhookMessages({ reads, readsPage, writes }: AdminRoutes): void {
  readsPage(operations.listWebhookMessages, async (asker, { webhook_id: id, failed = false, ...part }, { db }) => {
    const target = await targetOf(db, asker, id);
    return (await listMessages(db, target, { ...part, failed })).map((message) => viewFor(asker, message));
  });
  reads(operations.getWebhookMessage, async (asker, { webhook_id: id, message_id: messageId }, { db }) => {
    const [message] = await listMessages(db, await targetOf(db, asker, id), { messageId, limit: 1 });
    if (!message) throw new Error('listMessages returned nothing for a message that it found');
    return viewFor(asker, message);
  });
  writes(operations.testWebhook, (asker, { webhook_id: id }) => ({
    outside: true,
    async run(joined) {
      const target = await targetOf(joined.db, asker, id);
      const tried = triedJson(await sendTest(joined, target));
      return { subject: target.endpointId, outcome: { ...tried, answer: '' }, once: { answer: tried.answer } };
    },
    answer: async (_, { outcome }) => outcome,
  }));
  writes(operations.resendWebhookMessages, (asker, { webhook_id: id, message_id: messageId, failed = false }) => {
    if ((messageId === undefined) !== failed) {
      throw new AppError('missing_parameter', 'Say what: either message_id or failed.', { param: 'message_id' });
    }
    return {
      async run(joined) {
        const target = await targetOf(joined.db, asker, id);
        const queued = await resend(joined, target, { messageId: messageId ?? null });
        return { subject: target.endpointId, outcome: { queued } };
      },
      answer: async (_, { outcome }) => ({ queued: outcome.queued }),
    };
  });
}

function viewFor(asker: Asker, message: MessageRow) {
  const view = messageJson(message);
  return seesPeople(asker) ? view : withoutPerson(view);
}
