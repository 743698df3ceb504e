import type { Store } from '../../../core/stores/queries.ts';
import type { AdminConnection } from '../../../protocol/schema/admin-api/connection.ts';
import { formatCount, formatFields, formatTable, momentIn, printable } from '../terminal.ts';

const STATES = {
  works: 'works',
  fails: 'does not answer',
  refused: 'no longer takes the credentials: connect it with new ones',
  ended: 'the app was removed there: install it again, or disconnect',
  not_connected: 'not connected',
};

const ORDERS = {
  placing: 'created when a pre-order is placed; they wait there, held',
  payment: 'created when they are paid; they wait there, held',
  release: 'created when they are released',
};

/** Returns what a person reads of a store's connection. */
export function connectionText(shown: AdminConnection, store: Store): string {
  const { account, reason = null, orders_at: ordersAt, waiting = 0, issues = 0 } = shown;
  if (!account || !ordersAt) return notConnectedText(shown, store);
  const at = (time: string | null = null) => (time === null ? 'never' : momentIn(store.timeZone, time));
  const fields = formatFields([
    ['Platform', `${shown.kind}: ${printable(account.name)} (${printable(account.id)})`],
    ['State', `${STATES[shown.state]}${reason === null ? '' : `: ${printable(reason)}`}`],
    ...(shown.by_app ? [['By', 'the app of this installation'] as [string, string]] : []),
    ...Object.entries(shown.settings ?? {}).map(([name, value]): [string, string] => [`Its ${name}`, printable(value)]),
    ['Orders', ORDERS[ordersAt]],
    ['Webhooks to', shown.webhook_address],
    ['Changes read', at(shown.changes_read_at)],
    ['Waiting', formatCount(waiting, 'change')],
    ['Products', syncText(shown.sync, at)],
    ['Differences', formatCount(issues, 'product')],
  ]);
  return `${fields}\n\n${abilitiesText(shown)}`;
}

const WORKS = { yes: '✓', partly: '!', no: '–' };

/** What works now, what has a limit (!), and what is not possible (–). */
function abilitiesText({ abilities = [] }: AdminConnection): string {
  return ['What works:', ...abilities.map(({ works, text }) => `  ${WORKS[works]} ${text}`)].join('\n');
}

function syncText(sync: AdminConnection['sync'], at: (time: string | null) => string): string {
  if (!sync) return 'never read';
  const { listed, created, updated, unchanged, removed, refused } = sync;
  const verb = sync.dry_run ? 'compared' : 'read';
  const counts = `${listed} listed, ${created} new, ${updated} changed, ${unchanged} the same, ${removed} gone, ${refused} refused`;
  return sync.done_at === null ? `being ${verb}: ${counts}` : `all ${verb} ${at(sync.done_at)}: ${counts}`;
}

function notConnectedText({ kinds, app, webhook_address }: AdminConnection, store: Store): string {
  const rows = kinds.flatMap(({ kind, settings }) =>
    settings.map(({ name, optional, about }) => [kind, name, `${about}${optional ? ' (may be left out)' : ''}`]),
  );
  return [
    'The store is not connected with a platform: products come from files, and orders are kept as files.',
    formatTable(['Kind', 'Setting', ''], rows),
    `Connect it: ./service connection connect --store ${store.slug} --kind http --settings-file settings.json`,
    ...(app
      ? [
          `Or install the app with the client ID ${app.client_id} there, open it, and: ./service connection link --store ${store.slug} --address ADDRESS --code CODE`,
        ]
      : []),
    `Its webhooks go to ${webhook_address}`,
  ].join('\n\n');
}
