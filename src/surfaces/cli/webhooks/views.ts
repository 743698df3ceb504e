import type { Store } from '../../../core/stores/queries.ts';
import type { AnswerOf } from '../../../protocol/schema/admin-api/operation.ts';
import type {
  AdminWebhook,
  AdminWebhookMessage,
  testWebhook,
  WebhookSecrets,
} from '../../../protocol/schema/admin-api/webhooks.ts';
import { formatFields, formatNextSteps, formatTable, momentIn, printable } from '../terminal.ts';

const REASONS = {
  asked: 'disabled by you',
  failing: 'disabled: accepted nothing for three days',
  gone: 'disabled: gone',
};

const stateText = ({ disabled_reason: reason }: AdminWebhook) => (reason === null ? 'enabled' : REASONS[reason]);

export function endpointsTable(endpoints: readonly AdminWebhook[], { timeZone }: Store): string {
  if (endpoints.length === 0) return 'There are no endpoints yet. Create one with ./service webhooks create --url ….';
  const rows = endpoints.map((endpoint) => [
    endpoint.id,
    endpoint.url,
    endpoint.description,
    stateText(endpoint),
    endpoint.waiting,
    momentIn(timeZone, endpoint.delivered_at),
  ]);
  return formatTable(['Endpoint', 'Address', 'What for', 'State', 'Waiting', 'Last taken'], rows);
}

export function createdText(endpoint: AdminWebhook, store: Store): string {
  const command = `./service webhooks test --store ${store.slug} ${endpoint.id}`;
  return `${endpointText(endpoint, store)}\n\n${formatNextSteps([['See whether it answers:', command]])}`;
}

export function endpointText(endpoint: AdminWebhook & Partial<WebhookSecrets>, { timeZone }: Store): string {
  const { secret, old_secret: old, old_secret_expires_at: until = null } = endpoint;
  const people = endpoint.include_personal ? 'with contact, address, line item properties and parcels' : 'not named';
  const fields = formatFields([
    ['Address', endpoint.url],
    ['What for', endpoint.description],
    ['Told of', endpoint.types.length > 0 ? endpoint.types.join('\n') : 'everything'],
    ['Customers', people],
    ['State', stateText(endpoint)],
    ['Waiting', endpoint.waiting],
    ['Last taken', momentIn(timeZone, endpoint.delivered_at)],
    ['Secret', secret && `${secret}  (for your receiver only)`],
    ['Old secret', old && `${old}  (also signs until ${momentIn(timeZone, until)})`],
  ]);
  return `${endpoint.id}\n${fields}`;
}

export function messagesTable(messages: readonly AdminWebhookMessage[], { timeZone }: Store): string {
  if (messages.length === 0) return 'No messages yet.';
  const rows = messages.map((message) => {
    const last = message.tries.at(-1);
    return [
      message.id,
      momentIn(timeZone, message.occurred_at),
      message.type,
      message.state,
      message.tries.length,
      last?.failure ?? last?.status ?? '',
      momentIn(timeZone, message.next_try_at),
    ];
  });
  return formatTable(['Message', 'Happened', 'What', 'State', 'Tries', 'Last answer', 'Next try'], rows);
}

export function messageText(message: AdminWebhookMessage, store: Store): string {
  const tries = message.tries.map(({ at, status, took_ms: took, failure, answer }) => [
    momentIn(store.timeZone, at),
    status,
    `${took} ms`,
    failure,
    answer,
  ]);
  const body = message.body === null ? '' : printable(JSON.stringify(message.body));
  return [messagesTable([message], store), body, formatTable(['Tried', 'Status', 'Took', 'Failure', 'Answer'], tries)]
    .filter(Boolean)
    .join('\n\n');
}

export function triedText({ taken, status, failure, took_ms: took, answer }: AnswerOf<typeof testWebhook>): string {
  if (taken) return `Accepted: it answered ${status} within ${took} ms.`;
  return `Not taken: ${failure}${answer ? `\n${printable(answer)}` : ''}`;
}
