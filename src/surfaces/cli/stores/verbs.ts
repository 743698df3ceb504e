import { type Command, Option } from 'commander';
import type { Basics } from '../../../core/deps.ts';
import { listStores } from '../../../core/stores/queries.ts';
import { storeJson } from '../../merchant-json/stores.ts';
import { formatTable } from '../terminal.ts';
import { numberIn } from '../values.ts';
import {
  type Answer,
  defineReadingVerb,
  defineStoreReading,
  defineStoreVerb,
  defineVerb,
  type VerbRunner,
} from '../verb.ts';
import { storeAnswer } from './answer.ts';
import { addBrand } from './brand.ts';
import { addCopy } from './copy.ts';
import { addDelete } from './delete.ts';
import { addGuaranteeFiles } from './guarantee-files.ts';
import { addSettings, type CreateOptions, type SettingOptions } from './settings.ts';

// What changes a store is loaded when a verb changes one: `stores list` needs none of it.
const loadCommands = () => import('../../../core/stores/commands.ts');

export function addStores(runner: VerbRunner, stores: Command): void {
  const create = stores
    .command('create')
    .description('create a store; prints its public key and shared secret')
    .requiredOption('--slug <slug>', 'its name on this command line, such as fjord; never changes')
    .requiredOption('--currency <code>', 'ISO 4217, such as EUR; never changes')
    .addOption(new Option('--mode <mode>', 'never changes').choices(['test', 'live']).default('test'));
  addSettings(create, { required: true });
  defineVerb<CreateOptions>(runner, create, async (deps, input) => {
    const { createVerb } = await import('./create.ts');
    return createVerb(deps, input);
  });

  defineReadingVerb(runner, stores.command('list').description('all stores'), listVerb);

  const show = stores.command('show').description('one store, with its public key and shared secret');
  defineStoreReading(runner, show, async (deps, { store }) => storeAnswer(deps, store.id));

  const update = stores
    .command('update')
    .description(
      'change the given settings; --origin, --ship, --tax and --marketing-text replace their whole list, and “none” empties it',
    );
  addSettings(update, { required: false });
  defineStoreVerb<SettingOptions>(runner, update, async (deps, { store, options }) => {
    const [{ updateStore }, { settingsFrom }] = await Promise.all([loadCommands(), import('./given.ts')]);
    await updateStore(deps, store.id, settingsFrom(options, store.currency));
    return storeAnswer(deps, store.id);
  });
  addCopy(runner, stores, storeAnswer);
  addDelete(runner, stores);
  addSecrets(runner, stores);
  addDecimals(runner, stores);
  addBrand(runner, stores);
  addGuaranteeFiles(runner, stores);
}

function addDecimals(runner: VerbRunner, stores: Command): void {
  const decimals = stores
    .command('decimals')
    .description('set the number of decimals of a store’s amounts, when the service asks for it at its start')
    .argument('<n>', '0, 2 or 3', numberIn({ min: 0, max: 3 }));
  defineStoreVerb(runner, decimals, async (deps, { store }) => {
    const { confirmCurrencyDigits } = await loadCommands();
    await confirmCurrencyDigits(deps.db, store.id, decimals.processedArgs[0]);
    return storeAnswer(deps, store.id);
  });
}

function addSecrets(runner: VerbRunner, stores: Command): void {
  const rotate = stores
    .command('rotate-secret')
    .description('make a second shared secret; both are valid until the old one is retired');
  defineStoreVerb(runner, rotate, async (deps, { store }) => {
    const { rotateSharedSecret } = await loadCommands();
    await rotateSharedSecret(deps, store.id);
    return storeAnswer(deps, store.id);
  });
  const retire = stores
    .command('retire-secret')
    .description('end the older shared secret, once your backend signs with the new one');
  defineStoreVerb(runner, retire, async (deps, { store }) => {
    const { retireSharedSecret } = await loadCommands();
    await retireSharedSecret(deps, store.id);
    return storeAnswer(deps, store.id);
  });
}

async function listVerb({ db }: Basics): Promise<Answer> {
  const stores = await listStores(db);
  const rows = stores.map((store) => [store.slug, store.name, store.mode, store.currency, store.publicKey]);
  const text = formatTable(['Store', 'Name', 'Mode', 'Currency', 'Public key'], rows);
  const empty = 'There is no store yet. Create one with ./service stores create.';
  return { data: stores.map(storeJson), text: stores.length > 0 ? text : empty };
}
