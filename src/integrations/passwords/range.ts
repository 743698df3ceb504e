import { createHash } from 'node:crypto';
import type { Log } from '../../platform/log.ts';
import type { OutgoingHttp } from '../../platform/outgoing-http.ts';
import type { BreachedPasswords } from './port.ts';

// A person waits for it, once.
const TIMEOUT_MS = 2_500;
// A range of the public list has about 2,000 entries of 40 bytes.
const ANSWER_BYTES_MAX = 1_024 * 1_024;
const PREFIX_CHARACTERS = 5;

/** For an installation that names no list: every password is accepted. */
export const noBreachedPasswords: BreachedPasswords = { has: async () => false };

/**
 * Asks a service that speaks the format of Pwned Passwords: `GET …/range/21BD1` is answered by a line for each known password whose
 * SHA-1 begins so, with the rest of the hash and how often it was seen. The service learns those five characters, which hundreds of
 * passwords share, and nothing else.
 */
export function createBreachedPasswords(
  address: string | undefined,
  { http, log }: { http: Pick<OutgoingHttp, 'get'>; log: Pick<Log, 'warn'> },
): BreachedPasswords {
  if (address === undefined) return noBreachedPasswords;
  const base = address.replace(/\/$/, '');
  return {
    async has(password) {
      const hash = createHash('sha1').update(password).digest('hex').toUpperCase();
      const prefix = hash.slice(0, PREFIX_CHARACTERS);
      try {
        // Padding hides how many entries the range has from anyone who watches the line; padded entries were seen 0 times.
        const headers = { accept: 'text/plain', 'add-padding': 'true', 'user-agent': 'waitlist-preorder-service' };
        const options = { headers, timeoutMs: TIMEOUT_MS, bytesMax: ANSWER_BYTES_MAX };
        const { status, bytes } = await http.get(`${base}/range/${prefix}`, options);
        if (status === 200) return isIn(bytes.toString('latin1'), hash.slice(PREFIX_CHARACTERS));
        log.warn({ status }, 'the list of breached passwords did not answer');
      } catch (error) {
        log.warn({ err: error }, 'the list of breached passwords did not answer');
      }
      return false;
    },
  };
}

function isIn(range: string, rest: string): boolean {
  const line = range.split(/\r?\n/).find((entry) => entry.startsWith(`${rest}:`));
  return line !== undefined && Number(line.slice(rest.length + 1)) > 0;
}
