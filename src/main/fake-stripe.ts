import { startFakeStripe } from '../integrations/payments/fake-stripe/server.ts';
import { createLog } from '../platform/log.ts';
import { migrate, requireMigrated } from '../platform/migrate.ts';
import { readConfig } from './config.ts';
import { connectDatabase, findDatabase } from './database.ts';
import { runServer } from './process.ts';

// The stand-in for Stripe by itself, for test stores on this machine: it keeps its books beside those of the installation.
const PORT = 12_111;
const ACCOUNT = 'acct_standin';

await runServer(async (lifetime) => {
  const config = readConfig('command');
  const log = createLog(config.logLevel);
  const say = (text: string) => void process.stdout.write(`${text}\n`);
  const db = await connectDatabase(await findDatabase(config, lifetime, say), log, lifetime);
  if (config.databaseUrl === undefined) await migrate(db);
  else await requireMigrated(db);
  const stripe = await startFakeStripe({ db, log, port: Number(process.env.FAKE_STRIPE_PORT ?? PORT) });
  lifetime.onStop(() => stripe.stop());
  const keys = await stripe.act('accounts', { id: ACCOUNT });
  say(
    [
      `A stand-in for Stripe answers at ${stripe.url}. It moves no money.`,
      '',
      `  Secret key       ${keys.test_secret}`,
      `  Publishable key  ${keys.test_publishable}`,
      '',
      'How to connect a test store with it: docs/guides/stripe.md. Ctrl-C ends it.',
    ].join('\n'),
  );
});
