import type { Message } from '../protocol/wire/message-format.ts';
import type { MessageKey, Messages } from './messages.ts';

/**
 * The tag of a language that nobody speaks: English with accents, half as long again and in brackets. In a test store it
 * shows what a long language does to a layout, which texts are cut off, and which never came from the catalogue.
 */
export const PSEUDO_LOCALE = 'en-XA';

const PLAIN = 'aceinouyACEINOUY';
const ACCENTED = 'åçéîñöûýÅÇÉÎÑÖÛÝ';
// Long words are what breaks a layout, so the text grows within its words.
const GROWN = /([aeiou])(?=[a-z])/g;

export function pseudoMessages(messages: Messages): Messages {
  const entries = Object.entries(messages).map(([key, message]) => [key, pseudoMessage(message)]);
  return Object.fromEntries(entries) as Record<MessageKey, Message>;
}

function pseudoMessage(message: Message): Message {
  if (typeof message === 'string') return pseudoText(message);
  const forms = Object.entries(message).map(([category, text]) => [category, pseudoText(text)]);
  return Object.fromEntries(forms) as Message;
}

function pseudoText(text: string): string {
  // Places such as `{total}` stay as they are.
  const parts = text.split(/(\{\w+\})/);
  const written = parts.map((part, index) => (index % 2 === 1 ? part : accented(part.replace(GROWN, '$1$1'))));
  return `[${written.join('')}]`;
}

function accented(text: string): string {
  return [...text].map((letter) => ACCENTED[PLAIN.indexOf(letter)] ?? letter).join('');
}
