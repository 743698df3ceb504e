import ipaddr from 'ipaddr.js';

export type Environment = Record<string, string | undefined>;

/** Returns the value, or throws the half sentence that follows the variable's name. */
export type Parse<T> = (text: string) => T;

export class Mistake extends Error {}

const SECRET_KEY_CHARACTERS_MIN = 32;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

export function portNumber(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port >= 1 && port <= 65_535) return port;
  throw new Mistake(`must be a port from 1 to 65535, not "${text}"`);
}

export function wholeNumber(text: string, min: number, max: number): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= min && number <= max) return number;
  throw new Mistake(`must be a number from ${min} to ${max}, not "${text}"`);
}

export function share(text: string): number {
  const number = Number(text);
  if (/^\d(\.\d+)?$/.test(text) && number <= 1) return number;
  throw new Mistake(`must be a share from 0 to 1, such as 0.05, not "${text}"`);
}

export const connectionCount: Parse<number> = (text) => wholeNumber(text, 6, 500);

export function hostName(text: string): string {
  if (ipaddr.isValid(text) || /^[a-z0-9.-]{1,253}$/i.test(text)) return text;
  throw new Mistake(`must be an address or a host name without a port, such as 127.0.0.1 or 0.0.0.0, not "${text}"`);
}

export function origin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const plain = url && url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password;
  if (url && plain && (url.protocol === 'https:' || url.protocol === 'http:')) return url.origin;
  throw new Mistake(`must be the public address without a path, such as https://preorders.example.com, not "${text}"`);
}

export function standInAddress(text: string): string {
  const address = origin(text);
  if (['127.0.0.1', 'localhost', '[::1]'].includes(new URL(address).hostname)) return address;
  throw new Mistake(`must be an address of this machine, such as http://127.0.0.1:4010, not "${text}"`);
}

// The messages for the following variables do not repeat the value, because it may hold a password.
export function webAddress(text: string): string {
  if (/^https?:$/.test(URL.parse(text)?.protocol ?? '')) return text;
  throw new Mistake('is not an address such as https://passwords.example');
}

export function databaseAddress(text: string): string {
  if (!/^postgres(ql)?:\/\//.test(text))
    throw new Mistake('must begin with postgres://, as in postgres://user:password@host:5432/database');
  const beforePath = text.slice(text.indexOf('//') + 2).split(/[/?#]/)[0] ?? '';
  const hosts = beforePath.slice(beforePath.lastIndexOf('@') + 1);
  if (hosts.includes(',') || /[?&]host=[^&]*,/.test(text))
    throw new Mistake(
      'names several hosts; name one address that always leads to the primary, such as that of a proxy',
    );
  if (!isEncoded(text)) {
    const signs = '/ as %2F, # as %23, ? as %3F, @ as %40, % as %25';
    throw new Mistake(
      `cannot be read: write the signs of its password that have a meaning in addresses as numbers (${signs})`,
    );
  }
  return text;
}

/** Returns true if a password of an address has nothing in it that ends it early, so that a piece of it became a host or a path. */
function isEncoded(text: string): boolean {
  // A socket's folder stands in the query, so such an address has no host.
  const url = URL.parse(text) ?? URL.parse(text.replace('@/', '@socket/'));
  if (!url || url.pathname.includes('@') || url.hash !== '') return false;
  if (url.username === '' && url.search.includes('@')) return false;
  if (/%(?![a-f0-9]{2})/i.test(text)) return true; // the client reads such a sign as itself
  try {
    for (const part of [url.username, url.password, url.pathname]) decodeURIComponent(part);
  } catch {
    return false;
  }
  return true;
}

export function secretKey(text: string): string {
  if (text.length >= SECRET_KEY_CHARACTERS_MIN) return text;
  throw new Mistake(
    `must have at least ${SECRET_KEY_CHARACTERS_MIN} characters; "openssl rand -base64 32" makes a good one`,
  );
}

export function mailServer(text: string): string {
  if (URL.canParse(text) && /^smtps?:$/.test(new URL(text).protocol)) return text;
  throw new Mistake('must be an address such as smtps://user:password@mail.example.com:465');
}

export function mailAddress(text: string): string {
  if (/^[^\s@<>"]+@[^\s@<>"]+$/.test(text)) return text;
  throw new Mistake(`must be a mail address alone, such as preorders@example.com, not "${text}"`);
}

export function addressRanges(text: string): string[] {
  const ranges = text.split(/[\s,]+/).filter((one) => one !== '');
  const wrong = ranges.find((one) => !ipaddr.isValid(one) && !ipaddr.isValidCIDR(one));
  if (wrong === undefined) return ranges;
  throw new Mistake(`must be a list of addresses or CIDR ranges such as 10.0.0.0/8, ::1, and "${wrong}" is neither`);
}

export function logLevel(text: string): string {
  if (LOG_LEVELS.includes(text)) return text;
  throw new Mistake(`must be one of ${LOG_LEVELS.join(', ')}, not "${text}"`);
}

export function choice(text: string, choices: readonly string[]): string {
  if (choices.includes(text)) return text;
  throw new Mistake(`must be ${choices.join(' or ')}, not "${text}"`);
}
