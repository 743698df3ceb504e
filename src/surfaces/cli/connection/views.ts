import type { Connection } from '../../../core/connections/queries.ts';
import type { Store } from '../../../core/stores/queries.ts';
import type { Works } from '../../../domain/connection.ts';
import type { connectionJson } from '../../merchant-json/connection.ts';
import { formatCount, formatFields, formatTable, formatTime, printable } from '../terminal.ts';

type ShownConnection = Pick<
  Awaited<ReturnType<typeof connectionJson>>,
  'state' | 'kinds' | 'app' | 'webhook_address'
> & {
  abilities?: { works: Works; text: string }[];
};

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
export function connectionText(connection: Connection | null, shown: ShownConnection, store: Store): string {
  if (!connection) return notConnectedText(shown, store);
  const { timeZone } = store;
  const at = (time: Date | null) => (time === null ? 'never' : formatTime(time, timeZone));
  const fields = formatFields([
    ['Platform', `${connection.kind}: ${printable(connection.accountName)} (${printable(connection.accountId)})`],
    ['State', `${STATES[shown.state]}${connection.failure === null ? '' : `: ${printable(connection.failure)}`}`],
    ...(connection.byApp ? [['By', 'the app of this installation'] as [string, string]] : []),
    ...Object.entries(connection.settings).map(([name, value]): [string, string] => [`Its ${name}`, printable(value)]),
    ['Orders', ORDERS[connection.ordersAt]],
    ['Webhooks to', shown.webhook_address],
    ['Changes read', at(connection.changesReadAt)],
    ['Waiting', formatCount(connection.waiting, 'change')],
    ['Products', syncText(connection, at)],
    ['Differences', formatCount(connection.issues, 'product')],
  ]);
  return `${fields}\n\n${abilitiesText(shown)}`;
}

const WORKS: Readonly<Record<Works, string>> = { yes: '✓', partly: '!', no: '–' };

/** What works now, what has a limit (!), and what is not possible (–). */
function abilitiesText({ abilities = [] }: ShownConnection): string {
  return ['What works:', ...abilities.map(({ works, text }) => `  ${WORKS[works]} ${text}`)].join('\n');
}

function syncText({ sync }: Connection, at: (time: Date | null) => string): string {
  if (!sync) return 'never read';
  const { listed, created, updated, unchanged, removed, refused } = sync;
  const verb = sync.dryRun ? 'compared' : 'read';
  const counts = `${listed} listed, ${created} new, ${updated} changed, ${unchanged} the same, ${removed} gone, ${refused} refused`;
  return sync.doneAt === null ? `being ${verb}: ${counts}` : `all ${verb} ${at(sync.doneAt)}: ${counts}`;
}

function notConnectedText({ kinds, app, webhook_address }: ShownConnection, store: Store): string {
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
