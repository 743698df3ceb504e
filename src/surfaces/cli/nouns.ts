import type { Command } from 'commander';
import type { VerbRunner } from './verb.ts';

type Add = (runner: VerbRunner, command: Command) => void;

/** A noun with its verbs, or a verb of its own. `usage` is its name and its arguments. */
export type Noun = {
  usage: string;
  about: string;
  /** Loads the code of its verbs. The help of all nouns and the verbs of the others need none of it. */
  load: () => Promise<Add>;
  /** Loads the code of `list` alone, where it needs less than the other verbs. */
  loadList?: () => Promise<Add>;
};

/** All nouns, in the order of the help. */
export const NOUNS: readonly Noun[] = [
  {
    usage: 'stores',
    about: 'the stores that sell through this service',
    load: async () => (await import('./stores/verbs.ts')).addStores,
    loadList: async () => (await import('./stores/list.ts')).addStoresList,
  },
  {
    usage: 'catalog',
    about: 'import products',
    load: async () => (await import('./catalog/verbs.ts')).addCatalog,
  },
  {
    usage: 'products',
    about: 'the products of the catalogue',
    load: async () => (await import('./products/verbs.ts')).addProducts,
  },
  {
    usage: 'connection',
    about: 'the connection with the store’s commerce platform',
    load: async () => (await import('./connection/verbs.ts')).addConnection,
  },
  {
    usage: 'waitlists',
    about: 'offers to pre-order a product',
    load: async () => (await import('./waitlists/verbs.ts')).addWaitlists,
  },
  {
    usage: 'discounts',
    about: 'codes that make a pre-order cheaper',
    load: async () => (await import('./discounts/verbs.ts')).addDiscounts,
  },
  {
    usage: 'batches',
    about: 'the deliveries of a waitlist, sold one after the other',
    load: async () => (await import('./batches/verbs.ts')).addBatches,
  },
  {
    usage: 'releases',
    about: 'hand out the units that have arrived, the longest wait first',
    load: async () => (await import('./releases/verbs.ts')).addReleases,
  },
  {
    usage: 'preorders',
    about: 'the pre-orders of shoppers',
    load: async () => (await import('./preorders/verbs.ts')).addPreorders,
  },
  {
    usage: 'withdrawals',
    about: 'declarations by which people withdraw from a contract',
    load: async () => (await import('./withdrawals/verbs.ts')).addWithdrawals,
  },
  {
    usage: 'orders',
    about: "the orders that were handed to the store's own system",
    load: async () => (await import('./orders/verbs.ts')).addOrders,
  },
  {
    usage: 'promises',
    about: 'ship windows that shoppers were told, and their answers when dates moved',
    load: async () => (await import('./promises/verbs.ts')).addPromises,
  },
  {
    usage: 'payments',
    about: 'the merchant’s own account at Stripe',
    load: async () => (await import('./payments/verbs.ts')).addPayments,
  },
  {
    usage: 'customers',
    about: 'who bought: what they ordered, spent and asked',
    load: async () => (await import('./customers/verbs.ts')).addCustomers,
  },
  {
    usage: 'people',
    about: 'the data of a person: export, erasure, and what platforms ask for them',
    load: async () => (await import('./people/verbs.ts')).addPeople,
  },
  {
    usage: 'mails',
    about: 'mails to customers',
    load: async () => (await import('./mails/verbs.ts')).addMails,
  },
  {
    usage: 'texts',
    about: 'words of the button and of mails, in each language',
    load: async () => (await import('./texts/verbs.ts')).addTexts,
  },
  {
    usage: 'suppressions',
    about: 'addresses that get no more mails: a mail server refused them for good, or you added them',
    load: async () => (await import('./suppressions/verbs.ts')).addSuppressions,
  },
  {
    usage: 'measures',
    about: 'how often placements were shown, clicked and bought from',
    load: async () => (await import('./measures/verbs.ts')).addMeasures,
  },
  {
    usage: 'placements',
    about: 'on which pages buttons were seen, and what is wrong',
    load: async () => (await import('./placements/verbs.ts')).addPlacements,
  },
  {
    usage: 'reports',
    about: 'what is happening: sales, sell-through, forecasts',
    load: async () => (await import('./reports/verbs.ts')).addReports,
  },
  {
    usage: 'clock',
    about: 'the clock of a test store, which can be moved',
    load: async () => (await import('./rehearsals/clock.ts')).addClock,
  },
  {
    usage: 'rehearsals',
    about: 'launches that are rehearsed with simulated shoppers on a copy of the store',
    load: async () => (await import('./rehearsals/verbs.ts')).addRehearsals,
  },
  {
    usage: 'alerts',
    about: 'what needs the merchant',
    load: async () => (await import('./alerts/verbs.ts')).addAlerts,
  },
  {
    usage: 'attempts',
    about: 'payments without a result yet',
    load: async () => (await import('./payments/attempts.ts')).addAttempts,
  },
  {
    usage: 'ledger',
    about: 'the books: stock and money',
    load: async () => (await import('./ledger/verbs.ts')).addLedger,
  },
  {
    usage: 'imports',
    about: 'pre-orders and waitlists that were kept elsewhere',
    load: async () => (await import('./imports/verbs.ts')).addImports,
  },
  {
    usage: 'jobs',
    about: 'background work, such as payments and mails',
    load: async () => (await import('./jobs/verbs.ts')).addJobs,
  },
  {
    usage: 'secrets',
    about: 'the key of this installation, SECRET_KEY',
    load: async () => (await import('./secrets/verbs.ts')).addSecrets,
  },
  {
    usage: 'backup <target>',
    about: 'write the whole database into a file, and prove that it can be restored',
    load: async () => (await import('./backups/verbs.ts')).addBackup,
  },
  {
    usage: 'restore <source>',
    about: 'bring a backup into the empty database of this installation',
    load: async () => (await import('./backups/verbs.ts')).addRestore,
  },
  {
    usage: 'backup-key <file>',
    about: 'make a private key for backups in a file, and print its public key',
    load: async () => (await import('./backups/verbs.ts')).addBackupKey,
  },
  {
    usage: 'migrate',
    about: 'bring the database to the version of this code',
    load: async () => (await import('./migrate/verbs.ts')).addMigrate,
  },
  {
    usage: 'webhooks',
    about: 'your own systems that get messages about events',
    load: async () => (await import('./webhooks/verbs.ts')).addWebhooks,
  },
  {
    usage: 'tokens',
    about: 'secrets with which your own systems use the private API',
    load: async () => (await import('./tokens/verbs.ts')).addTokens,
  },
  {
    usage: 'doctor',
    about: 'look at settings, database, workers, mail, payments, platforms and upkeep, and say what to do',
    load: async () => (await import('./doctor/verbs.ts')).addDoctor,
  },
  {
    usage: 'databases',
    about: 'the databases in which stores live',
    load: async () => (await import('./databases/verbs.ts')).addDatabases,
  },
  {
    usage: 'owner',
    about: 'make a one-time link with which an owner of this installation comes into the portal',
    load: async () => (await import('./staff/verbs.ts')).addOwner,
  },
  {
    usage: 'staff',
    about: 'people who work in a store and sign in to the portal',
    load: async () => (await import('./staff/verbs.ts')).addStaff,
  },
];
