import { CommerceError } from '../../integrations/commerce/port.ts';
import { MailError } from '../../integrations/mail/port.ts';
import { ProviderError } from '../../integrations/payments/port.ts';
import { describeFault } from '../../platform/faults.ts';

/**
 * Writes why a job failed: the message, without personal data, and a code in brackets. The queue has one column for both, so
 * `codeOfReason` reads the code from it again.
 */
export function writeReason(thrown: unknown): string {
  const { code, message } = describeFault(thrown);
  const known = codeOfOthers(thrown) ?? code;
  return known === undefined ? message : `${message} (${known})`;
}

/** Another job does this at the moment. */
export class DoneByAnother extends Error {}

const FOR_NOW = [
  'mail_unreachable',
  'mail_put_off',
  'payment_unreachable',
  'platform_unreachable',
  'platform_throttled',
];

/** Returns true for what is no fault of ours and ends by itself: another job does it, or another system is away or busy. */
export const isForNow = (thrown: unknown): boolean =>
  thrown instanceof DoneByAnother || FOR_NOW.includes(codeOfOthers(thrown) ?? '');

function codeOfOthers(thrown: unknown): string | undefined {
  if (thrown instanceof MailError) return `mail_${thrown.kind}`;
  if (thrown instanceof ProviderError) return `payment_${thrown.kind}`;
  if (thrown instanceof CommerceError) return `platform_${thrown.kind}`;
  return undefined;
}

// What stands in the place of personal data, which may end a message too.
const HIDDEN: readonly string[] = ['address', 'value'];

/** Returns the stable code of a reason; null for a fault without one. */
export function codeOfReason(reason: string): string | null {
  const code = /\((\w+)\)$/.exec(reason)?.[1] ?? '';
  if (/^E[A-Z_]+$/.test(code)) return 'connection_failed'; // of the system, such as ECONNREFUSED
  if (/^[0-9A-Z]{5}$/.test(code)) return 'database_refused'; // of PostgreSQL, such as 40P01
  return /^[a-z_]+$/.test(code) && !HIDDEN.includes(code) ? code : null;
}
