import type { Server } from 'node:http';
import type { Lifetime } from '../platform/lifetime.ts';
import { requireWorking } from '../surfaces/operator/health.ts';
import { measureJobs } from '../surfaces/operator/process-metrics.ts';
import { type AdminParts, buildAdmin, startAdmin, startAdminOfHomes } from './admin.ts';
import { type Background, startBackground } from './background.ts';
import { beginHome } from './begin-home.ts';
import { mailFolder } from './compose.ts';
import { type HomeConfig, readHomeConfigs, readHomes } from './homes.ts';
import { runServer } from './process.ts';
import { beginSharedProcess, openHome, type SharedProcess } from './shared-process.ts';
import { logOfHome, openLog } from './traces.ts';

// Runs jobs and periodic rounds. Any number of these processes may run.
await runServer(async (lifetime) => {
  const homes = readHomes();
  if (homes.length > 1) return workForHomes(readHomeConfigs('worker', homes), lifetime);
  const shared = await beginSharedProcess('worker', lifetime);
  await startWorking(shared, lifetime, (parts) => startAdmin(shared.config, parts));
});

/** Does the work of several databases beside each other. */
async function workForHomes(homes: readonly HomeConfig[], lifetime: Lifetime): Promise<void> {
  const [first] = homes;
  if (!first) return;
  const { traces } = await openLog(first.config, lifetime);
  const working = homes.map(({ name, config }) => {
    const log = logOfHome(config, name, traces);
    const begun = beginHome({ log, lifetime }, async (own) => {
      const shared = { config, log, traces, ...(await openHome(config, { log, traces }, own)) };
      let admin: Server | null = null;
      await startWorking(shared, own, async (parts) => {
        admin = buildAdmin(config, parts);
      });
      return { admin };
    });
    return { name, server: () => begun.current()?.admin ?? undefined, stop: begun.stop };
  });
  lifetime.onStop(() => Promise.all(working.map((one) => one.stop())));
  await startAdminOfHomes(first.config, working, lifetime);
}

async function startWorking(
  { config, log, deps, metrics, traces }: SharedProcess,
  lifetime: Lifetime,
  openAdmin: (parts: AdminParts) => Promise<void>,
): Promise<void> {
  let background: Background | undefined;
  const ready = () => requireWorking(deps.db, background);
  await openAdmin({ role: 'worker', metrics, deps, lifetime, ready });
  const onJob = metrics ? measureJobs(metrics) : undefined;
  const working = await startBackground(deps, { ...config, onJob, traces });
  background = working;
  lifetime.onStop(() => working.stop());
  log.info('working');
  if (config.smtpUrl === undefined) {
    log.warn({ folder: mailFolder(config.dataDir) }, 'mails are only written to files, because SMTP_URL is not set');
  }
}
