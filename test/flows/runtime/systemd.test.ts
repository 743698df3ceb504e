import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { packService } from '../../../deploy/pack.ts';
import { migrate } from '../../../src/core/migrate.ts';
import { type Database, openDatabase } from '../../../src/platform/db.ts';
import { testCardToken } from '../../../src/protocol/wire/test-cards.ts';
import { PROJECT } from '../../checks/project.ts';
import { type Core, checkoutRequest, createCore, createOffer, type Offer } from '../../support/core.ts';
import { blocks } from '../../support/guide-commands.ts';
import { HAS_MACHINES, type Machine, startMachine } from '../../support/machine.ts';
import { TEST_SECRET_KEY } from '../../support/merchant.ts';
import { type OwnPostgres, ownPostgres } from '../../support/own-postgres.ts';
import { findProgram } from '../../support/programs.ts';
import { freePorts } from '../../support/service-process.ts';

// The archive on a machine with systemd and nginx, installed and replaced by the commands of the guide, while shoppers buy.

const ask = promisify(execFile);
const timeout = 300_000;
const HOST = 'preorders.example.com';
const SHOPPERS = 4;
const LOST_SHARE_MAX = 0.01;
// The machine shares the network of this one, where ports 4000 to 4014 may be taken: other numbers in place of 0 and 1.
const NUMBERS = [6, 7];
const UNITS = [...NUMBERS.map((number) => `waitlist-serve@${number}`), 'waitlist-worker'];
const renumber = (line: string) =>
  line.replaceAll(/(?<=waitlist-serve@|127\.0\.0\.1:40)[01]/g, (number) => `${NUMBERS[Number(number)]}`);

type Answer = { status: number; body: string };

