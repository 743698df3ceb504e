import { Command, CommanderError } from 'commander';
import { AppError } from '../../domain/error.ts';
import type { Installation } from './installation.ts';
import { NOUNS } from './nouns.ts';
import { printable } from './terminal.ts';
import { EXIT, JSON_OPTION, reportFailure, type Terminal, type VerbRunner } from './verb.ts';

/**
 * Runs the command in `args`. Resolves with the exit code: 0 done, 1 refused or partly done, 2 misused. `findInstallation` is
 * called for a command that needs it.
 */
export async function runCli(
  args: readonly string[],
  terminal: Terminal,
  findInstallation: () => Promise<Installation>,
): Promise<number> {
  let found: Promise<Installation> | undefined;
  const installation = () => {
    found ??= findInstallation();
    return found;
  };
  const runner: VerbRunner = { terminal, installation, json: args.includes('--json'), exitCode: EXIT.done };
  try {
    checkText(args);
    const program = createProgram(runner);
    await addVerbs(runner, program, args);
    await program.parseAsync([...args], { from: 'user' });
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
  for (const { usage, about } of NOUNS)
    program
      .command(usage)
      .description(about)
      .option(...JSON_OPTION);
  addCommonOptions(program, installation);
  return program;
}

function addCommonOptions(program: Command, installation: VerbRunner['installation']): void {
  program
    .option('--database <name>', 'which of several databases (docs/guides/scaling.md); or set SERVICE_DATABASE')
    .option(...JSON_OPTION) // `runCli` reads it from all arguments. Commander must only accept it at any position.
    .hook('preAction', async () => {
      const { database } = program.opts<{ database?: string }>();
      if (database !== undefined) (await installation()).choose(database);
    });
}

/** Loads the verbs of the noun that `args` name. All others are only listed. */
async function addVerbs(runner: VerbRunner, program: Command, args: readonly string[]): Promise<void> {
  const words = args.filter((arg, at) => !arg.startsWith('-') && args[at - 1] !== '--database');
  const [name, verb] = words.filter((word) => word !== 'help');
  const command = program.commands.find((one) => one.name() === name);
  const noun = NOUNS[command ? program.commands.indexOf(command) : -1];
  const load = (verb === 'list' && noun?.loadList) || noun?.load;
  if (command && load) (await load())(runner, command);
}
