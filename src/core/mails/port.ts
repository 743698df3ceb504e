import type { MailMessage } from '../../integrations/mail/port.ts';
import type { SecretBox } from '../../platform/crypto.ts';
import type { Database } from '../../platform/db.ts';
import type { RemotePictures } from '../../platform/remote-pictures.ts';
import type { PlainPurpose } from '../links/queries.ts';
import type { Store } from '../stores/queries.ts';
import type { OwnTexts } from '../texts/queries.ts';
import type { MailKind } from './kinds.ts';
import type { MailSources } from './queries/sources.ts';
import type { Mail } from './queries.ts';

/** The part of `Deps` that writing a mail's text needs. */
export type WordsDeps = {
  db: Database;
  secrets: SecretBox;
  baseUrl: string;
  mailFrom: string;
  pictures: RemotePictures;
};

/** Returns the address of a link in the mail. It is made once, and each retry gets it again. Null when none may be made. */
export type LinkMaker = (purpose: PlainPurpose, minutes: number) => Promise<string | null>;

/** A mail, and what it is written from. */
export type MailToWrite = MailSources & { mail: Mail };

/**
 * Writes the text of a mail from the current facts, to send or to show it. Returns null when there is nothing to tell any
 * more, or no person to tell it to.
 */
export type WriteMail = (deps: WordsDeps, mail: MailToWrite, link: LinkMaker) => Promise<MailMessage | null>;

/** What a sample is written with: a pre-order that does not exist, in a language, and the words of the store. */
export type Sample = { kind: MailKind; locale: string; texts: OwnTexts };

/** Writes a mail about a made-up pre-order of the store, for previews and for test mails. */
export type WriteSampleMail = (
  deps: Pick<WordsDeps, 'db' | 'mailFrom'>,
  store: Store,
  sample: Sample,
) => Promise<Omit<MailMessage, 'messageId' | 'to'>>;
