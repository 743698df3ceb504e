import { setTimeout as pause } from 'node:timers/promises';
import type { Command } from 'commander';
import { AppError } from '../../domain/error.ts';
import { findSuppression } from '../../features/notifications/queries.ts';
import { checkPerson, type Erasure, erase, planErasure } from '../../features/people/commands/erase.ts';
import { readCheckoutsOf, readFootprint, readRecordsOf } from '../../features/people/queries.ts';
import { readHistory } from '../../features/preorders/queries/history.ts';
import { findPreorder } from '../../features/preorders/queries.ts';
import type { Store } from '../../features/stores/queries.ts';
import type { Sql } from '../../platform/db.ts';
import { writeFile } from './file.ts';
import { checkoutJson, recordsJson } from './people-views.ts';
import { historyJson } from './preorder-history.ts';
import { preorderJson } from './preorder-views.ts';
import { count, fields } from './terminal.ts';
import { type Answer, runsInStore, type VerbRunner } from './verb.ts';

const LOOK_MS = 250;
const WAIT_MS = 10_000;

type ExportOptions = { output?: string };
type EraseOptions = { yes?: boolean; openToo?: boolean };

export function addPeople(runner: VerbRunner, program: Command): void {
  const people = program.command('people').description("what is kept of somebody: a person's rights");
  const exporting = people
    .command('export')
    .argument('<email>')
    .description('everything that is kept of the person, as JSON')
    .option('--output <file>', 'write it there instead of printing it');
  runsInStore<ExportOptions>(runner, exporting, async ({ db }, { store, args: [email = ''], options }) => {
    const data = await exportPerson(db, store, email);
    const text = JSON.stringify(data, null, 2);
    if (options.output === undefined) return { data, text };
    await writeFile(options.output, [`${text}\n`], 'output');
    const what = `${count(data.checkouts.length, 'checkout')}, ${count(data.preorders.length, 'pre-order')}`;
    return { data: { file: options.output }, text: `Written to ${options.output}: ${what}.` };
  });

  const erasing = people
    .command('erase')
    .argument('<email>')
    .description('erase what names the person; pre-orders, money and stock stay under a pseudonym')
    .option('--yes', 'do it; without it nothing is erased, and you are told what would be')
    .option('--open-too', 'also while goods are still owed: then nobody can be told of them or sent anything');
  runsInStore<EraseOptions>(runner, erasing, async (deps, { store, args: [email = ''], options }) => {
    const person = { storeId: store.id, email };
    if (!options.yes) return planned(await planErasure(deps, person));
    return done(await onceQuiet(runner, () => erase(deps, person, { openToo: options.openToo ?? false })));
  });
}

/** What is on its way to the person or about them has arrived in a moment: it is waited for before it is told as a refusal. */
async function onceQuiet(runner: VerbRunner, erasing: () => Promise<Erasure>): Promise<Erasure> {
  const endAt = Date.now() + WAIT_MS;
  for (let told = runner.json; ; told = true) {
    try {
      return await erasing();
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'job_running' || Date.now() > endAt) throw error;
    }
    if (!told) await runner.terminal.writeError('Something is on its way to this person: waiting for it.\n');
    await pause(LOOK_MS);
  }
}

async function exportPerson(sql: Sql, store: Store, given: string) {
  const person = checkPerson({ storeId: store.id, email: given });
  const { preorders } = await readFootprint(sql, person);
  const checkouts = await readCheckoutsOf(sql, person);
  const suppression = await findSuppression(sql, store.id, person.email);
  return {
    store: store.slug,
    email: person.email,
    exported_at: new Date().toISOString(),
    mails_suppressed: suppression && {
      ...{ reason: suppression.reason, codes: suppression.codes, since: suppression.createdAt.toISOString() },
    },
    checkouts: checkouts.map((checkout) => checkoutJson(checkout, store.currency)),
    preorders: await Promise.all(preorders.map(({ id }) => exportPreorder(sql, store, id))),
  };
}

async function exportPreorder(sql: Sql, store: Store, id: string) {
  const preorder = await findPreorder(sql, store.id, id);
  const history = await readHistory(sql, store.id, id);
  const records = await readRecordsOf(sql, store.id, id);
  return {
    ...(preorder && preorderJson(preorder)),
    events: historyJson(history, store.currency),
    ...recordsJson(records, store.currency),
  };
}

function planned(plan: Erasure): Answer {
  const { checkouts, preorders, open } = plan;
  if (checkouts.length + preorders.length === 0) return nothing();
  const live = checkouts.filter((checkout) => checkout.live).length;
  const warning = open.length > 0 ? ' It is refused while goods are owed, unless you add --open-too.' : '';
  const text = [
    'This would be erased: names, e-mails, addresses, properties of line items, links, and mails kept as files.',
    erasureText(plan, { live }),
    'What stays, under a pseudonym: the pre-orders, their money and stock, and that they were agreed to.',
    `Nothing was erased. To do it, add --yes.${warning}`,
  ].join('\n\n');
  return { data: { erased: false, ...erasureJson(plan) }, text, partly: true };
}

function done(erasure: Erasure): Answer {
  if (erasure.checkouts.length + erasure.preorders.length === 0) return nothing();
  const text = ['Erased.', erasureText(erasure, { live: 0 })].join('\n\n');
  return { data: { erased: true, ...erasureJson(erasure) }, text };
}

function nothing(): Answer {
  const none = { checkouts: [], preorders: [], open: [], jobs: [], mailFiles: [], orderFiles: [] };
  return { data: { erased: false, ...erasureJson(none) }, text: 'Nothing is kept of this person.' };
}

function erasureText(
  { checkouts, preorders, open, jobs, mailFiles, orderFiles }: Erasure,
  { live }: { live: number },
): string {
  const references = (list: Erasure['preorders']) => list.map(({ reference }) => reference).join(', ');
  return fields([
    ['Checkouts', `${checkouts.length}${live > 0 ? `, ${live} of them live: they are ended` : ''}`],
    ['Pre-orders', references(preorders) || 'none'],
    ['Goods owed', references(open)],
    ['Jobs that run on', jobs.map((job) => `${job.id} ${job.topic} (${job.state})`).join('\n')],
    ['Mail files', mailFiles.join('\n')],
    ['Order files', orderFiles.join('\n')],
  ]);
}

function erasureJson({ checkouts, preorders, open, jobs, mailFiles, orderFiles }: Erasure) {
  return {
    checkouts: checkouts.map(({ id }) => id),
    preorders: preorders.map(({ reference }) => reference),
    open_preorders: open.map(({ reference }) => reference),
    jobs: jobs.map(({ id, topic, state }) => ({ id, topic, state })),
    mail_files: mailFiles,
    order_files: orderFiles,
  };
}
