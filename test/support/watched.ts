import { vi } from 'vitest';
import { raiseAlert } from '../../src/core/alerts/commands.ts';
import { recordBackup } from '../../src/core/backups/commands.ts';
import { createEndpoint } from '../../src/core/webhooks/commands/endpoints.ts';
import { createCheckoutClient } from './checkout-client.ts';
import { type Core, checkoutRequest, createCore, createOffer } from './core.ts';
import { createTestDatabase } from './database.ts';
import { TEST_SECRET_KEY } from './merchant.ts';
import { startOutage } from './outages.ts';
import { freePorts, runService, type ServiceProcess } from './service-process.ts';
import { openSlowNetwork } from './slow-network.ts';
import { startSmtpServer } from './smtp.ts';

const PATIENT = { timeout: 60_000 };

export type Sample = { name: string; labels: Record<string, string>; value: number };

export type Scraped = {
  /** `http://127.0.0.1:PORT` of the metrics and the health. */
  url: string;
  text(): Promise<string>;
  samples(): Promise<Sample[]>;
};

export type Watched = {
  serve: Scraped;
  worker: Scraped;
  /** Addresses and keys that no metric may have. */
  secrets: string[];
  /** Cuts the worker off its database. */
  cutWorker(): Promise<void>;
  stop(): Promise<void>;
};

/**
 * Starts a service and a worker as processes, and has a shopper buy. The mail server puts the first mail off, and the receiver of
 * webhooks does not answer, so that calls of all kinds end well and badly.
 */
export async function startWatched(): Promise<Watched> {
  const database = await createTestDatabase();
  const core = createCore(database.db);
  let refusals = 1;
  const smtp = await startSmtpServer({
    recipient: () => (refusals-- > 0 ? { code: 451, words: 'later' } : null),
  });
  const [port, serveAdmin, workerAdmin, nobody] = await freePorts(4);
  const network = await openSlowNetwork(Number(new URL(database.url).port), 0);
  const ofWorker = new URL(database.url);
  ofWorker.port = String(network.port);
  const env = {
    BASE_URL: `http://127.0.0.1:${port}`,
    PORT: String(port),
    SECRET_KEY: TEST_SECRET_KEY,
    SMTP_URL: smtp.url,
    MAIL_FROM: 'orders@service.example',
    WEBHOOK_PRIVATE_TARGETS: 'allow',
    TRUST_PROXY: '127.0.0.1',
  };
  const processes: ServiceProcess[] = [
    runService(['serve'], { env: { ...env, DATABASE_URL: database.url, ADMIN_PORT: String(serveAdmin) } }),
    runService(['worker'], { env: { ...env, DATABASE_URL: ofWorker.href, ADMIN_PORT: String(workerAdmin) } }),
  ];
  const [service, working] = processes;
  await Promise.all([service?.says('"serving"'), working?.says('"working"')]);

  const offer = await createOffer(core, { allocation: 5 });
  const endpoint = { url: `http://127.0.0.1:${nobody}/hook`, description: '', types: [], includePersonal: false };
  await createEndpoint({ ...core, outgoing: { ...core.outgoing, privateTargets: true } }, offer.storeId, endpoint);
  const client = createCheckoutClient({ baseUrl: env.BASE_URL });
  const request = checkoutRequest(offer);
  await client.pay(await client.hold(request), 'succeeds');
  await client.pay(await client.hold(checkoutRequest(offer)), 'second_step'); // waits for the shopper's bank
  await leaveTraces(core, offer.storeId);
  const worker = scraped(workerAdmin);
  // The mail goes out with its second try, a few seconds later; by then all else is done.
  await vi.waitUntil(() => smtp.mails.length > 0, PATIENT);
  await vi.waitUntil(async () => /errors_total\{provider="webhook"/.test(await worker.text()), PATIENT);

  return {
    serve: scraped(serveAdmin),
    worker,
    secrets: [offer.storeId, offer.storeKey, offer.productId, request.email, TEST_SECRET_KEY],
    cutWorker: async () => network.close(),
    async stop() {
      for (const { child } of processes) child.kill('SIGTERM');
      await Promise.all(processes.map(({ ended }) => ended));
      network.close();
      await smtp.close();
      await core.stop();
      await database.drop();
    },
  };
}

/** What days of life leave behind: a backup, an alert, and an outage that lasts. */
async function leaveTraces(core: Core, storeId: string): Promise<void> {
  await recordBackup(core, { madeAt: new Date(), bytes: 1, encrypted: false, verified: true });
  await raiseAlert(core.db, storeId, {
    text: 'job_dead',
    subjectId: storeId,
    values: { count: 1, topics: 'mail.due', said: 'It gave up' },
  });
  await startOutage(core.db, 'mail');
}

function scraped(port: number | undefined): Scraped {
  const url = `http://127.0.0.1:${port}`;
  const text = async () => (await fetch(`${url}/metrics`)).text();
  return { url, text, samples: async () => samplesOf(await text()) };
}

function samplesOf(text: string): Sample[] {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => {
    const [, name = '', inner = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    const labels = [...inner.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key = '', text = '']) => [key, text]);
    return { name, labels: Object.fromEntries(labels), value: Number(value) };
  });
}
