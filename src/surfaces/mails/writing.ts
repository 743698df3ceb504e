import type { MailKind } from '../../core/mails/kinds.ts';
import type { LinkMaker, WordsDeps } from '../../core/mails/port.ts';
import type { MailOf, MovementTold } from '../../core/mails/queries.ts';
import type { Store } from '../../core/stores/queries.ts';
import type { MailFacts } from './templates/facts.ts';

/** Everything that the content of a mail is made from. */
export type Writing<K extends MailKind = MailKind> = {
  deps: WordsDeps;
  mail: MailOf<K>;
  store: Store;
  facts: MailFacts;
  movement: MovementTold | null;
  link: LinkMaker;
};
