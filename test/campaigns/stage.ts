import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectAccount } from '../../src/core/accounts/commands/connect.ts';
import { migrate } from '../../src/core/migrate.ts';
import { type Database, openDatabase } from '../../src/platform/db.ts';
import { type Core, createCore, createOffer, type Offer } from '../support/core.ts';
import { type Instance, startInstance } from '../support/instance.ts';
import { openedStandIns } from '../support/opened-stand-ins.ts';
import { type OwnPostgres, ownPostgres } from '../support/own-postgres.ts';
import { type Smtp, startSmtpServer } from '../support/smtp.ts';
import { type Balancer, startBalancer } from './balancer.ts';
import { type Bank, openBank } from './bank.ts';
import type { Older } from './older.ts';
import { openWire, through, type Wire } from './wire.ts';

/** A store in operation, with real processes: PostgreSQL, services, a worker, a bank and a mail server beside them. */
export type Stage = {
  server: OwnPostgres;
  db: Database;
  core: Core;
  bank: Bank;
  smtp: Smtp;
  /** The ways from the processes to the database and to the mail server, which can be struck. */
  ways: { database: Wire; mail: Wire };
  offer: Offer;
  services: Instance[];
  /** Before two or more services. */
  balancer: Balancer | null;
  /** The address that shoppers use. */
  front: string;
  worker: Instance;
  /** The folder of the code that is started; this code's if undefined. */
  running: { project: string | undefined };
  /** Starts another service or worker with the settings of the others; a fault may end and replace them. */
  start(role: 'serve' | 'worker', env?: Record<string, string>): Promise<Instance>;
  stop(): Promise<void>;
};

const UNITS = 1_000_000;
// Mails and calls of the bank are always on their way when a fault comes.
const MAIL_MS = 100;

// How long a service goes on after SIGTERM: five looks of the balancer.
const PAUSE_S = 1;
const SETTINGS = { MAIL_FROM: 'preorders@service.example', SHUTDOWN_PAUSE: `${PAUSE_S}` };

export type StageOptions = {
  services?: number;
  /** The PostgreSQL, in place of one of its own. */
  server?: OwnPostgres;
  /** More settings of all processes. */
  env?: Record<string, string>;
  /** How long the mail server takes for each mail. */
  mailMs?: number;
  /** The folder of an unpacked archive whose processes run, in place of these sources; not in place of older code. */
  archive?: string | undefined;
  /** The code that makes the database and the store, and is started first. */
  older?: Older;
};

/** Starts the stage, with one store that sells one variant. */
export async function openStage(given: StageOptions = {}): Promise<Stage> {
  const { services: count = 1, server = await ownPostgres(), mailMs = MAIL_MS, older, archive } = given;
  const running = { project: older?.project };
  const [bank, smtp] = await Promise.all([openBank(), startSmtpServer({ delayMs: mailMs })]);
  const db = openDatabase({ url: server.url, poolConnectionsMax: 4 });
  const code = await makeDatabase(db, server.url, older);
  code.openedStandIns.add(bank.address); // that of the older code is another one
  const core = createCore(db);
  const ways = { database: await wireTo(server), mail: await wireTo(smtp) };
  const folder = await mkdtemp(join(tmpdir(), 'campaign-'));
  const start: Stage['start'] = (role, env = {}) =>
    startInstance(role, {
      databaseUrl: through(server.url, ways.database),
      folder,
      ...(running.project ? { project: running.project } : { archive }),
      env: { ...SETTINGS, SMTP_URL: through(smtp.url, ways.mail), STRIPE_STAND_IN: bank.address, ...given.env, ...env },
    });
  const services = await Promise.all(Array.from({ length: count }, () => start('serve')));
  const worker = await start('worker');
  const maker = code.createCore(db);
  const offer = await code.createOffer(maker, { allocation: UNITS });
  const balancer = count > 1 ? await startBalancer(() => services.map(({ url }) => url)) : null;
  const front = balancer?.url ?? services[0]?.url ?? '';
  const stage: Stage = {
    server,
    db,
    core,
    bank,
    smtp,
    ways,
    offer,
    services,
    balancer,
    front,
    worker,
    running,
    start,
    async stop() {
      await Promise.all([...stage.services, stage.worker].map((one) => one.end()));
      await balancer?.stop();
      await Promise.all([core.stop(), maker.stop()]);
      await db.close();
      await Promise.all([ways.database.stop(), ways.mail.stop(), bank.stop(), smtp.close()]);
      await server.remove();
      await rm(folder, { recursive: true, force: true });
    },
  };
  await Promise.all(services.map(({ url }) => balancer?.sees(url)));
  await bank.connect(maker, { storeId: offer.storeId, service: front, connectAccount: code.connectAccount });
  return stage;
}

const wireTo = ({ url }: { url: string }) => openWire(() => Number(new URL(url).port));

/** Makes the schema of the code that begins. Returns what that code makes a store with. */
async function makeDatabase(db: Database, url: string, older: Older | undefined) {
  if (older === undefined) {
    await migrate(db);
    return { createCore, createOffer, connectAccount, openedStandIns };
  }
  await older.migrate(url);
  return older.load();
}
