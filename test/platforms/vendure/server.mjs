// Starts Vendure with the waitlist plugin: node server.mjs, with VENDURE_DATABASE (an address of PostgreSQL), VENDURE_PORT,
// VENDURE_ADMIN_PASSWORD, and perhaps WEBHOOK_URL and WEBHOOK_SECRET. It runs in the folder that it is installed in.

// By name at run time: the project itself has neither of them.
const load = (name) => import(name);
const { bootstrap, DefaultLogger, LogLevel } = await load('@vendure/core');
const { default: plugin } = await load('./waitlist-plugin.js');

const { VENDURE_DATABASE, VENDURE_PORT, VENDURE_ADMIN_PASSWORD, WEBHOOK_URL, WEBHOOK_SECRET } = process.env;
const webhooks = WEBHOOK_URL ? { webhooks: { url: WEBHOOK_URL, secret: WEBHOOK_SECRET } } : {};

process.stdin.resume().once('end', () => process.exit()); // the tests have ended

await bootstrap({
  apiOptions: { port: Number(VENDURE_PORT), hostname: '127.0.0.1', adminApiPath: 'admin-api', shopApiPath: 'shop-api' },
  authOptions: {
    tokenMethod: ['bearer', 'api-key'],
    superadminCredentials: { identifier: 'superadmin', password: VENDURE_ADMIN_PASSWORD },
  },
  dbConnectionOptions: { type: 'postgres', url: VENDURE_DATABASE, synchronize: true, logging: false },
  paymentOptions: { paymentMethodHandlers: [] },
  plugins: [plugin.WaitlistPlugin.init(webhooks)],
  logger: new DefaultLogger({ level: LogLevel.Warn }),
});
console.log('Vendure is ready.');
