import { type Command, Option } from 'commander';
import type { Deps } from '../../../core/deps.ts';
import {
  confirmCurrencyDigits,
  createStore,
  retireSharedSecret,
  rotateSharedSecret,
  updateStore,
} from '../../../core/stores/commands.ts';
import { listStores, readSharedSecrets, readStore } from '../../../core/stores/queries.ts';
import { storeJson } from '../../merchant-json/stores.ts';
import { formatNextSteps, formatTable } from '../terminal.ts';
import { numberIn } from '../values.ts';
import { type Answer, defineStoreVerb, defineVerb, type VerbRunner } from '../verb.ts';
import { addBrand } from './brand.ts';
import { addCopy } from './copy.ts';
import { addDelete } from './delete.ts';
import { addSettings, lines, type SettingOptions, settingsFrom } from './settings.ts';
import { storeText } from './views.ts';

type CreateOptions = SettingOptions &
  Required<
    Pick<SettingOptions, 'name' | 'legalName' | 'legalAddress' | 'contact' | 'terms' | 'privacy' | 'timeZone'>
  > & {
    slug: string;
    currency: string;
    mode: 'test' | 'live';
  };

export function addStores(runner: VerbRunner, program: Command): void {
  const stores = program.command('stores').description('the stores that sell through this service');

  const create = stores
    .command('create')
    .description('create a store; prints its public key and shared secret')
    .requiredOption('--slug <slug>', 'its name on this command line, such as fjord; never changes')
    .requiredOption('--currency <code>', 'ISO 4217, such as EUR; never changes')
    .addOption(new Option('--mode <mode>', 'never changes').choices(['test', 'live']).default('test'));
  addSettings(create, { required: true });
  defineVerb<CreateOptions>(runner, create, createVerb);

  defineVerb(runner, stores.command('list').description('all stores'), listVerb);

  const show = stores.command('show').description('one store, with its public key and shared secret');
  defineStoreVerb(runner, show, async (deps, { store }) => storeAnswer(deps, store.id));

  const update = stores
    .command('update')
    .description(
      'change the given settings; --origin, --ship, --tax and --marketing-text replace their whole list, and “none” empties it',
    );
  addSettings(update, { required: false });
  defineStoreVerb<SettingOptions>(runner, update, async (deps, { store, options }) => {
    await updateStore(deps, store.id, settingsFrom(options, store.currency));
    return storeAnswer(deps, store.id);
  });
  addCopy(runner, stores, storeAnswer);
  addDelete(runner, stores);
  addSecrets(runner, stores);
  addDecimals(runner, stores);
  addBrand(runner, stores);
}

function addDecimals(runner: VerbRunner, stores: Command): void {
  const decimals = stores
    .command('decimals')
    .description('set the number of decimals of a store’s amounts, when the service asks for it at its start')
    .argument('<n>', '0, 2 or 3', numberIn({ min: 0, max: 3 }));
  defineStoreVerb(runner, decimals, async (deps, { store }) => {
    await confirmCurrencyDigits(deps.db, store.id, decimals.processedArgs[0]);
    return storeAnswer(deps, store.id);
  });
}

function addSecrets(runner: VerbRunner, stores: Command): void {
  const rotate = stores
    .command('rotate-secret')
    .description('make a second shared secret; both are valid until the old one is retired');
  defineStoreVerb(runner, rotate, async (deps, { store }) => {
    await rotateSharedSecret(deps, store.id);
    return storeAnswer(deps, store.id);
  });
  const retire = stores
    .command('retire-secret')
    .description('end the older shared secret, once your backend signs with the new one');
  defineStoreVerb(runner, retire, async (deps, { store }) => {
    await retireSharedSecret(deps, store.id);
    return storeAnswer(deps, store.id);
  });
}

async function createVerb(deps: Deps, { options }: { options: CreateOptions }): Promise<Answer> {
  const { slug, mode, currency } = options;
  const identity = { slug, mode, currency: currency.toUpperCase() };
  const given = settingsFrom(options, identity.currency);
  const id = await createStore(deps, {
    ...given,
    ...identity,
    name: options.name,
    legalName: options.legalName,
    legalAddress: lines(options.legalAddress),
    returnAddress: lines(options.returnAddress ?? options.legalAddress),
    contactEmail: options.contact,
    termsUrl: options.terms,
    privacyUrl: options.privacy,
    timeZone: options.timeZone,
    pricesIncludeTax: given.pricesIncludeTax ?? true,
    origins: given.origins ?? [],
    shipping: given.shipping ?? [],
    tax: given.tax ?? [],
  });
  const answer = await storeAnswer(deps, id);
  const next = formatNextSteps([
    ['Bring its products in:', `./service catalog import FILE.csv --store ${slug}`],
    [
      'Offer one of them:',
      `./service waitlists create --store ${slug} --product HANDLE --all 100 --ships-from … --ships-until …`,
    ],
  ]);
  const warning = given.shipping?.length
    ? []
    : ['It ships nowhere yet: add --ship DE=4.90 with ./service stores update.'];
  return { ...answer, text: [answer.text, ...warning, next].join('\n\n') };
}

async function listVerb({ db }: Deps): Promise<Answer> {
  const stores = await listStores(db);
  const rows = stores.map((store) => [store.slug, store.name, store.mode, store.currency, store.publicKey]);
  const text = formatTable(['Store', 'Name', 'Mode', 'Currency', 'Public key'], rows);
  const empty = 'There is no store yet. Create one with ./service stores create.';
  return { data: stores.map(storeJson), text: stores.length > 0 ? text : empty };
}

async function storeAnswer(deps: Deps, storeId: string): Promise<Answer> {
  const store = await readStore(deps.db, storeId);
  const secrets = await readSharedSecrets(deps, storeId);
  const [newest, old] = secrets.map(({ text }) => text);
  return {
    data: { ...storeJson(store), shared_secret: newest, old_shared_secret: old ?? null },
    text: storeText(store, secrets),
  };
}
