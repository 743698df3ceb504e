import { createLog } from '../platform/log.ts';
import { migrate } from '../platform/migrate.ts';
import { startBackground } from './background.ts';
import { compose, mailFolder } from './compose.ts';
import { type Config, readConfig } from './config.ts';
import { connectDatabase, ownDatabase } from './database.ts';
import { runServer } from './process.ts';
import { startServing } from './serving.ts';

// Everything in one process, to try it and for a small shop: the database, the service, its jobs and the demo store.
await runServer(async (lifetime) => {
  const config = readConfig('start');
  const log = createLog(config.logLevel);
  const database = await ownDatabase(config, lifetime, say);
  const db = await connectDatabase(database, log, lifetime);
  await migrate(db, (name) => say(`Migrating the database: ${name}`));
  const deps = await compose(config, db, { log, lifetime });
  const background = await startBackground(deps);
  lifetime.onStop(() => background.stop());
  await startServing(config, deps, lifetime);
  lifetime.onStop(() => database.announceStop());
  say(welcome(config));
});

function welcome(config: Config): string {
  const took = (performance.now() / 1000).toFixed(1);
  return [
    `Ready after ${took} s.`,
    '',
    `  Service     ${config.baseUrl}`,
    '',
    'Next, in another terminal:',
    '  ./service stores list',
    '  ./service --help',
    '',
    ...(config.smtpUrl === undefined ? [`Mails go to ${mailFolder(config.dataDir)}: SMTP_URL names no server.`] : []),
    'Ctrl-C ends everything.',
  ].join('\n');
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
