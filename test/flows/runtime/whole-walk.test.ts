import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { audit } from '../../../src/core/audits/commands.ts';
import { type Database, openDatabase } from '../../../src/platform/db.ts';
import { type ReplicatedPostgres, replicatedPostgres } from '../../campaigns/replicated-postgres.ts';
import { PROJECT } from '../../checks/project.ts';
import { createCore, createOffer, type Offer } from '../../support/core.ts';
import { blocks } from '../../support/guide-commands.ts';
import { type Machine, startMachine, WITHOUT_MACHINES } from '../../support/machine.ts';
import { freePorts } from '../../support/service-process.ts';
import { type WalkReport, type WalkShoppers, walkShoppers } from '../../support/walk-shoppers.ts';
import {
  AUTHORITY,
  CDN,
  environmentOf,
  HOST,
  isReady,
  makeDatabase,
  NUMBERS,
  renumber,
  writeSite,
} from '../../support/walk-site.ts';
import { countWrongs, tableOfWalk, type Verdict } from '../../support/walk-verdict.ts';

// What an operator lives through with the archive: a machine with systemd and nginx, installed, replaced, cut off its power and restored by the
// commands of the guide, over a PostgreSQL with a standby, while shoppers buy. After each step every reference that they were told is there,
// no shopper was charged wrongly, and the doctor names the fault and nothing else.

const timeout = 300_000;
const LOST_SHARE_MAX = 0.01;
const SILENT_MS_MAX = 10_000; // after the new primary takes writes
const FEW_CONNECTIONS = 20;
const HOLDS_OF_AN_ADDRESS = 20; // what a store allows as long as it says nothing else
const UNITS = [...NUMBERS.map((number) => `waitlist-serve@${number}`), 'waitlist-worker'];
const DATA = '/var/lib/waitlist-preorder-service';
const ENVIRONMENT = '/etc/waitlist-preorder-service.env';
const NOT_WALKED = [
  'containers and Kubernetes (image.test.ts and kubernetes.test.ts look at them)',
  'the code of an earlier release, in whose place stands this code with a migration less (npm run campaign -- upgrades)',
  'Caddy, a balancer over several machines, and PostgreSQL before 18',
];

if (WITHOUT_MACHINES.length > 0)
  process.stderr.write(`The whole walk was left out: this machine has no ${WITHOUT_MACHINES.join(' and no ')}.\n`);

type Finding = { check: string; standing: string; says: string };
/** `unseen`: what the doctor says of what it cannot look at, which may be said or not. */
type Happened = Partial<WalkReport> & { doctor?: Record<string, RegExp>; unseen?: RegExp };

