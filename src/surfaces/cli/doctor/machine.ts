import { statfs } from 'node:fs/promises';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import type { MailTransport } from '../../../integrations/mail/port.ts';
import { MailError } from '../../../integrations/mail/port.ts';
import { whyUnreachable } from '../../../platform/why-unreachable.ts';
import { formatCount } from '../terminal.ts';
import { type CheckResult, days, type Finding, failed, look, ok, warning } from './finding.ts';

const NODE = { major: 22, minor: 18 }; // README, what you need
const FREE = { warns: 0.1, fails: 0.02 };
const CERTIFICATE_DAYS = { warns: 14, fails: 2 };
const ANSWER_MS_MAX = 5_000;
const REFUSED_WARNS = 100; // one shopper who clicks on after the limit makes some
const PRIVATE_AUTHORITY =
  'If the authority is your own, name the file of its certificate: NODE_EXTRA_CA_CERTS, for every process. Shoppers’ browsers need one that they know.';

export const lookAtNode = (version: string = process.versions.node): Promise<Finding> =>
  look('Node', () => {
    const [major = 0, minor = 0] = version.split('.').map(Number);
    if (major > NODE.major || (major === NODE.major && minor >= NODE.minor)) return ok(version);
    return failed(`${version} is too old.`, `Install Node ${NODE.major}.${NODE.minor} or newer.`);
  });

export const lookAtSettings = (mistakes: readonly string[]): Promise<Finding> =>
  look('settings', () =>
    mistakes.length === 0
      ? ok('All are there and can be read.')
      : failed(
          mistakes.join(' '),
          'Correct them in the environment of every process (docs/guides/operating.md#variables).',
        ),
  );

export const lookAtDisk = (folder: string): Promise<Finding> => look('disk', async () => seeDisk(await statfs(folder)));

type Disk = { bavail: number; blocks: number; bsize: number };

export function seeDisk({ bavail, blocks, bsize }: Disk): CheckResult {
  const share = bavail / blocks;
  const says = `${((bavail * bsize) / 1e9).toFixed(1)} GB are free where DATA_DIR is, ${Math.round(share * 100)} %.`;
  const todo = 'Make room. The disk of a PostgreSQL of your own is not seen from here.';
  if (share < FREE.fails) return failed(says, todo);
  return share < FREE.warns ? warning(says, todo) : ok(says);
}

export const lookAtAddress = (baseUrl: string): Promise<Finding> =>
  look('public address', async () => {
    const todo = 'Look at BASE_URL, the name, the proxy, and whether a service runs behind it.';
    const asked = { signal: AbortSignal.timeout(ANSWER_MS_MAX), redirect: 'manual' } as const;
    const answer = await fetch(`${baseUrl}/health/live`, asked).catch((error: unknown) => whyUnreachable(error));
    if (typeof answer === 'string') {
      const isOfAuthority = /authority|signed by itself/.test(answer);
      return failed(`${baseUrl} does not answer from here: ${answer}.`, isOfAuthority ? PRIVATE_AUTHORITY : todo);
    }
    const isOurs = answer.status === 200 && (await answer.text()).includes('"live"');
    if (!isOurs) return failed(`${baseUrl} answers ${answer.status}, but not as this service.`, todo);
    return baseUrl.startsWith('https:')
      ? ok(`${baseUrl} answers.`)
      : warning(`${baseUrl} answers without TLS.`, 'Before you take money, put a proxy with TLS in front.');
  });

/** Asks the service of this machine whether shoppers seem to come from one address. `admin`: where it shows its numbers. */
export const lookAtProxies = (admin: string | null): Promise<Finding> =>
  look('proxies', async () => {
    const asked = { signal: AbortSignal.timeout(ANSWER_MS_MAX), redirect: 'manual' } as const;
    const text = admin === null ? null : await fetch(`${admin}/metrics`, asked).then((it) => it.text(), noText);
    if (text === null) return ok(`No service shows its numbers at ${admin ?? 'ADMIN_PORT, which is empty'}.`);
    const lines = text.split('\n').map((line) => line.split(' '));
    const of = (name: string) => Number(lines.find(([first]) => first === name)?.[1] ?? 0);
    return seeProxies(of('waitlist_untrusted_proxies_total'), of('waitlist_refused_total{code="too_many_holds"}'));
  });

const noText = () => null;

/**
 * `proxies`: addresses before which others stand; anybody can forge that. `refused`: holds that were refused because their client had
 * too many.
 */
export function seeProxies(proxies: number, refused: number): CheckResult {
  const says = `${refused} holds were refused since the start because their client had too many.`;
  if (proxies > 0) {
    return warning(
      `${formatCount(proxies, 'address that', 'addresses that')} TRUST_PROXY does not name ${proxies === 1 ? 'passes' : 'pass'} on requests of others, whom the limits take for one client. ${says}`,
      'Look in the log of the service for X-Forwarded-For, which names them. Add the networks of those that are yours or your CDN’s to TRUST_PROXY, and of no other: what TRUST_PROXY names can choose the address that it counts as.',
    );
  }
  if (refused < REFUSED_WARNS) return ok(`Every proxy seems to be in TRUST_PROXY. ${says}`);
  return warning(
    says,
    'If a CDN stands before your proxy, the proxy must add to X-Forwarded-For and not replace it, and TRUST_PROXY must name both.',
  );
}

export const lookAtCertificate = (baseUrl: string): Promise<Finding> =>
  look('certificate', async () => {
    const { hostname, port } = new URL(baseUrl);
    const left = await secondsLeft(hostname, Number(port || 443)).catch((error: unknown) => whyUnreachable(error));
    if (typeof left === 'string')
      return failed(`It cannot be read: ${left}.`, 'Do first what is said of the public address.');
    const says = `It is valid for another ${days(left)}.`;
    const todo = 'Renew it, and see why it was not renewed by itself.';
    if (left < CERTIFICATE_DAYS.fails * 86_400) return failed(left < 0 ? 'It has expired.' : says, todo);
    return left < CERTIFICATE_DAYS.warns * 86_400 ? warning(says, todo) : ok(says);
  });

function secondsLeft(host: string, port: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  // An expired certificate is to be read as well; whether it is trusted, the look at the address says.
  const servername = isIP(host) ? '' : host; // TLS names no address
  const socket = connect({ host, port, servername, rejectUnauthorized: false, timeout: ANSWER_MS_MAX }, () => {
    resolve((Date.parse(socket.getPeerCertificate().valid_to) - Date.now()) / 1000);
    socket.destroy();
  });
  socket.on('timeout', () => socket.destroy(new Error('no answer')));
  socket.on('error', reject);
  return promise;
}

export const lookAtMail = (mail: MailTransport): Promise<Finding> =>
  look('mail server', async () => {
    if (!mail.check) return warning('Mails are only written to files.', 'Set SMTP_URL and MAIL_FROM.');
    try {
      await mail.check();
      return ok('It takes our name and password.');
    } catch (error) {
      if (!(error instanceof MailError)) throw error;
      return failed(mailFault(error), 'Look at SMTP_URL: host, port, smtp or smtps, name and password.');
    }
  });

function mailFault({ codes, message }: MailError): string {
  if (/^\d/.test(codes)) return `It refuses (${codes}).`;
  return `It cannot be reached: ${whyUnreachable({ code: codes, message })}.`;
}
