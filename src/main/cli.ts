import { runCli } from '../surfaces/cli/program.ts';
import { installationOf } from './installation.ts';
import { runTask } from './process.ts';

// One call of the command line: `cli.ts <noun> <verb> …`.
await runTask(async (lifetime) => {
  const write = (stream: NodeJS.WriteStream) => (text: string) =>
    new Promise<void>((resolve) => stream.write(text, () => resolve()));
  // The reader of a pipe, such as `head`, may close it early.
  process.stdout.on('error', () => process.exit());
  const terminal = { write: write(process.stdout), writeError: write(process.stderr), env: process.env };
  process.exitCode = await runCli(process.argv.slice(2), terminal, installationOf(terminal, lifetime));
});
