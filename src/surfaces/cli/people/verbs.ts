import { setTimeout as pause } from 'node:timers/promises';
import type { Command } from 'commander';
import type { Store } from '../../../core/stores/queries.ts';
import { AppError } from '../../../domain/error.ts';
import * as operations from '../../../protocol/schema/admin-api/people.ts';
import { addAskingVerb, commandFor, defineAskingVerb, KEY_OPTION } from '../asking.ts';
import { writeFile } from '../file.ts';
import { formatFields, formatTable, momentIn, printable } from '../terminal.ts';
import type { Answer, VerbRunner } from '../verb.ts';

type AdminErasure = operations.AdminErasure;

const LOOK_MS = 250;
const WAIT_MS = 10_000;

export function addPeople(runner: VerbRunner, noun: Command): void {
  addExport(runner, noun);
  addErase(runner, noun);
  addRequests(runner, noun);
}

function addExport(runner: VerbRunner, noun: Command): void {
  const { exportPerson: operation } = operations;
  const { command, inputFrom } = commandFor(noun, 'export <email>', { operation });
  command.option('--output <file>', 'write to this file instead of standard output');
  defineAskingVerb<{ output?: string }>(runner, command, async ({ askFile }, given) => {
    const { output: file } = given.options;
    const pieces = await askFile(operation, inputFrom(given));
    if (file === undefined) return { pieces };
    await writeFile(file, asFile(pieces), 'output');
    return { data: { file }, text: `Written to ${file}.` };
  });
}

function addErase(runner: VerbRunner, noun: Command): void {
  const { erasePerson, planErasure } = operations;
  const { command, inputFrom } = commandFor(noun, 'erase <email>', { operation: erasePerson });
  command
    .addHelpText('after', `In the private API: ${planErasure.id}`)
    .option('--yes', 'erase; without it the command only says what it would erase')
    .option(...KEY_OPTION);
  defineAskingVerb<{ yes?: boolean }>(runner, command, async ({ ask }, given) => {
    const input = inputFrom(given);
    if (!given.options.yes) return planAnswer((await ask(planErasure, { email: input.email })).data);
    const { data } = await afterRunningJobs(runner, () => ask(erasePerson, input));
    return data.erased ? { data, text: `Erased.\n\n${erasureText(data)}` } : nothingAnswer(data);
  });
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
async function afterRunningJobs<Done>(runner: VerbRunner, erasing: () => Promise<Done>): Promise<Done> {
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

function planAnswer(plan: AdminErasure): Answer {
  const { checkouts, preorders, withdrawals } = plan;
  if (checkouts.length + preorders.length + withdrawals.length === 0) return nothingAnswer(plan);
  const isOpen = plan.open_preorders.length > 0 || plan.withdrawals.some(({ state }) => state === 'declared');
  const warning = isOpen ? ' It is refused while goods are owed or a withdrawal waits, unless you add --open-too.' : '';
  const text = [
    'This would be erased: names, e-mails, addresses, properties of line items, links, and mails kept as files.',
    erasureText(plan),
    'What stays, under a pseudonym: the pre-orders, their money, stock and consent texts.',
    `Nothing was erased. To do it, add --yes.${warning}`,
  ].join('\n\n');
  return { data: plan, text, partly: true };
}

const nothingAnswer = (data: AdminErasure): Answer => ({ data, text: 'No data of this person is stored.' });

const erasureText = ({ checkouts, preorders, open_preorders: open, withdrawals, jobs, ...files }: AdminErasure) =>
  formatFields([
    ['Checkouts', checkouts.length === 0 ? '0' : `${checkouts.length}; one that runs is ended`],
    ['Pre-orders', preorders.join(', ') || 'none'],
    ['Goods owed', open.join(', ')],
    ['Withdrawals', withdrawals.map(({ id, state }) => `${id} (${state})`).join('\n')],
    ['Jobs that run on', jobs.map((job) => `${job.id} ${job.topic} (${job.state})`).join('\n')],
    ['Mail files', files.mail_files.join('\n')],
    ['Order files', files.order_files.join('\n')],
  ]);
