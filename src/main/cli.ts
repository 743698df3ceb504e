import { runCli } from '../surfaces/cli/program.ts';
import { runTask } from './process.ts';

// One call of the command line: `cli.ts <noun> <verb> …`.
await runTask(async (lifetime) => {
  const write = (stream: NodeJS.WriteStream) => (text: string) =>
    new Promise<void>((resolve) => stream.write(text, () => resolve()));
  process.stdout.on('error', endWithoutOutput);
  const terminal = { write: write(process.stdout), writeError: write(process.stderr), env: process.env };
  const code = await runCli(process.argv.slice(2), terminal, async () => {
    const { installationOf } = await import('./installation.ts');
    return installationOf(terminal, lifetime);
  });
  await terminal.write(''); // what was written before has succeeded or failed then
  if (process.stdout.errored) endWithoutOutput(process.stdout.errored);
  process.exitCode = code;
});

/** Ends quietly where the reader of a pipe, such as `head`, has closed it. Anything else, such as a full disk, loses what was asked for. */
function endWithoutOutput(error: NodeJS.ErrnoException): never {
  if (error.code === 'EPIPE') process.exit();
  process.stderr.write(`The output could not be written (${error.code}): what was printed is not complete.\n`);
  process.exit(1);
}
