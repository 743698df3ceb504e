import { buildBrowser } from '../platform/browser-build.ts';
import { requireServing } from '../surfaces/operator/health.ts';
import { startAdmin } from './admin.ts';
import { readHomeConfigs, readHomes } from './homes.ts';
import { runServer } from './process.ts';
import { serveHomes } from './serve-homes.ts';
import { startServing } from './serving.ts';
import { beginSharedProcess } from './shared-process.ts';

// Answers requests. Any number of these processes may run. It does not migrate, seed or run jobs.
await runServer(async (lifetime) => {
  const homes = readHomes();
  if (homes.length > 1) return serveHomes(readHomeConfigs('serve', homes), lifetime);
  const { config, log, deps, metrics, traces } = await beginSharedProcess('serve', lifetime);
  let isListening = false; // the port of the metrics opens first
  const ready = () => requireServing(deps, isListening);
  await startAdmin(config, { role: 'serve', metrics, deps, lifetime, ready });
  const browser = await buildBrowser({ readable: config.readableScripts });
  await startServing(config, deps, { lifetime, browser, metrics, traces });
  isListening = true;
  log.info({ host: config.host, port: config.port, base_url: config.baseUrl }, 'serving');
});
