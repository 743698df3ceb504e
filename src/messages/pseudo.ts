import type { Message } from '../protocol/wire/message-format.ts';
import type { MessageKey, Messages } from './messages.ts';

/**
 * The tag of the pseudo-locale: English with accents, longer words, and brackets around each text. In a test store it
 * shows how the layout copes with a language of long words, which texts are cut off, and which texts are not of the
 * catalogue.
 */
export const PSEUDO_LOCALE = 'en-XA';

const PLAIN = 'aceinouyACEINOUY';
const ACCENTED = 'åçéîñöûýÅÇÉÎÑÖÛÝ';
// Long words break a layout, so the words are made longer by doubling their vowels.
const VOWEL_WITHIN_WORD = /([aeiou])(?=[a-z])/g;

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
  // Placeholders such as `{total}` stay unchanged.
  const parts = text.split(/(\{\w+\})/);
  const written = parts.map((part, index) =>
    index % 2 === 1 ? part : accented(part.replace(VOWEL_WITHIN_WORD, '$1$1')),
  );
  return `[${written.join('')}]`;
}

function accented(text: string): string {
  return [...text].map((letter) => ACCENTED[PLAIN.indexOf(letter)] ?? letter).join('');
}
