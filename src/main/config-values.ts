import { resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import type { PrivateTargets } from '../platform/outgoing-http.ts';

export type Environment = Record<string, string | undefined>;

/** Returns the value, or throws the half sentence that follows the variable's name. */
export type Parse<T> = (text: string) => T;

export class Mistake extends Error {}

const PORT_MAX = 65_535;
const SECRET_KEY_CHARACTERS_MIN = 32;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

export function portNumber(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port >= 1 && port <= PORT_MAX) return port;
  throw new Mistake(`must be a port from 1 to ${PORT_MAX}, not "${text}"`);
}

/** Throws for a port of an address that is none; one without a port has that of its kind. */
export function requirePort(port: string | undefined): void {
  if (port === undefined || (/^\d+$/.test(port) && Number(port) >= 1 && Number(port) <= PORT_MAX)) return;
  throw new Mistake(`has a port that is none: it must be a number from 1 to ${PORT_MAX}`);
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
  const [address = '', zone] = text.split('%');
  if (ipaddr.isValid(address) && (zone === undefined || /^\w{1,40}$/.test(zone))) return text;
  if (/^[a-z0-9.-]{1,253}$/i.test(text)) return text;
  throw new Mistake(`must be an address or a host name without a port, such as 127.0.0.1 or 0.0.0.0, not "${text}"`);
}

/** Returns the whole path of a folder. A name in quotation marks would become a folder of that name. */
export function folderPath(text: string): string {
  if (!/^["']/.test(text)) return resolve(text);
  throw new Mistake('begins with a quotation mark');
}

const EVERY_ADDRESS = ['0.0.0.0', '[::]'];

export function origin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // The message does not repeat a password.
  if (url?.username || url?.password) throw new Mistake('must be the public address, without a name and a password');
  if (url && EVERY_ADDRESS.includes(url.hostname))
    throw new Mistake(
      `must be an address that shoppers can open, and ${url.hostname} stands for every one of a machine`,
    );
  const plain = url && url.pathname === '/' && !url.search && !url.hash && !url.hostname.includes('*');
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
  throw new Mistake('must begin with https:// or http://, as in https://service.example.com');
}

export function secretKey(text: string): string {
  if (text.length >= SECRET_KEY_CHARACTERS_MIN) return text;
  throw new Mistake(
    `must have at least ${SECRET_KEY_CHARACTERS_MIN} characters; "openssl rand -base64 32" makes a good one`,
  );
}

export function mailAddress(text: string): string {
  if (/^[^\s@<>"]+@[^\s@<>"]+$/.test(text)) return text;
  throw new Mistake(`must be a mail address alone, such as preorders@example.com, not "${text}"`);
}

export function addressRanges(text: string): string[] {
  const ranges = text.split(/[\s,]+/).filter((one) => one !== '');
  const wrong = ranges.find((one) => !isRange(one));
  if (wrong !== undefined)
    throw new Mistake(`must be a list of addresses or CIDR ranges such as 10.0.0.0/8, ::1, and "${wrong}" is neither`);
  const all = ranges.find((one) => one.endsWith('/0'));
  if (all === undefined) return ranges;
  throw new Mistake(
    `must name your proxies alone, and "${all}" is every address: anybody could choose by which they are limited`,
  );
}

/** The library also reads `1` and `10/8` as addresses, which are others than a person means. */
function isRange(text: string): boolean {
  const [address = ''] = text.split('/');
  if (!ipaddr.IPv4.isValidFourPartDecimal(address) && !ipaddr.IPv6.isValid(address)) return false;
  return address === text || ipaddr.isValidCIDR(text);
}

export function logLevel(text: string): string {
  if (LOG_LEVELS.includes(text)) return text;
  throw new Mistake(`must be one of ${LOG_LEVELS.join(', ')}, not "${text}"`);
}

export function privateTargets(text: string): PrivateTargets {
  const chosen = choice(text, ['refuse', 'loopback', 'allow']);
  return chosen === 'loopback' ? chosen : chosen === 'allow';
}

export function choice(text: string, choices: readonly string[]): string {
  if (choices.includes(text)) return text;
  throw new Mistake(`must be ${choices.join(' or ')}, not "${text}"`);
}
