import { createMetrics } from '../platform/metrics.ts';
import { startBackground } from './background.ts';
import { mailFolder } from './compose.ts';
import { runServer } from './process.ts';
import { startMetrics } from './serving.ts';
import { beginSharedProcess } from './shared-process.ts';

// Runs jobs and periodic rounds. Any number of these processes may run.
await runServer(async (lifetime) => {
  const { config, log, deps } = await beginSharedProcess('worker', lifetime);
  if (config.adminPort !== undefined) await startMetrics(config.adminPort, createMetrics(), { deps, lifetime });
  const background = await startBackground(deps, config);
  lifetime.onStop(() => background.stop());
  log.info('working');
  if (config.smtpUrl === undefined) {
    log.warn({ folder: mailFolder(config.dataDir) }, 'mails are only written to files, because SMTP_URL is not set');
  }
});
