import { requireWorking } from '../surfaces/operator/health.ts';
import { measureJobs } from '../surfaces/operator/process-metrics.ts';
import { startAdmin } from './admin.ts';
import { type Background, startBackground } from './background.ts';
import { mailFolder } from './compose.ts';
import { runServer } from './process.ts';
import { beginSharedProcess } from './shared-process.ts';

// Runs jobs and periodic rounds. Any number of these processes may run.
await runServer(async (lifetime) => {
  const { config, log, deps, metrics, traces } = await beginSharedProcess('worker', lifetime);
  let background: Background | undefined;
  const ready = () => requireWorking(deps.db, background);
  await startAdmin(config, { role: 'worker', metrics, deps, lifetime, ready });
  const onJob = metrics ? measureJobs(metrics) : undefined;
  const working = await startBackground(deps, { ...config, onJob, traces });
  background = working;
  lifetime.onStop(() => working.stop());
  log.info('working');
  if (config.smtpUrl === undefined) {
    log.warn({ folder: mailFolder(config.dataDir) }, 'mails are only written to files, because SMTP_URL is not set');
  }
});
