import { Mistake, requirePort } from './config-values.ts';
import { isDecodable, mistakeOfPassword } from './database-address.ts';

/**
 * Returns the address of a mail server, or throws the half sentence that follows the variable's name. It never repeats the address, which
 * may hold a password.
 */
export function mailServer(text: string): string {
  if (!/^smtps?:\/\/./.test(text)) throw none();
  const rest = text.slice(text.indexOf('//') + 2);
  const at = rest.lastIndexOf('@');
  // A password that ended early has its own rest before the @.
  if (/[/?#]/.test(rest.slice(0, Math.max(0, at)))) throw mistakeOfPassword();
  const host = rest.slice(at + 1);
  requirePort(/^(?:[^:/?#[\]]+|\[[^\]]*\]):([^/?#]*)/.exec(host)?.[1]);
  const url = URL.parse(text);
  if (!url || url.hostname === '' || !/^\/?$/.test(url.pathname) || url.hash !== '') throw none();
  if (!isDecodable(text, [url.username, url.password])) throw mistakeOfPassword();
  return text;
}

const none = () => new Mistake('must be an address such as smtps://user:password@mail.example.com:465');
