import Type from 'typebox';
import { resend, sendTest } from '../../core/webhooks/commands/resend.ts';
import { listMessages, type MessageRow } from '../../core/webhooks/queries.ts';
import { AppError } from '../../domain/error.ts';
import { seesPeople } from '../../domain/scope.ts';
import { page } from '../../protocol/schema/admin-api/shapes.ts';
import { MessageListQuery, ResendBody, WebhookTried } from '../../protocol/schema/admin-api/webhooks.ts';
import { success as successSchema } from '../../protocol/schema/envelope.ts';
import { messageJson, triedJson, withoutPerson } from '../merchant-json/webhooks.ts';
import type { AdminRoutes } from './admin-routes.ts';
import { NoBody, pageOf, reading, readPage, success, writing } from './answer.ts';
import type { Asker } from './authenticate.ts';
import { targetOf, WEBHOOK, WEBHOOK_NOT_FOUND, WebhookParams } from './webhooks.ts';

const MessageParams = Type.Object({
  ...WebhookParams.properties,
  message_id: Type.String({ minLength: 1, maxLength: 100 }),
});

const LIST = reading('webhooks:read', {
  operationId: 'listWebhookMessages',
  summary: 'The messages of an endpoint with their tries, the newest first',
  params: WebhookParams,
  querystring: MessageListQuery,
  response: { 200: page(Type.Ref('AdminWebhookMessage'), 'One page of messages.'), ...WEBHOOK_NOT_FOUND },
});
const GET = reading('webhooks:read', {
  operationId: 'getWebhookMessage',
  summary: 'One message with its body and each try',
  params: MessageParams,
  response: { 200: successSchema(Type.Ref('AdminWebhookMessage'), 'The message.'), ...WEBHOOK_NOT_FOUND },
});
const TEST = writing('webhooks:write', {
  operationId: 'testWebhook',
  summary: 'Send a test message at once, and tell what came back',
  params: WebhookParams,
  body: NoBody,
  response: { 200: successSchema(WebhookTried, 'What came back.'), ...WEBHOOK_NOT_FOUND },
});
const RESEND = writing('webhooks:write', {
  operationId: 'resendWebhookMessages',
  summary: 'Send messages again, with their ids',
  description: 'Either one message, or all that it did not accept.',
  params: WebhookParams,
  body: ResendBody,
  response: { 200: successSchema(Type.Object({ queued: Type.Integer() }), 'How many.'), ...WEBHOOK_NOT_FOUND },
});

/** Registers the messages of webhook endpoints: list, one, test, send again. */
export function registerWebhookMessages({ app, deps, askerOf, perform }: AdminRoutes): void {
  app.get(`${WEBHOOK}/messages`, LIST, async (request) => {
    const asker = askerOf(request);
    const target = await targetOf(deps, asker, request.params.webhook_id);
    const { failed = false } = request.query;
    const read = (part: { limit: number; after?: string }) => listMessages(deps.db, target, { ...part, failed });
    const { entries, next } = await readPage(request.query, read, ({ id }) => id);
    return pageOf(
      entries.map((message) => viewFor(asker, message)),
      next,
    );
  });

  app.get(`${WEBHOOK}/messages/:message_id`, GET, async (request) => {
    const { webhook_id, message_id: messageId } = request.params;
    const asker = askerOf(request);
    const target = await targetOf(deps, asker, webhook_id);
    const [message] = await listMessages(deps.db, target, { messageId, limit: 1 });
    if (!message) throw new Error('listMessages returned nothing for a message that it found');
    return success(viewFor(asker, message));
  });

  app.post(`${WEBHOOK}/test`, TEST, async (request, reply) => {
    const target = await targetOf(deps, askerOf(request), request.params.webhook_id);
    return perform(request, reply, {
      action: 'webhook.test',
      outside: true,
      async run(joined) {
        const tried = triedJson(await sendTest(joined, target));
        return { subject: target.endpointId, outcome: { ...tried, answer: '' }, once: { answer: tried.answer } };
      },
      answer: async (_, { outcome }) => outcome,
    });
  });

  app.post(`${WEBHOOK}/resend`, RESEND, async (request, reply) => {
    const target = await targetOf(deps, askerOf(request), request.params.webhook_id);
    const { message_id, failed = false } = request.body;
    if ((message_id === undefined) !== failed) {
      throw new AppError('missing_parameter', 'Say what: either message_id or failed.', { param: 'message_id' });
    }
    return perform(request, reply, {
      action: 'webhook.resend',
      async run(joined) {
        const queued = await resend(joined, target, { messageId: message_id ?? null });
        return { subject: target.endpointId, outcome: { queued } };
      },
      answer: async (_, { outcome }) => ({ queued: outcome.queued }),
    });
  });
}

function viewFor(asker: Asker, message: MessageRow) {
  const view = messageJson(message);
  return seesPeople(asker) ? view : withoutPerson(view);
}
