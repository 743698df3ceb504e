import type { Message } from '../../protocol/wire/message-format.ts';
import type { mails } from './en.ts';

/** The texts of mails in one language. */
export type MailMessages = Record<keyof typeof mails, Message>;
