import type { Command } from 'commander';
import { COMMAND_LINE, recordActivity } from '../../core/activity/commands.ts';
import type { Deps } from '../../core/deps.ts';
import type { Store } from '../../core/stores/queries.ts';

// All other verbs change something.
const READING_VERBS = new Set(['check', 'export', 'issues', 'list', 'page', 'preview', 'show', 'status']);

// They change nothing, and the log keeps who took the data of people out.
const EXPORTS_OF_PEOPLE = new Set(['people export', 'preorders export']);

// Their argument is an e-mail address, and the log outlives the person's data; or it is the path of a file.
const NOUNS_WITHOUT_SUBJECT = new Set(['people', 'brand', 'catalog']);

const SINGULAR: Record<string, string> = {
  batches: 'batch',
  catalog: 'catalog',
  people: 'person',
};

/** Returns the name of who works at the command line, as the operating system knows it. */
export const operatorOf = ({ USER, LOGNAME }: NodeJS.ProcessEnv): string => USER ?? LOGNAME ?? COMMAND_LINE.name;

/** Writes into the activity log that a verb changed something, or exported people. It names the options that were given, never their values. */
export async function noteActivity(
  { db }: Pick<Deps, 'db'>,
  { env, command, store }: { env: NodeJS.ProcessEnv; command: Command; store: Store },
): Promise<void> {
  const noun = command.parent?.name() ?? '';
  const verb = command.name();
  const options = command.opts<{ dryRun?: boolean; yes?: boolean }>();
  const onlyPlans = options.dryRun || (noun === 'people' && !options.yes);
  if ((READING_VERBS.has(verb) || onlyPlans) && !EXPORTS_OF_PEOPLE.has(`${noun} ${verb}`)) return;
  const argument = NOUNS_WITHOUT_SUBJECT.has(noun) ? undefined : command.args[0];
  const given = Object.keys(options).filter(
    (name) => name !== 'store' && name !== 'json' && command.getOptionValueSource(name) === 'cli',
  );
  await recordActivity(db, {
    storeId: store.id,
    by: { ...COMMAND_LINE, name: operatorOf(env) },
    action: `${SINGULAR[noun] ?? noun.replace(/s$/, '')}.${verb.replaceAll('-', '_')}`,
    subject: argument ?? store.slug,
    after: given.length > 0 ? { options: given } : {},
  });
}
