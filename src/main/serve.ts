import { buildBrowser } from '../platform/browser-build.ts';
import { runServer } from './process.ts';
import { startServing } from './serving.ts';
import { beginSharedProcess } from './shared-process.ts';

// Answers requests. Any number of these processes may run. It does not migrate, seed or run jobs.
await runServer(async (lifetime) => {
  const { config, log, deps } = await beginSharedProcess('serve', lifetime);
  await startServing(config, deps, { lifetime, browser: await buildBrowser({ readable: config.readableScripts }) });
  log.info({ host: config.host, port: config.port, base_url: config.baseUrl }, 'serving');
});
