import type { Command } from 'commander';
import { findNamedProduct } from '../../../core/catalog/names.ts';
import type { Deps } from '../../../core/deps.ts';
import { findGuaranteeLabel, listGuaranteeNotices } from '../../../core/stores/queries/guarantee-files.ts';
import type { Store } from '../../../core/stores/queries.ts';
import { AppError } from '../../../domain/error.ts';
import { noticeName, OFFICIAL_BYTES_MAX, OFFICIAL_SIDE_MAX, parseNoticeFor } from '../../../domain/guarantee-notice.ts';
import { readStart } from '../start-of-file.ts';
import { formatFields, formatTable } from '../terminal.ts';
import { type Answer, defineStoreReading, defineStoreVerb, type VerbRunner } from '../verb.ts';

const FILE = `PNG, JPEG or WebP of at most ${OFFICIAL_BYTES_MAX / 1024} KiB and ${OFFICIAL_SIDE_MAX} pixels a side`;

// Loaded when a verb changes or shows a file: the others of `stores` need none of it.
const loadCommands = () => import('../../../core/stores/commands/guarantee-files.ts');
const loadJson = () => import('../../merchant-json/guarantee-files.ts');

export function addGuaranteeFiles(runner: VerbRunner, stores: Command): void {
  const guarantee = stores
    .command('guarantee')
    .description('the official files about guarantees that shoppers in the EU see before they order');
  addNotices(runner, guarantee);
  addLabels(runner, guarantee);
}

function addNotices(runner: VerbRunner, guarantee: Command): void {
  const list = guarantee.command('list').description('the notices of the legal guarantee, by language and country');
  defineStoreReading(runner, list, (deps, { store }) => noticesAnswer(deps, store));

  const set = guarantee
    .command('notice')
    .description(`set the official notice for a language: ${FILE}`)
    .argument('<locale>', 'such as de, or de-AT where a country has a file of its own')
    .argument('<file>');
  defineStoreVerb(runner, set, async (deps, { store, args: [locale = '', path = ''] }) => {
    const { setGuaranteeNotice } = await loadCommands();
    const bytes = await readStart(path, OFFICIAL_BYTES_MAX);
    await setGuaranteeNotice(deps, store.id, { ...parseNoticeFor(locale), bytes });
    return noticesAnswer(deps, store);
  });

  const remove = guarantee
    .command('remove-notice')
    .description('give the notice for a language up')
    .argument('<locale>');
  defineStoreVerb(runner, remove, async (deps, { store, args: [locale = ''] }) => {
    const { removeGuaranteeNotice } = await loadCommands();
    await removeGuaranteeNotice(deps, store.id, parseNoticeFor(locale));
    return noticesAnswer(deps, store);
  });
}

function addLabels(runner: VerbRunner, guarantee: Command): void {
  const show = guarantee
    .command('show-label')
    .description('the label of the producer’s guarantee of durability for a product')
    .argument('<product>', 'its id or code');
  defineStoreReading(runner, show, async (deps, { store, args: [given = ''] }) =>
    labelAnswer(deps, store, await productIdOf(deps, store, given)),
  );

  const set = guarantee
    .command('label')
    .description(`set the official label for a product: ${FILE}`)
    .argument('<product>', 'its id or code')
    .argument('<file>');
  defineStoreVerb(runner, set, async (deps, { store, args: [given = '', path = ''] }) => {
    const { setGuaranteeLabel } = await loadCommands();
    const productId = await productIdOf(deps, store, given);
    await setGuaranteeLabel(deps, store.id, { productId, bytes: await readStart(path, OFFICIAL_BYTES_MAX) });
    return labelAnswer(deps, store, productId);
  });

  const remove = guarantee
    .command('remove-label')
    .description('give the label of a product up')
    .argument('<product>', 'its id or code');
  defineStoreVerb(runner, remove, async (deps, { store, args: [given = ''] }) => {
    const { removeGuaranteeLabel } = await loadCommands();
    const productId = await productIdOf(deps, store, given);
    await removeGuaranteeLabel(deps, store.id, productId);
    return labelAnswer(deps, store, productId);
  });
}

async function productIdOf({ db }: Pick<Deps, 'db'>, store: Store, given: string): Promise<string> {
  const product = await findNamedProduct(db, store.id, given);
  if (product) return product.id;
  throw new AppError('product_not_found', 'There is no such product in this store.', { param: 'product_id' });
}

async function noticesAnswer({ db, baseUrl }: Pick<Deps, 'db' | 'baseUrl'>, store: Store): Promise<Answer> {
  const { noticesJson } = await loadJson();
  const data = noticesJson(await listGuaranteeNotices(db, store.id), { store, baseUrl });
  const rows = data.notices.map((one) => [noticeName(one), `${one.width} × ${one.height}`, one.url]);
  return { data, text: rows.length > 0 ? formatTable(['for', 'pixels', 'file'], rows) : 'It has no notice.' };
}

async function labelAnswer(
  { db, baseUrl }: Pick<Deps, 'db' | 'baseUrl'>,
  store: Store,
  productId: string,
): Promise<Answer> {
  const { labelJson } = await loadJson();
  const data = labelJson(await findGuaranteeLabel(db, store.id, productId), { store, baseUrl });
  const { label } = data;
  return { data, text: formatFields([['Label', label ? `${label.width} × ${label.height}, ${label.url}` : 'none']]) };
}
