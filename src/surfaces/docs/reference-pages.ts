/** A page of the API reference: its name in addresses, its title, and the operations on it. */
export type ReferencePage<Operation> = { slug: string; title: string; about: string; operations: Operation[] };

/** The private API's pages, by the first word of a path after `/admin/api/v1/`. */
const PARTS = [
  {
    name: 'waitlists',
    title: 'Waitlists and deliveries',
    of: ['waitlists', 'batches', 'inventory', 'promises', 'releases'],
  },
  { name: 'preorders', title: 'Pre-orders and orders', of: ['preorders', 'orders'] },
  {
    name: 'catalogue',
    title: 'Products and connection',
    of: ['products', 'catalog', 'connection', 'imports', 'discounts'],
  },
  { name: 'money', title: 'Payments', of: ['payments', 'attempts', 'ledger'] },
  { name: 'shoppers', title: 'Shoppers and mails', of: ['customers', 'people', 'mails', 'suppressions', 'texts'] },
  {
    name: 'reports',
    title: 'Reports and rehearsals',
    of: ['reports', 'measures', 'placements', 'rehearsals', 'test-clock'],
  },
  { name: 'webhooks', title: 'Webhooks, alerts and jobs', of: ['webhooks', 'alerts', 'jobs'] },
];

/** Takes all operations whose path no other page names. */
const REST = { name: 'store', title: 'Store, team and tokens' };

const PRIVATE_ROOT = '/admin/api/v1/';

/** Sorts operations into pages: the public API first, then the private API by what it is about. A page of all would be too long to use. */
export function referencePages<Operation extends { path: string }>(
  root: string,
  operations: readonly Operation[],
): ReferencePage<Operation>[] {
  const partOf = ({ path }: Operation) => PARTS.find(({ of }) => of.includes(wordOf(path))) ?? REST;
  const privateOnes = operations.filter(({ path }) => path.startsWith(PRIVATE_ROOT));
  return [
    {
      slug: root,
      title: 'API reference',
      about: '',
      operations: operations.filter((one) => !privateOnes.includes(one)),
    },
    ...[...PARTS, REST].map((part) => ({
      slug: `${root}/${part.name}`,
      title: part.title,
      about: `The private API: ${part.title.toLowerCase()}.`,
      operations: privateOnes.filter((one) => partOf(one) === part),
    })),
  ];
}

/** Returns `waitlists` for `/admin/api/v1/waitlists.csv` and for `/admin/api/v1/waitlists/{waitlist}`. */
function wordOf(path: string): string {
  return /^[a-z-]+/.exec(path.slice(PRIVATE_ROOT.length))?.[0] ?? '';
}
