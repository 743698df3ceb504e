import { setTimeout as pause } from 'node:timers/promises';
import type { Command } from 'commander';
import { type Erasure, erase, isNothing, planErasure } from '../../../core/people/commands/erase.ts';
import type { Store } from '../../../core/stores/queries.ts';
import { AppError } from '../../../domain/error.ts';
import * as operations from '../../../protocol/schema/admin-api/people.ts';
import { exportPerson, exportText } from '../../merchant-json/person-export.ts';
import { erasureJson } from '../../merchant-json/person-records.ts';
import { addAskingVerb } from '../asking.ts';
import { writeFile } from '../file.ts';
import { formatCount, formatFields, formatTable, momentIn, printable } from '../terminal.ts';
import { type Answer, defineStoreReading, defineStoreVerb, type VerbRunner } from '../verb.ts';

const LOOK_MS = 250;
const WAIT_MS = 10_000;

type ExportOptions = { output?: string };
type EraseOptions = { yes?: boolean; openToo?: boolean };

export function addPeople(runner: VerbRunner, people: Command): void {
  const exporting = people
    .command('export')
    .argument('<email>')
    .description('write everything that is stored about the person, as JSON')
    .option('--output <file>', 'write to this file instead of standard output');
  defineStoreReading<ExportOptions>(runner, exporting, async ({ db }, { store, args: [email = ''], options }) => {
    const exported = await exportPerson(db, store, email);
    if (options.output === undefined) return { pieces: exportText(exported) };
    await writeFile(options.output, asFile(exportText(exported)), 'output');
    const { checkouts, preorders, withdrawals } = exported.counts;
    const declared = withdrawals > 0 ? `, ${formatCount(withdrawals, 'withdrawal')}` : '';
    const what = `${formatCount(checkouts, 'checkout')}, ${formatCount(preorders, 'pre-order')}${declared}`;
    return { data: { file: options.output }, text: `Written to ${options.output}: ${what}.` };
  });

  const erasing = people
    .command('erase')
    .argument('<email>')
    .description('erase what names the person; pre-orders, money and stock stay under a pseudonym')
    .option('--yes', 'erase; without it the command only says what it would erase')
    .option('--open-too', 'also while goods are owed: the customer then gets no mails and no goods');
  defineStoreVerb<EraseOptions>(runner, erasing, async (deps, { store, args: [email = ''], options }) => {
    const person = { storeId: store.id, email };
    if (!options.yes) return planAnswer(await planErasure(deps, person));
    return doneAnswer(await afterRunningJobs(runner, () => erase(deps, person, { openToo: options.openToo ?? false })));
  });
  addRequests(runner, people);
}

/** Adds what is done with requests that the commerce platform passes on. */
function addRequests(runner: VerbRunner, noun: Command): void {
  const verbs = { noun, runner };
  addAskingVerb(verbs, 'requests', { operation: operations.listPrivacyRequests, text: requestsTable });
  addAskingVerb(verbs, 'answered <request-id>', {
    operation: operations.endPrivacyRequest,
    text: (request, store) => requestsTable([request], store),
  });
}

function requestsTable(requests: readonly operations.AdminPrivacyRequest[], { timeZone }: Store): string {
  if (requests.length === 0) return 'No platform asked for anything.';
  const rows = requests.map(({ id, what, platform, email, due_at: due, done_at: done, outcome }) => [
    id,
    WANTED[what],
    platform,
    printable(email ?? ''),
    done === null ? `until ${momentIn(timeZone, due)}` : `done ${momentIn(timeZone, done)}`,
    printable(outcome ?? 'to be looked at'),
  ]);
  return formatTable(['Id', 'Wanted', 'By', 'Person', '', 'What was done'], rows);
}

const WANTED = { export: 'their data', erase: 'to be erased', erase_store: 'the store forgotten' };

async function* asFile(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  yield* pieces;
  yield '\n';
}

/** Waits while a job about the person runs, because jobs end within moments. Rejects with `job_running` only after that time. */
async function afterRunningJobs(runner: VerbRunner, erasing: () => Promise<Erasure>): Promise<Erasure> {
  const endAt = Date.now() + WAIT_MS;
  for (let reported = runner.json; ; reported = true) {
    try {
      return await erasing();
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'job_running' || Date.now() > endAt) throw error;
    }
    if (!reported)
      await runner.terminal.writeError('A mail or an order for this person is being sent: waiting for it.\n');
    await pause(LOOK_MS);
  }
}

function planAnswer(plan: Erasure): Answer {
  const { checkouts, open } = plan;
  if (isNothing(plan)) return nothingAnswer();
  const live = checkouts.filter((checkout) => checkout.live).length;
  const isOpen = open.length > 0 || plan.withdrawals.some(({ state }) => state === 'declared');
  const warning = isOpen ? ' It is refused while goods are owed or a withdrawal waits, unless you add --open-too.' : '';
  const text = [
    'This would be erased: names, e-mails, addresses, properties of line items, links, and mails kept as files.',
    erasureText(plan, { live }),
    'What stays, under a pseudonym: the pre-orders, their money, stock and consent texts.',
    `Nothing was erased. To do it, add --yes.${warning}`,
  ].join('\n\n');
  return { data: { erased: false, ...erasureJson(plan) }, text, partly: true };
}

function doneAnswer(erasure: Erasure): Answer {
  if (isNothing(erasure)) return nothingAnswer();
  const text = ['Erased.', erasureText(erasure, { live: 0 })].join('\n\n');
  return { data: { erased: true, ...erasureJson(erasure) }, text };
}

function nothingAnswer(): Answer {
  const none = { checkouts: [], preorders: [], open: [], withdrawals: [], jobs: [], mailFiles: [], orderFiles: [] };
  return { data: { erased: false, ...erasureJson(none) }, text: 'No data of this person is stored.' };
}

function erasureText(
  { checkouts, preorders, open, withdrawals, jobs, mailFiles, orderFiles }: Erasure,
  { live }: { live: number },
): string {
  const references = (list: Erasure['preorders']) => list.map(({ reference }) => reference).join(', ');
  return formatFields([
    ['Checkouts', `${checkouts.length}${live > 0 ? `, ${live} of them live: they are ended` : ''}`],
    ['Pre-orders', references(preorders) || 'none'],
    ['Goods owed', references(open)],
    ['Withdrawals', withdrawals.map(({ id, state }) => `${id} (${state})`).join('\n')],
    ['Jobs that run on', jobs.map((job) => `${job.id} ${job.topic} (${job.state})`).join('\n')],
    ['Mail files', mailFiles.join('\n')],
    ['Order files', orderFiles.join('\n')],
  ]);
}
