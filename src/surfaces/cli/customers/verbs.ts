import type { Command } from 'commander';
import type { Store } from '../../../core/stores/queries.ts';
import * as operations from '../../../protocol/schema/admin-api/customers.ts';
import { addAskingVerb } from '../asking.ts';
import { formatCount, formatFields, formatTable, momentIn, printable, toWords } from '../terminal.ts';
import type { VerbRunner } from '../verb.ts';

type Customer = operations.AdminCustomer;
type Detail = operations.AdminCustomerDetail;

/** Adds the verbs for customers: who bought, and all that is about one of them. */
export function addCustomers(runner: VerbRunner, noun: Command): void {
  const verbs = { noun, runner };
  addAskingVerb(verbs, 'list', { operation: operations.listCustomers, text: customersTable });
  addAskingVerb(verbs, 'show <customer-id>', { operation: operations.getCustomer, text: customerText });
}

function customersTable(customers: readonly Customer[], { timeZone }: Store): string {
  if (customers.length === 0) return 'No customers.';
  const rows = customers.map((customer) => [
    printable(customer.name),
    printable(customer.email),
    countText(customer),
    spentText(customer),
    momentIn(timeZone, customer.last_placed_at),
    customer.id,
  ]);
  return formatTable(['Name', 'E-mail', 'Pre-orders', 'Spent', 'Last', 'Id'], rows);
}

const countText = ({ preorder_count: count, complete }: Customer): string => (complete ? `${count}` : `${count}+`);

const spentText = ({ spent, complete }: Customer): string =>
  spent.map((one) => `${one.spent} ${one.currency}`).join(', ') + (complete || spent.length === 0 ? '' : '+');

function customerText(customer: Detail, store: Store): string {
  const at = (time: string | null) => momentIn(store.timeZone, time);
  const spent = customer.spent.map(
    ({ currency, charged, refunded, spent }) => `${spent} ${currency} (charged ${charged}, refunded ${refunded})`,
  );
  const head = formatFields([
    ['Customer', printable([customer.name, customer.email].filter((part) => part !== '').join(', '))],
    ['Address', Object.values(customer.address).map(printable).join(', ')],
    ['Language', customer.locale],
    ['Marketing', customer.marketing_consent ? 'agreed' : 'not agreed'],
    ['Mails', customer.mails_stopped === null ? null : `none go there: ${customer.mails_stopped}`],
    ['Pre-orders', countText(customer)],
    ['Spent', customer.complete ? spent.join('\n') : `${spent.join('\n')}\nof the newest pre-orders`],
  ]);
  const words = (text: string | null) => printable(text ?? '(in the mailbox of the store)');
  return [
    head,
    part(customer.preorders, 'pre-order', (one) => [
      at(one.placed_at),
      one.reference,
      toWords(one.state),
      one.product,
      `${one.total} ${one.currency}`,
    ]),
    part(customer.messages, 'message', (one) => [
      at(one.created_at),
      one.preorder,
      one.by ?? one.from,
      words(one.text),
    ]),
    part(customer.mails, 'mail', (one) => [
      at(one.sent_at ?? one.created_at),
      one.preorder,
      toWords(one.kind),
      one.state,
    ]),
    part(customer.notes, 'note', (one) => [at(one.created_at), one.preorder, printable(one.by), printable(one.text)]),
    part(customer.withdrawals, 'withdrawal', (one) => [at(one.declared_at), one.id, one.state]),
  ]
    .filter((text) => text !== '')
    .join('\n\n');
}

/** Returns the rows of a part below how many they are; empty where there are none. */
function part<One>(all: readonly One[], name: string, cells: (one: One) => (string | null)[]): string {
  if (all.length === 0) return '';
  const [first = []] = all.map(cells);
  return `${formatCount(all.length, name)}:\n${formatTable(
    first.map(() => ''),
    all.map(cells),
  )}`;
}
