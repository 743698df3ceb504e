import { Command, CommanderError } from 'commander';
import { AppError } from '../../domain/error.ts';
import { addAlerts } from './alerts/verbs.ts';
import { addBackups } from './backups/verbs.ts';
import { addBatches } from './batches/verbs.ts';
import { addCatalog } from './catalog/verbs.ts';
import { addConnection } from './connection/verbs.ts';
import { addDatabases } from './databases/verbs.ts';
import { addDiscounts } from './discounts/verbs.ts';
import { addDoctor } from './doctor/verbs.ts';
import { addImports } from './imports/verbs.ts';
import type { Installation } from './installation.ts';
import { addJobs } from './jobs/verbs.ts';
import { addLedger } from './ledger/verbs.ts';
import { addMails } from './mails/verbs.ts';
import { addMeasures } from './measures/verbs.ts';
import { addMigrate } from './migrate/verbs.ts';
import { addAttempts } from './payments/attempts.ts';
import { addPayments } from './payments/verbs.ts';
import { addPeople } from './people/verbs.ts';
import { addPlacements } from './placements/verbs.ts';
import { addPreorders } from './preorders/verbs.ts';
import { addProducts } from './products/verbs.ts';
import { addPromises } from './promises/verbs.ts';
import { addClock } from './rehearsals/clock.ts';
import { addRehearsals } from './rehearsals/verbs.ts';
import { addOrders, addReleases } from './releases/verbs.ts';
import { addReports } from './reports/verbs.ts';
import { addSecrets } from './secrets/verbs.ts';
import { addOwner, addStaff } from './staff/verbs.ts';
import { addStores } from './stores/verbs.ts';
import { addSuppressions } from './suppressions/verbs.ts';
import { printable } from './terminal.ts';
import { addTexts } from './texts/verbs.ts';
import { addTokens } from './tokens/verbs.ts';
import { EXIT, reportFailure, type Terminal, type VerbRunner } from './verb.ts';
import { addWaitlists } from './waitlists/verbs.ts';
import { addWebhooks } from './webhooks/verbs.ts';

/** Runs the command in `args`. Resolves with the exit code: 0 done, 1 refused or partly done, 2 misused. */
export async function runCli(args: readonly string[], terminal: Terminal, installation: Installation): Promise<number> {
  const runner: VerbRunner = { terminal, installation, json: args.includes('--json'), exitCode: EXIT.done };
  try {
    checkText(args);
    await createProgram(runner).parseAsync([...args], { from: 'user' });
    return runner.exitCode;
  } catch (error) {
    // Commander throws for a call of help as it does for a mistake.
    if (error instanceof CommanderError && error.exitCode === 0) return EXIT.done;
    return reportFailure(runner, error);
  }
}

/** Refuses arguments that the database cannot store as text. */
function checkText(args: readonly string[]): void {
  const wrong = args.find((text) => text.includes('\0') || !text.isWellFormed());
  if (wrong === undefined) return;
  throw new AppError('invalid_parameter', `“${printable(wrong.toWellFormed()).slice(0, 40)}” is not text.`);
}

function createProgram(runner: VerbRunner): Command {
  const { terminal, installation, json } = runner;
  const program = new Command('./service')
    .description('Stores, catalogues, waitlists and pre-orders of this installation.')
    .addHelpText(
      'after',
      '\nEvery verb with examples: docs/guides/cli.md. A first waitlist: docs/guides/first-waitlist.md.',
    )
    .exitOverride()
    .showSuggestionAfterError()
    .configureOutput({
      writeOut: (text) => void terminal.write(text),
      // `reportFailure` prints mistakes once, at the end. Only the help after a missing verb is printed here.
      writeErr: (text) => {
        if (!json && !text.startsWith('error:')) void terminal.writeError(text);
      },
    });
  addStores(runner, program);
  addCatalog(runner, program);
  addProducts(runner, program);
  addConnection(runner, program);
  addWaitlists(runner, program);
  addDiscounts(runner, program);
  addBatches(runner, program);
  addReleases(runner, program);
  addPreorders(runner, program);
  addOrders(runner, program);
  addPromises(runner, program);
  addPayments(runner, program);
  addPeople(runner, program);
  addMails(runner, program);
  addTexts(runner, program);
  addSuppressions(runner, program);
  addMeasures(runner, program);
  addPlacements(runner, program);
  addReports(runner, program);
  addClock(runner, program);
  addRehearsals(runner, program);
  addAlerts(runner, program);
  addAttempts(runner, program);
  addLedger(runner, program);
  addImports(runner, program);
  addJobs(runner, program);
  addSecrets(runner, program);
  addBackups(runner, program);
  addMigrate(runner, program);
  addWebhooks(runner, program);
  addTokens(runner, program);
  addDoctor(runner, program);
  addDatabases(runner, program);
  addOwner(runner, program);
  addStaff(runner, program);
  addCommonOptions(program, installation);
  return program;
}

function addCommonOptions(program: Command, installation: Installation): void {
  program
    .option('--database <name>', 'which of several databases (docs/guides/scaling.md); or set SERVICE_DATABASE')
    .hook('preAction', () => {
      const { database } = program.opts<{ database?: string }>();
      if (database !== undefined) installation.choose(database);
    });
  // `runCli` reads --json from all arguments. Commander must only accept it at any position.
  const nouns = program.commands.filter(({ commands }) => commands.length > 0);
  for (const command of [program, ...nouns]) command.option('--json', 'print one JSON value');
}
