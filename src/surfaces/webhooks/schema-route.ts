import type { App } from '../../platform/http.ts';
import { webhookEventsSchema } from '../../protocol/schema/webhook-events.ts';
import type { Deps } from '../deps.ts';

/** Registers `GET /webhook-events.json`: the JSON Schema of all webhook messages, for developers of receivers. */
export function registerWebhookRoutes(app: App, { baseUrl }: Pick<Deps, 'baseUrl'>): void {
  const schema = JSON.stringify(webhookEventsSchema(baseUrl), null, 2);
  app.get('/webhook-events.json', { schema: { hide: true } }, (_request, reply) =>
    reply
      .headers({ 'content-type': 'application/schema+json; charset=utf-8', 'cache-control': 'public, max-age=300' })
      .send(schema),
  );
}