describe.skipIf(!HAS_MACHINES || findProgram('nginx') === undefined)('the units of systemd', { timeout }, () => {
  let folder: string;
  let server: OwnPostgres;
  let machine: Machine;
  let db: Database;
  let core: Core;
  let offer: Offer;
  let port = 0;
  const told: string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'systemd-'));
    server = await ownPostgres();
    db = openDatabase({ url: server.url, poolConnectionsMax: 2 });
    [port = 0] = await freePorts(1);
    const archive = await packService(folder, () => {});
    const [key, certificate] = ['key.pem', 'cert.pem'].map((name) => join(folder, name));
    await ask('sh', [
      '-c',
      `openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=${HOST} -keyout ${key} -out ${certificate}`,
    ]);
    await writeNextVersion(archive);
    await writeFile(join(folder, 'nginx.conf'), await nginxConf());
    await writeFile(join(folder, 'service.env'), environment());
    machine = await startMachine(folder);
    await done(
      `cp /media/service.env /etc/waitlist-preorder-service.env; chmod 600 /etc/waitlist-preorder-service.env`,
    );
    await done('mkdir -p /var/log/nginx /var/lib/nginx');
    await done('systemd-run --unit proxy --property Type=forking nginx -c /media/nginx.conf');
  }, timeout);
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') process.stderr.write(await done('journalctl --no-pager --lines 100'));
  });
  afterAll(async () => {
    await machine?.remove();
    await core?.stop();
    await db?.close();
    await server?.remove();
    await rm(folder, { recursive: true, force: true });
  });

  /** Writes an archive of the same code as another version, which has one migration more. */
  async function writeNextVersion(archive: string): Promise<void> {
    const name = 'waitlist-preorder-service-0.2.0';
    await ask('mkdir', [join(folder, name)]);
    await ask('tar', ['xzf', archive, '--strip-components=1', '-C', join(folder, name)]);
    await writeFile(join(folder, name, 'migrations/9999_next.sql'), 'ALTER TABLE preorder ADD COLUMN next text;\n');
    await ask('tar', ['czf', join(folder, `${name}.tar.gz`), '-C', folder, name]);
    await rm(join(folder, name), { recursive: true });
  }

  /** Our proxy for this machine: a port and a certificate of the test, in place of those of the operator. */
  async function nginxConf(): Promise<string> {
    const ours = renumber(await readFile(join(PROJECT, 'deploy/nginx.conf'), 'utf8'))
      .replaceAll('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
      .replaceAll(/ssl_certificate .*;/g, 'ssl_certificate /media/cert.pem;')
      .replaceAll(/ssl_certificate_key .*;/g, 'ssl_certificate_key /media/key.pem;');
    return `worker_processes 1;\npid /run/nginx.pid;\nevents {}\nhttp {\n${ours}\n}\n`;
  }

  const environment = () =>
    Object.entries({
      BASE_URL: `https://${HOST}:${port}`,
      PORTAL_URL: `https://portal.example.com:${port}`,
      DATABASE_URL: server.url,
      SECRET_KEY: TEST_SECRET_KEY,
      TRUST_PROXY: '127.0.0.1',
      SHUTDOWN_PAUSE: '3',
    })
      .map(([name, value]) => `${name}=${value}\n`)
      .join('');

  /** Runs a line on the machine. Resolves with its output. */
  async function done(line: string): Promise<string> {
    const { code, output } = await machine.shell(line);
    expect(code, `${line}: ${output}`).toBe(0);
    return output;
  }

  /** Runs the lines of a block of the guide. Resolves with their output. */
  async function follow(wanted: RegExp): Promise<string> {
    const guide = await readFile(join(PROJECT, 'docs/guides/deploy.md'), 'utf8');
    const lines =
      blocks(guide, 'text').find((block) => wanted.test(block)) ?? expect.fail(`the guide has no ${wanted}`);
    let output = '';
    for (const line of lines.trim().split('\n'))
      output += await done(`cd /media; ${renumber(line).replace('tar xzf ', 'tar xzf /media/')}`);
    return output;
  }

  const unitOf = async (unit: string) =>
    Object.fromEntries(
      (await done(`systemctl show ${unit} --property=ActiveState,SubState,MainPID,NRestarts`))
        .trim()
        .split('\n')
        .map((line) => line.split('=')),
    );
  const isReady = (number: number) =>
    fetch(`http://127.0.0.1:40${number}2/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  const expectReady = async () => {
    for (const number of [...NUMBERS, 9]) await expect.poll(() => isReady(number), { timeout: 60_000 }).toBe(true);
  };

  /** Asks through the proxy, each time from an address and over a connection of its own. */
  async function send(path: string, body?: object, secret?: string): Promise<Answer> {
    const headers = {
      host: `${HOST}:${port}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      ...(secret && { authorization: `Bearer ${secret}` }),
    };
    const localAddress = `127.0.${Math.ceil(Math.random() * 250)}.${Math.ceil(Math.random() * 250)}`;
    const options = {
      method: body ? 'POST' : 'GET',
      headers,
      localAddress,
      agent: new Agent(),
      rejectUnauthorized: false,
    };
    return new Promise((resolve, reject) => {
      const sent = request(`https://127.0.0.1:${port}${path}`, options, (answer) =>
        text(answer).then((all) => resolve({ status: answer.statusCode ?? 0, body: all }), reject),
      );
      sent.on('error', reject).end(body && JSON.stringify(body));
    });
  }

  async function buy(): Promise<void> {
    const post = async (path: string, body: object, secret?: string) => {
      const answer = await send(`/frames/1/api${path}`, body, secret);
      expect(answer.status, answer.body).toBeLessThan(300);
      return JSON.parse(answer.body).data;
    };
    const { id, secret, total } = await post('/checkouts', checkoutRequest(offer));
    const paying = { token: testCardToken('4242424242424242'), termsAccepted: true, marketingConsent: false, total };
    const { checkout } = await post(`/checkouts/${id}/payments`, paying, secret);
    told.push(checkout.preorder.reference);
  }

  /** Lets shoppers buy and look while `work` is done. Resolves with the share of requests without a right answer. */
  async function whileTheyBuy(
    work: () => Promise<unknown>,
  ): Promise<{ asked: number; share: number; faults: string[] }> {
    let over = false;
    let asked = 0;
    const faults: string[] = [];
    const shop = async () => {
      while (!over) {
        for (const act of [buy, buy, () => send('/api/v1/service.js').then(({ status }) => expect(status).toBe(200))]) {
          asked += 1;
          await act().catch((error: Error) => faults.push(error.message.slice(0, 200)));
        }
        await sleep(50);
      }
    };
    const all = Promise.all(Array.from({ length: SHOPPERS }, shop));
    await work().finally(() => {
      over = true;
    });
    await all;
    return { asked, share: faults.length / asked, faults: faults.slice(0, 5) };
  }

  /** Every reference that a shopper was told is there. */
  async function expectNothingLost(): Promise<void> {
    const there = await db.query<{ reference: string }>('SELECT reference FROM preorder WHERE reference = ANY ($1)', [
      told,
    ]);
    expect(there).toHaveLength(told.length);
  }

  test('are installed by the commands of the guide, and sell', async () => {
    await migrate(db);
    const said = await follow(/enable --now waitlist-serve/);
    expect(said).toContain('https://portal.example.com');
    await expectReady();
    core = createCore(db);
    offer = await createOffer(core, { allocation: 100_000 });
    await buy();
    expect((await send('/links/manage/secret-of-a-mail')).status).toBe(404);
    expect(await done('cat /var/log/nginx/access.log')).not.toContain('secret-of-a-mail');
    expect(await done('grep -c checkouts /var/log/nginx/access.log')).not.toBe('0\n');
    const exposed = await done(
      `cd /etc/systemd/system; for unit in waitlist-*.service; do systemd-analyze security --offline=true --threshold=25 $PWD/$(echo $unit | sed s/@/@0/) >/dev/null 2>&1 || systemd-analyze security $unit | tail -1; done`,
    );
    expect(exposed).toBe('');
  });

  test('come back after a kill', async () => {
    for (const unit of UNITS) {
      const { MainPID: before } = await unitOf(unit);
      const { share, faults } = await whileTheyBuy(async () => {
        await done(`kill -9 ${before}`);
        const isAnother = async () => {
          const { MainPID, SubState } = await unitOf(unit);
          return MainPID !== before && SubState === 'running';
        };
        await expect.poll(isAnother, { timeout: 60_000 }).toBe(true);
      });
      expect(share, faults.join('\n')).toBeLessThan(0.1); // what was under way in the killed process has no answer
    }
    await expectReady();
    await expectNothingLost();
  });

  test('are replaced by the next version, and by the one before again, while shoppers buy', async () => {
    for (const block of [/migrate --plan/, /^ln -sfn/]) {
      const { asked, share, faults } = await whileTheyBuy(() => follow(block));
      expect(asked).toBeGreaterThan(50);
      expect(share, faults.join('\n')).toBeLessThanOrEqual(LOST_SHARE_MAX);
    }
    await expectReady();
    await expectNothingLost();
  });

  test('start after a power cut, although the database comes later', async () => {
    await machine.cut();
    await db.close();
    await server.stop();
    await machine.boot();
    await sleep(8_000); // longer than any first try
    expect(await isReady(6)).toBe(false);
    await server.start();
    await expectReady();
    db = openDatabase({ url: server.url, poolConnectionsMax: 2 });
    await done('systemd-run --unit proxy --property Type=forking nginx -c /media/nginx.conf');
    await buy();
    await expectNothingLost();
  });
});
