import { Mistake, requirePort } from './config-values.ts';

/**
 * Returns the address of a database as the client is to have it, or throws the half sentence that follows the variable's name. It
 * never repeats the address, which may hold a password.
 */
export function databaseAddress(text: string): string {
  if (!/^postgres(ql)?:\/\//.test(text))
    throw new Mistake('must begin with postgres://, as in postgres://user:password@host:5432/database');
  const beforePath = text.slice(text.indexOf('//') + 2).split(/[/?#]/)[0] ?? '';
  const hosts = beforePath.slice(beforePath.lastIndexOf('@') + 1);
  if (hosts.includes(',') || /[?&]host=[^&]*,/.test(text))
    throw new Mistake(
      'names several hosts; name one address that always leads to the primary, such as that of a proxy',
    );
  // Without any @, there is no password that could have ended early: what stands there are host and port.
  const hasHosts = beforePath.includes('@') || !text.includes('@');
  if (hasHosts && !hosts.startsWith('[') && hosts.split(':').length > 2)
    throw new Mistake('has an IPv6 address, which stands in brackets: postgres://user:password@[::1]:5432/database');
  if (hasHosts) requirePort(/^(?:[a-z0-9._-]+|\[[a-f0-9:.]+\]):(.+)$/i.exec(hosts)?.[1]);
  requirePort(/[?&]port=([^&]+)/.exec(text)?.[1]);
  requireTlsMode(text);
  requireNoneOfOurs(text);
  if (!isEncoded(text)) throw mistakeOfPassword();
  return withoutName(withPlainTlsMode(withKnownAuthorities(text)));
}

/** Says what to do about a password that ended early. */
export function mistakeOfPassword(): Mistake {
  const signs = '/ as %2F, # as %23, ? as %3F, @ as %40, % as %25';
  return new Mistake(
    `cannot be read: write the signs of its password that have a meaning in addresses as numbers (${signs})`,
  );
}

// The client would take them in place of what the service sets for each of its sessions.
const OURS =
  /[?&](statement_timeout|lock_timeout|idle_in_transaction_session_timeout|query_timeout|binary|replication)=/;

function requireNoneOfOurs(text: string): void {
  const name = OURS.exec(text)?.[1];
  if (name !== undefined) throw new Mistake(`has ${name}, which the service sets by itself: leave it out`);
  const options = /[?&]options=([^&]*)/.exec(text)?.[1] ?? '';
  if (!canDecode(options)) throw new Mistake('has options that cannot be read: write each % as %25');
}

/** Takes away the name of an application: processes find each other by the names that they give their sessions. */
const withoutName = (text: string) => without(text, /([?&])(?:fallback_)?application_name=[^&]*/g);

/** Takes parameters out of the query of an address. The first group of the expression is the sign before one. */
function without(text: string, parameters: RegExp): string {
  return text
    .replaceAll(parameters, (_, sign) => (sign === '?' ? '?' : ''))
    .replace('?&', '?')
    .replace(/\?$/, '');
}

/** PostgreSQL's own client takes `system` for the authorities of the machine; ours would look for a file of that name. */
function withKnownAuthorities(text: string): string {
  const rest = without(text, /([?&])sslrootcert=system(?=&|$)/g);
  if (rest === text || /[?&]sslmode=/.test(rest)) return rest;
  return `${rest}${rest.includes('?') ? '&' : '?'}sslmode=verify-full`;
}

function canDecode(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** The client means the same by these modes, and warns of each because its next version will not: so it gets the plain one. */
function withPlainTlsMode(text: string): string {
  return /[?&]uselibpqcompat=/.test(text)
    ? text
    : text.replace(/([?&]sslmode=)(?:require|prefer|verify-ca)\b/, '$1verify-full');
}

const TLS_MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'];

function requireTlsMode(text: string): void {
  const mode = /[?&]sslmode=([^&]*)/.exec(text)?.[1];
  if (mode === undefined || TLS_MODES.includes(mode)) return;
  throw new Mistake(
    `has an sslmode that is none: it must be ${TLS_MODES.slice(0, -1).join(', ')} or ${TLS_MODES.at(-1)}`,
  );
}

/** Returns true if a password of an address has nothing in it that ends it early, so that a piece of it became a host or a path. */
function isEncoded(text: string): boolean {
  // A socket's folder stands in the query, so such an address has no host.
  const url = URL.parse(text) ?? URL.parse(text.replace('@/', '@socket/'));
  if (!url || url.pathname.includes('@') || url.hash !== '') return false;
  if (url.username === '' && url.search.includes('@')) return false;
  return isDecodable(text, [url.username, url.password, url.pathname]);
}

/** Returns true if the clients read these parts of an address as they were meant. A % without a number they read as itself. */
export function isDecodable(text: string, parts: readonly string[]): boolean {
  return /%(?![a-f0-9]{2})/i.test(text) || parts.every(canDecode);
}
