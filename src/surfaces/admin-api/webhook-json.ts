import type { Try } from '../../core/webhooks/commands/deliver.ts';
import type { Endpoint, EndpointSecret, MessageRow } from '../../core/webhooks/queries.ts';
import { AdminWebhook, type AdminWebhookMessage } from '../../protocol/schema/admin-api/webhooks.ts';
import { jsonOf } from '../fields.ts';

export const endpointJson = (endpoint: Endpoint): AdminWebhook =>
  jsonOf(AdminWebhook, { ...endpoint, enabled: endpoint.disabledAt === null });

/** Returns the secrets that sign the messages of an endpoint: one, or two during a rotation. */
export function secretsJson([newest, old]: readonly EndpointSecret[]) {
  return {
    secret: newest?.text ?? null,
    old_secret: old?.text ?? null,
    old_secret_expires_at: old?.expiresAt?.toISOString() ?? null,
  };
}

export function messageJson(message: MessageRow): AdminWebhookMessage {
  return {
    id: message.id,
    type: message.type,
    state: message.state,
    occurred_at: message.occurredAt.toISOString(),
    next_try_at: message.dueAt?.toISOString() ?? null,
    body: message.body === null ? null : (JSON.parse(message.body) as unknown),
    tries: message.tries.map(({ at, tookMs, ...tried }) => ({ at: at.toISOString(), took_ms: tookMs, ...tried })),
  };
}

/**
 * Returns a message about a pre-order without what names the shopper and what leads to the parcel. Servers often answer with what they
 * were sent, or with what they know of it.
 */
export function withoutPerson(message: AdminWebhookMessage): AdminWebhookMessage {
  const { body, tries } = message;
  if (!isObject(body) || !isObject(body.data) || body.data.preorder === undefined) return message;
  const { personal: _, ...data } = body.data;
  if (isObject(data.fulfilment)) data.fulfilment = { ...data.fulfilment, tracking_number: '', tracking_link: '' };
  return { ...message, body: { ...body, data }, tries: tries.map((one) => ({ ...one, answer: '' })) };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns what came back of a test message. */
export function triedJson({ id, verdict, status, failure, tookMs, answer }: Try & { id: string }) {
  return { id, taken: verdict === 'delivered', status, failure, took_ms: tookMs, answer };
}
