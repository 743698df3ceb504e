import type { Command } from 'commander';
import { AppError } from '../../domain/error.ts';
import { findRunningServer, prepareDataDir } from '../../platform/data-dir.ts';
import { countSealed, resealAll, type SealedRows } from '../../platform/reseal.ts';
import { forgetPreviousSecrets, replaceSecret } from '../../platform/secret-file.ts';
import { SetupError } from '../../platform/setup-error.ts';
import { SECRET_KEY_FILE } from '../compose.ts';
import { readConfig } from '../config.ts';
import { table } from './terminal.ts';
import { type Answer, runs, type Terminal, type VerbRunner } from './verb.ts';

/** For the operator: the key that everything secret is sealed with, and how to change it. */
export function addSecrets(runner: VerbRunner, program: Command): void {
  const secrets = program.command('secrets').description('the key of this installation, SECRET_KEY');

  runs(runner, secrets.command('status').description('what is sealed with which key'), async (deps) =>
    statusAnswer(await countSealed(deps.db, deps.secrets)),
  );

  const rotate = secrets
    .command('rotate')
    .description('seal everything with the present key; makes a new one first if it is kept in the data folder')
    .hook('preAction', () => makeNewKey(runner.terminal));
  runs(runner, rotate, async (deps) => rotatedAnswer(runner.terminal, await resealAll(deps.db, deps.secrets)));

  const retire = secrets
    .command('retire')
    .description('forget the keys before the present one, once nothing is sealed with them');
  runs(runner, retire, async (deps) => retireVerb(runner.terminal, await countSealed(deps.db, deps.secrets)));
}

/** Null where the environment has the key: then it is the operator's to change. */
async function keyFolder({ env }: Terminal): Promise<string | null> {
  const { secretKey, dataDir } = readConfig('command', env);
  return secretKey === undefined ? prepareDataDir(dataDir) : null;
}

/** Before the database is opened with it. A server that runs has the old key alone, and could not open what is new. */
async function makeNewKey(terminal: Terminal): Promise<void> {
  const folder = await keyFolder(terminal);
  if (folder === null) return;
  if (await findRunningServer(folder)) {
    throw new SetupError('The service runs with the key that is to be replaced. Stop it first; nothing was changed.');
  }
  await replaceSecret(folder, SECRET_KEY_FILE);
}

async function rotatedAnswer(terminal: Terminal, found: SealedRows[]): Promise<Answer> {
  const inFolder = (await keyFolder(terminal)) !== null;
  const after = found.map((row) => ({ ...row, present: row.present + row.previous, previous: 0 }));
  const wait = 'Links and sessions of the last hour rest on the key before.';
  const next = inFolder
    ? `${wait} After that: ./service secrets retire.`
    : `${wait} After that, start every process without SECRET_KEY_PREVIOUS.`;
  const resealed = found.reduce((sum, { previous }) => sum + previous, 0);
  const { text, partly } = statusAnswer(after);
  return { data: { resealed, tables: after }, text: `Sealed anew: ${resealed}.\n\n${text}\n\n${next}`, partly };
}

async function retireVerb(terminal: Terminal, found: SealedRows[]): Promise<Answer> {
  const left = found.reduce((sum, { previous }) => sum + previous, 0);
  if (left > 0) {
    const message = `${left} secrets are still sealed with a key before the present one: ./service secrets rotate first.`;
    throw new AppError('secret_rotating', message, { data: { left } });
  }
  const folder = await keyFolder(terminal);
  if (folder !== null) await forgetPreviousSecrets(folder, SECRET_KEY_FILE);
  const text = folder
    ? 'Only the present key counts from now on; a service that runs forgets the others when it starts again.'
    : 'Nothing rests on a key before SECRET_KEY: start every process without SECRET_KEY_PREVIOUS.';
  return { data: { tables: found }, text };
}

function statusAnswer(found: SealedRows[]): Answer & { partly: boolean } {
  const rows = found.map((row) => [row.table, row.present, row.previous, row.unreadable]);
  const unreadable = found.some((row) => row.unreadable > 0);
  const text = table(['Secrets of', 'Present key', 'Keys before', 'Unreadable'], rows);
  const help = 'Some were sealed with a key that is not known. Name it in SECRET_KEY_PREVIOUS, and rotate again.';
  return { data: { tables: found }, text: unreadable ? `${text}\n\n${help}` : text, partly: unreadable };
}
