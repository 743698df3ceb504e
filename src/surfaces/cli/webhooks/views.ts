import type { Store } from '../../../core/stores/queries.ts';
import type { Endpoint, EndpointSecret, MessageRow } from '../../../core/webhooks/queries.ts';
import { formatFields, formatTable, formatTime, printable } from '../terminal.ts';

const REASONS = {
  asked: 'disabled by you',
  failing: 'disabled: accepted nothing for three days',
  gone: 'disabled: gone',
};

function stateText({ disabledReason }: Endpoint): string {
  return disabledReason === null ? 'enabled' : REASONS[disabledReason];
}

export function endpointsTable(endpoints: readonly Endpoint[], { timeZone }: Store): string {
  const rows = endpoints.map((endpoint) => [
    endpoint.id,
    endpoint.url,
    endpoint.description,
    stateText(endpoint),
    endpoint.waiting,
    formatTime(endpoint.deliveredAt, timeZone),
  ]);
  return formatTable(['Endpoint', 'Address', 'What for', 'State', 'Waiting', 'Last taken'], rows);
}

export function endpointText(endpoint: Endpoint, [newest, old]: readonly EndpointSecret[], store: Store): string {
  const until = old && formatTime(old.expiresAt, store.timeZone);
  return [
    endpoint.id,
    formatFields([
      ['Address', endpoint.url],
      ['What for', endpoint.description],
      ['Told of', endpoint.types.length > 0 ? endpoint.types.join('\n') : 'everything'],
      ['Customers', endpoint.includePersonal ? 'with contact, address, line item properties and parcels' : 'not named'],
      ['State', stateText(endpoint)],
      ['Waiting', endpoint.waiting],
      ['Last taken', formatTime(endpoint.deliveredAt, store.timeZone)],
      ['Secret', `${newest?.text}  (for your receiver only)`],
      ['Old secret', old && `${old.text}  (also signs until ${until})`],
    ]),
  ].join('\n');
}

export function messagesText(messages: readonly MessageRow[], store: Store, { whole }: { whole: boolean }): string {
  if (messages.length === 0) return 'No messages yet.';
  const time = (at: Date | null) => formatTime(at, store.timeZone);
  const rows = messages.map((message) => {
    const last = message.tries.at(-1);
    return [
      message.id,
      time(message.occurredAt),
      message.type,
      message.state,
      message.tries.length,
      last?.failure ?? last?.status ?? '',
      time(message.dueAt),
    ];
  });
  const heads = ['Message', 'Happened', 'What', 'State', 'Tries', 'Last answer', 'Next try'];
  const listed = formatTable(heads, rows);
  const [only] = messages;
  if (!whole || !only) return listed;
  const tries = only.tries.map((one) => [time(one.at), one.status, `${one.tookMs} ms`, one.failure, one.answer]);
  return [listed, printable(only.body), formatTable(['Tried', 'Status', 'Took', 'Failure', 'Answer'], tries)]
    .filter(Boolean)
    .join('\n\n');
}
