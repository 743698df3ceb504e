import type { MailMessage } from '../../integrations/mail/port.ts';
import type { SecretBox } from '../../platform/crypto.ts';
import type { Database } from '../../platform/db.ts';
import type { LinkPurpose } from '../links/queries.ts';
import type { Mail } from './queries.ts';

/** What the words of a mail are made from: a part of `Deps`. */
export type WordsDeps = { db: Database; secrets: SecretBox; baseUrl: string; mailFrom: string };

/** The address of a link that the mail brings: made once, then the same for each try; null where none may be made. */
export type LinkMaker = (purpose: LinkPurpose, minutes: number) => Promise<string | null>;

/**
 * Writes a mail in the words that are right now, to be sent or shown. Null once there is nothing to tell, or nobody left to
 * tell it to.
 */
export type WriteMail = (deps: WordsDeps, mail: Mail, link: LinkMaker) => Promise<MailMessage | null>;
