import type { Message } from '../protocol/wire/message-format.ts';
import type { en } from './en.ts';

export type MessageKey = keyof typeof en;

/** All texts of the catalogue in one language. A language with a missing key does not compile. */
export type Messages = Record<MessageKey, Message>;
