import type { Message } from '../protocol/wire/message-format.ts';
import type { en } from './en.ts';

export type MessageKey = keyof typeof en;

/** The catalogue in one language. Typed in full: a language that misses a key does not compile. */
export type Messages = Record<MessageKey, Message>;
