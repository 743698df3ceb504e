import { type Command, Option } from 'commander';
import type { Basics } from '../../../core/deps.ts';
import { EXPORT_COLUMNS, exportRows } from '../../../core/preorders/export.ts';
import { type FoundPreorders, refuseIncomplete, searchPreorders } from '../../../core/preorders/queries/search.ts';
import { listPreorders, type PreorderFilter } from '../../../core/preorders/queries.ts';
import type { Store } from '../../../core/stores/queries.ts';
import { readWaitlist } from '../../../core/waitlists/queries.ts';
import { LINE_STATES, type LineState } from '../../../domain/preorder.ts';
import { parseMoment } from '../../../domain/store-time.ts';
import type { Sql } from '../../../platform/db.ts';
import { preorderJson } from '../../merchant-json/preorders.ts';
import { addExportOptions, type ExportOptions, writeExport } from '../export.ts';
import { readProduct } from '../products/find.ts';
import { limitOption } from '../values.ts';
import { type Answer, defineStoreReading, type Input, type VerbRunner } from '../verb.ts';
import { preordersTable } from './views.ts';

type FilterOptions = {
  waitlist?: string;
  product?: string;
  email?: string;
  state?: LineState;
  search?: string;
  updatedSince?: string;
};
type ListOptions = FilterOptions & { limit: number; after?: string };

const PAGE_DEFAULT = 50;
const PAGE_MAX = 500;

/** Adds `list` and `export`, which take the same filters. */
export function addLists(runner: VerbRunner, preorders: Command): void {
  const list = preorders.command('list').description('the newest first, in pages');
  addFilter(list)
    .addOption(limitOption(PAGE_MAX, PAGE_DEFAULT))
    .option('--after <reference>', 'show the page after this one');
  defineStoreReading<ListOptions>(runner, list, listVerb);

  const exporting = preorders
    .command('export')
    .description('write a CSV with a row for each line item, safe to open in a spreadsheet');
  addExportOptions(addFilter(exporting));
  defineStoreReading<FilterOptions & ExportOptions>(runner, exporting, async ({ db }, { store, options }) => {
    const found = refuseIncomplete(await foundBy(db, store, options), 'search');
    const filter = await filterFrom(db, store, { ...options, found });
    return writeExport(runner, options, { columns: EXPORT_COLUMNS, pages: exportRows(db, store.id, filter) });
  });
}

function addFilter(command: Command): Command {
  return command
    .option(
      '--search <text>',
      'words, each a part of a name, e-mail address, postcode, city, phone, reference, SKU, product or tracking number',
    )
    .addOption(
      new Option('--state <state>', 'only those with a line item in it; of the file, those line items').choices(
        LINE_STATES,
      ),
    )
    .option('--waitlist <id>', 'only those of the waitlist')
    .option('--product <handle-or-id>', 'only those of the product')
    .option('--email <address>', 'only those of the customer')
    .option('--updated-since <time>', 'only those that changed since, such as "2026-06-01 09:00"');
}

async function foundBy(sql: Sql, store: Store, { search }: FilterOptions): Promise<FoundPreorders | undefined> {
  const people = true; // the command line sees them all
  return search === undefined ? undefined : searchPreorders(sql, store.id, { text: search, people });
}

async function filterFrom(
  sql: Sql,
  store: Store,
  given: FilterOptions & { found: FoundPreorders | undefined },
): Promise<PreorderFilter> {
  const { waitlist, product, found, updatedSince, ...filter } = given;
  return {
    email: filter.email,
    state: filter.state,
    waitlistId: waitlist && (await readWaitlist(sql, store.id, waitlist)).id,
    productId: product && (await readProduct(sql, store, product)).id,
    ids: found?.ids,
    updatedAtMin: updatedSince === undefined ? undefined : parseMoment(updatedSince, store.timeZone, 'updated_since'),
  };
}

async function listVerb({ db }: Basics, { store, options }: Input<ListOptions> & { store: Store }): Promise<Answer> {
  const { limit } = options;
  const found = await foundBy(db, store, options);
  const filter = await filterFrom(db, store, { ...options, found });
  const listed = await listPreorders(db, store.id, { ...filter, after: options.after, limit });
  const last = listed.at(-1);
  const more = last && listed.length === limit ? `\n\nMore: --after ${last.reference}` : '';
  const incomplete = found?.all === false;
  const others = incomplete ? '\n\nThe search may not have found all. Search for more words.' : '';
  return {
    data: listed.map(preorderJson),
    meta: { incomplete },
    text: (listed.length > 0 ? preordersTable(listed, store) + more : 'No pre-orders.') + others,
  };
}