describe.skipIf(WITHOUT_MACHINES.length > 0)('the whole walk from the archive', { timeout }, () => {
  let folder: string;
  let server: ReplicatedPostgres;
  let machine: Machine;
  let books: string;
  let db: Database;
  let offer: Offer;
  let shoppers: WalkShoppers;
  let [port, cdnPort] = [0, 0];
  const verdicts: Verdict[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'walk-'));
    [port = 0, cdnPort = 0] = await freePorts(2);
    server = await replicatedPostgres();
    const made = await makeDatabase(server.url);
    books = made.books;
    openBooks();
    shoppers = walkShoppers({ host: HOST, port });
    await writeSite(folder, { port, cdnPort });
    await writeFile(join(folder, 'service.env'), environmentOf({ port, databaseUrl: made.service }));
    machine = await startMachine(folder);
    await done(`install -m 600 /media/service.env ${ENVIRONMENT}; install -m 644 /media/cert.pem ${AUTHORITY}`);
    await done('mkdir -p /var/log/nginx /var/lib/nginx');
    await startProxy();
  }, timeout);
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail')
      process.stderr.write(await done('journalctl --no-pager --lines 60 | cut -c1-400'));
  });
  afterAll(async () => {
    process.stderr.write(`${tableOfWalk(verdicts)}\nNot walked: ${NOT_WALKED.join('; ')}.\n`);
    await machine?.remove();
    await db?.close().catch(() => {}); // a step that failed has closed it
    await server?.remove();
    await rm(folder, { recursive: true, force: true });
  });

  const openBooks = () => {
    db = openDatabase({ url: books, poolConnectionsMax: 2 });
  };

  /** Runs a line on the machine. Resolves with its output. */
  async function done(line: string): Promise<string> {
    const { code, output } = await machine.shell(line);
    expect(code, `${line}: ${output}`).toBe(0);
    return output;
  }

  /** Runs the lines of a block of the guide. `backup` is the FILE in them. Resolves with their output. */
  async function follow(wanted: RegExp, backup = ''): Promise<string> {
    const guide = await readFile(join(PROJECT, 'docs/guides/deploy.md'), 'utf8');
    const lines =
      blocks(guide, 'text').find((block) => wanted.test(block)) ?? expect.fail(`the guide has no ${wanted}`);
    let output = '';
    for (const line of lines.replaceAll('\\\n', ' ').trim().split('\n'))
      output += await done(
        `cd /media; ${renumber(line).replace('tar xzf ', 'tar xzf /media/').replace('FILE ', `${backup} `)}`,
      );
    return output;
  }

  const startProxy = async () => {
    await done(`grep -q ${HOST} /etc/hosts || echo 127.0.0.1 ${HOST} >> /etc/hosts`);
    await done('systemd-run --unit proxy --property Type=forking nginx -c /media/nginx.conf');
  };
  const restart = async () => {
    // A start that fails at first, as without a connection, is tried again.
    for (const unit of UNITS) await machine.shell(`systemctl restart ${unit}`);
    await expectReady();
  };
  const processOf = async (unit: string) => {
    const found = await done(`systemctl show ${unit} --property=SubState,MainPID`);
    return { isRunning: found.includes('SubState=running'), pid: /MainPID=(\d+)/.exec(found)?.[1] };
  };
  const expectReady = async () => {
    for (const number of [...NUMBERS, 9]) await expect.poll(() => isReady(number), { timeout: 120_000 }).toBe(true);
  };
  const buyWhile = (work: () => Promise<unknown>) => shoppers.buyWhile(offer, work);

  /** What the doctor does not find as it should be. Mails are files here, and before its step there is no backup. */
  async function troubles(): Promise<Finding[]> {
    const { output } = await machine.shell('waitlist doctor --json');
    expect(output).toContain('{');
    const { data } = JSON.parse(output.slice(output.indexOf('{')));
    return data.findings.filter(
      ({ check, standing }: Finding) => standing !== 'ok' && !/^(mail server|backup)/.test(check),
    );
  }

  /** A step, with its verdict. What it returns for `doctor` is what the doctor has to say, by what was looked at. */
  const step = (name: string, work: () => Promise<Happened>) =>
    test(name, async () => {
      const began = performance.now();
      const { asked = 0, share = 0, silentMs = 0, doctor = {}, unseen = /^$/ } = await work();
      const seconds = (performance.now() - began) / 1_000;
      const wrongs = await countWrongs(db, shoppers.told);
      let found: Finding[] = [];
      // While the service has all connections open, the doctor has none for itself; those that are idle are given back.
      const look = async () => {
        found = (await troubles()).filter(({ says }) => !unseen.test(says));
        return found.map(({ check }) => check).sort();
      };
      const expected = Object.keys(doctor).sort();
      for (let looks = 0; looks < 12 && (await look()).join() !== expected.join(); looks += 1) await sleep(5_000);
      const says = found.map(({ check, standing }) => `${check}: ${standing}`).join(', ') || 'all is well';
      const counted = { asked, unanswered: Math.round(asked * share), silentMs, told: shoppers.told.length, ...wrongs };
      verdicts.push({ step: name, seconds, ...counted, doctor: says });
      expect(wrongs).toEqual({ lost: 0, charged: 0 });
      expect(await audit({ db }, offer.storeId)).toEqual([]);
      expect(found.map(({ check }) => check).sort(), JSON.stringify(found)).toEqual(expected);
      for (const { check, says: words } of found) expect(words).toMatch(doctor[check] ?? /^$/);
    });

  step('install by the guide, and sell', async () => {
    const said = await follow(/enable --now waitlist-serve/);
    expect(said).toContain('https://portal.example.com');
    await expectReady();
    const core = createCore(db);
    offer = await createOffer(core, { allocation: 100_000 });
    await core.stop();
    const sold = await buyWhile(() => sleep(3_000));
    expect(sold.faults).toEqual([]);
    expect((await shoppers.send('/links/manage/secret-of-a-mail')).status).toBe(404);
    expect(await done('cat /var/log/nginx/*.log')).not.toContain('secret-of-a-mail');
    expect(await done('grep -c checkouts /var/log/nginx/access.log')).not.toBe('0\n');
    const exposed = await done(
      `cd /etc/systemd/system; for unit in waitlist-*.service; do systemd-analyze security --offline=true --threshold=25 $PWD/$(echo $unit | sed s/@/@0/) >/dev/null 2>&1 || systemd-analyze security $unit | tail -1; done`,
    );
    expect(exposed).toBe('');
    return sold;
  });

  step('a kill of each process', async () => {
    const sold = await buyWhile(async () => {
      for (const unit of UNITS) {
        const { pid } = await processOf(unit);
        await done(`kill -9 ${pid}`);
        const isAnother = () => processOf(unit).then((now) => now.isRunning && now.pid !== pid);
        await expect.poll(isAnother, { timeout: 60_000 }).toBe(true);
        await expectReady();
      }
    });
    expect(sold.share, sold.faults.join('\n')).toBeLessThan(0.1); // what was under way in the killed process has no answer
    return sold;
  });

  for (const [name, block] of [
    ['the next version', /migrate --plan/],
    ['the way back', /^ln -sfn/],
  ] as const) {
    step(name, async () => {
      const sold = await buyWhile(() => follow(block));
      expect(sold.asked).toBeGreaterThan(50);
      expect(sold.share, sold.faults.join('\n')).toBeLessThanOrEqual(LOST_SHARE_MAX);
      await expectReady();
      return sold;
    });
  }

  step('a power cut, and the database comes later', async () => {
    await machine.cut();
    await db.close();
    await server.stop();
    await machine.boot();
    try {
      // The machine's own /usr is lost with its power.
      await done('install /opt/waitlist-preorder-service/current/deploy/systemd/waitlist /usr/local/bin/');
      await sleep(8_000); // longer than any first try
      expect(await isReady(6)).toBe(false);
      expect(await troubles()).toContainEqual(expect.objectContaining({ check: 'database', standing: 'failed' }));
    } finally {
      await server.start();
      openBooks();
    }
    await expectReady();
    await startProxy();
    return buyWhile(() => sleep(3_000));
  });

  step('a promotion of the standby', async () => {
    let promotedMs = 0;
    const sold = await buyWhile(async () => {
      await sleep(1_000);
      const began = performance.now();
      await server.failOver();
      promotedMs = performance.now() - began;
      await expectReady();
      await sleep(3_000);
    });
    expect(sold.silentMs, sold.faults.join('\n')).toBeLessThan(promotedMs + SILENT_MS_MAX);
    expect(await done(`ls ${DATA}/timelines | wc -l`)).toBe('2\n');
    return sold;
  });

  step('a backup, a hand that slips, and the restore', async () => {
    await done('systemctl start waitlist-backup');
    const [file = ''] = (await done(`ls -t ${DATA}/backups`)).split('\n');
    await db.query('TRUNCATE preorder CASCADE');
    // The way back has left the newer schema: the backup of it is refused, nothing is changed, and the version that made it restores it.
    await done(`systemctl stop ${UNITS.join(' ')}`);
    const refused = await machine.shell(`waitlist restore ${DATA}/backups/${file} --replace`);
    expect(refused.output).toMatch(/has 9999_next.*Restore it with that version/);
    await follow(/FOLDER=\S+ waitlist restore/, file);
    await expectReady();
    return buyWhile(() => sleep(3_000));
  });

  step('few connections', async () => {
    await db.query(`ALTER ROLE waitlist CONNECTION LIMIT ${FEW_CONNECTIONS}`);
    await restart();
    const sold = await buyWhile(() => sleep(8_000));
    expect(sold.asked).toBeGreaterThan(20);
    expect(sold.share, sold.faults.join('\n')).toBeLessThanOrEqual(LOST_SHARE_MAX);
    // The processes keep all but one, which is not enough for the doctor: it says so, and looks at nothing else.
    const unseen = /takes no more connections|It was not looked at, because of what failed above/;
    return { ...sold, unseen, doctor: { connections: /may open 32 connections .*; the server has room for 20:/ } };
  });

  /** Lets more shoppers hold through the proxy before the proxy than one address may. */
  async function holdThroughCdn(): Promise<Happened & { refused: number }> {
    const answers = [];
    const asked = HOLDS_OF_AN_ADDRESS + 5;
    for (let count = 0; count < asked; count += 1) answers.push(await shoppers.hold(offer, cdnPort));
    const refused = answers.filter(({ body }) => body.includes('too_many_holds')).length;
    const share = answers.filter(({ status }) => status !== 201).length / asked;
    return { asked, share, refused };
  }

  step('a second proxy that is not trusted', async () => {
    await db.query('ALTER ROLE waitlist CONNECTION LIMIT -1');
    await restart();
    await done('systemd-run --unit cdn --property Type=forking nginx -c /media/cdn.conf');
    const held = await holdThroughCdn();
    expect(held.refused).toBe(5);
    expect(await done('journalctl --no-pager -u "waitlist-serve@*"')).toContain(`before ${CDN}, which is not trusted`);
    return { ...held, doctor: { proxies: /^1 address that TRUST_PROXY does not name passes on/ } };
  });

  step('the second proxy is trusted', async () => {
    await done(`sed -i 's/^TRUST_PROXY=.*/&,${CDN}/' ${ENVIRONMENT}`);
    await restart();
    const held = await holdThroughCdn();
    expect(held.share).toBe(0);
    return held;
  });
});
