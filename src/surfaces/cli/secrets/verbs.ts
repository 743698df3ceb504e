import type { Command } from 'commander';
import { countLiveLinks } from '../../../core/links/queries.ts';
import { AppError } from '../../../domain/error.ts';
import { findRunningServer } from '../../../platform/data-dir.ts';
import { countSealed, resealAll, type SealedRows } from '../../../platform/reseal.ts';
import {
  forgetPreviousSecrets,
  readPreviousSecrets,
  replaceSecret,
  SECRET_KEY_FILE,
  secretMadeBy,
} from '../../../platform/secret-file.ts';
import { SetupError } from '../../../platform/setup-error.ts';
import type { Installation } from '../installation.ts';
import { formatTable } from '../terminal.ts';
import { type Answer, defineVerb, type VerbRunner } from '../verb.ts';

/** Adds the operator's verbs for SECRET_KEY: show which key seals what, rotate it, and forget previous keys. */
export function addSecrets(runner: VerbRunner, secrets: Command): void {
  defineVerb(runner, secrets.command('status').description('show what is sealed with which key'), async (deps) =>
    statusAnswer(await countSealed(deps.db, deps.secrets)),
  );

  const rotate = secrets
    .command('rotate')
    .description('seal everything with the present key; makes a new one first if it is kept in the data folder')
    .hook('preAction', async () => makeNewKey(await runner.installation()));
  defineVerb(runner, rotate, async (deps) => {
    const found = await resealAll(deps.db, deps.secrets);
    return rotatedAnswer(
      found,
      (await (await runner.installation()).keyFolder()) !== null,
      await countLiveLinks(deps.db),
    );
  });

  const retire = secrets
    .command('retire')
    .description('forget earlier keys, when they seal nothing and no mailed link needs them')
    .option('--at-once', 'also end the mailed links that need them, because the key has leaked');
  defineVerb<{ atOnce?: boolean }>(runner, retire, async (deps, { options }) => {
    const found = await countSealed(deps.db, deps.secrets);
    checkResealed(found);
    const folder = await (await runner.installation()).keyFolder();
    if (folder === null) return { data: { tables: found }, text: environmentText(await countLiveLinks(deps.db)) };
    if (!options.atOnce && (await readPreviousSecrets(folder, SECRET_KEY_FILE)).length > 0) {
      checkLinks(await countLiveLinks(deps.db, await secretMadeBy(folder, SECRET_KEY_FILE)));
    }
    await forgetPreviousSecrets(folder, SECRET_KEY_FILE);
    return { data: { tables: found }, text: FORGOTTEN };
  });
}

const FORGOTTEN = 'Only the present key is valid from now on; a running service forgets the others at its next start.';

/** Makes a new key before the database is opened with it. Refuses while a server runs, which would not know the new key. */
async function makeNewKey({ keyFolder }: Installation): Promise<void> {
  const folder = await keyFolder();
  if (folder === null) return;
  if (await findRunningServer(folder)) {
    throw new SetupError('The service runs with the key that you want to replace. Stop it first; nothing was changed.');
  }
  await replaceSecret(folder, SECRET_KEY_FILE);
}

type Links = Awaited<ReturnType<typeof countLiveLinks>>;

const lastDayOf = (until: Date) => until.toISOString().slice(0, 10);

function rotatedAnswer(found: SealedRows[], inFolder: boolean, { until }: Links): Answer {
  const after = found.map((row) => ({ ...row, present: row.present + row.previous, previous: 0 }));
  const wait = until
    ? `Mailed links still need the previous key, the last one until ${lastDayOf(until)}.`
    : 'Checkouts and sessions of the last hour still need the previous key.';
  const next = inFolder
    ? `${wait} After that: ./service secrets retire.`
    : `${wait} After that, start every process without SECRET_KEY_PREVIOUS.`;
  const resealed = found.reduce((sum, { previous }) => sum + previous, 0);
  const { text, partly } = statusAnswer(after);
  const data = { resealed, tables: after, links_until: until };
  return { data, text: `Sealed anew: ${resealed}.\n\n${text}\n\n${next}`, partly };
}

function checkResealed(found: SealedRows[]): void {
  const left = found.reduce((sum, { previous }) => sum + previous, 0);
  if (left === 0) return;
  const message = `${left} secrets are still sealed with an earlier key: run ./service secrets rotate first.`;
  throw new AppError('secret_rotating', message, { data: { left } });
}

/** Throws while mailed links rest on a previous key: for a shopper who must answer or pay, the link is the only way. */
function checkLinks({ count, until }: Links): void {
  if (until === null) return;
  const message = `Mailed links (${count}) still need an earlier key, the last one until ${lastDayOf(until)}. Wait until then, or end them with --at-once.`;
  throw new AppError('secret_rotating', message, { data: { links: count, links_until: until.toISOString() } });
}

// The links of previous keys cannot be counted here: only the operator knows when the variable was changed.
function environmentText({ count, until }: Links): string {
  const text = 'Nothing is sealed with an earlier key than SECRET_KEY';
  if (until === null) return `${text}: start every process without SECRET_KEY_PREVIOUS.`;
  return `${text}. Links that were mailed before SECRET_KEY changed end when processes start without SECRET_KEY_PREVIOUS. Of all valid links (${count}) the last one is valid until ${lastDayOf(until)}.`;
}

function statusAnswer(found: SealedRows[]): Answer & { partly: boolean } {
  const rows = found.map((row) => [row.table, row.present, row.previous, row.unreadable]);
  const unreadable = found.some((row) => row.unreadable > 0);
  const text = formatTable(['Secrets of', 'Present key', 'Keys before', 'Unreadable'], rows);
  const help = 'Some secrets are sealed with an unknown key. Set it as SECRET_KEY_PREVIOUS, and rotate again.';
  return { data: { tables: found }, text: unreadable ? `${text}\n\n${help}` : text, partly: unreadable };
}
