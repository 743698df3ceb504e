import type { LinkMaker, WordsDeps } from '../../core/mails/port.ts';
import type { Mail } from '../../core/mails/queries.ts';
import type { Store } from '../../core/stores/queries.ts';
import type { MailFacts } from './templates/facts.ts';

/** Everything that the content of a mail is made from. */
export type Writing = { deps: WordsDeps; mail: Mail; store: Store; facts: MailFacts; link: LinkMaker };
