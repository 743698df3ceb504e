import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { installationOf } from '../../src/main/installation.ts';
import { runCli } from '../../src/surfaces/cli/program.ts';
import { createLifetime } from './lifetime.ts';

/** The path of the command line's launcher. */
export const LAUNCHER = fileURLToPath(new URL('../../service', import.meta.url));

export type CommandResult = { code: number | null; out: string; err: string };
/** What `--json` printed. */
export type CommandJson = {
  code: number | null;
  meta: { result: string; incomplete?: boolean };
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape and fail on a wrong one
  data: any;
  error: { code: string; message: string; param?: string; data?: Record<string, unknown> };
};

type Run = (...args: string[]) => Promise<CommandResult>;

/** Runs the command line as a merchant does: by its launcher, in a new process with that environment. */
export function launchedCommandLine(env: Record<string, string>) {
  return withJson(async (...args) => {
    const { PATH = '', HOME = '' } = process.env;
    const child = spawn(LAUNCHER, args, { env: { PATH, HOME, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    return { code: child.exitCode, out, err };
  });
}

/** Runs the command line in this process, without launcher, signals and pipes. */
export function commandLine(env: Record<string, string>) {
  return withJson(async (...args) => {
    const said = { out: '', err: '' };
    const { lifetime, stop } = createLifetime();
    const write = (stream: keyof typeof said) => async (text: string) => {
      said[stream] += text;
    };
    const terminal = { write: write('out'), writeError: write('err'), env };
    const code = await runCli(args, terminal, async () => installationOf(terminal, lifetime));
    await stop();
    return { code, ...said };
  });
}

function withJson(run: Run) {
  async function json(...args: string[]): Promise<CommandJson> {
    const { code, out, err } = await run(...args, '--json');
    if (!out.trim()) throw new Error(`no JSON on standard output, but: ${err}`);
    return { code, ...JSON.parse(out) };
  }
  return { run, json };
}
