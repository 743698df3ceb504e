/** The life of a mailed link that a shopper asks for: long enough for slow mail, short in case another person opens the mailbox. */
export const LINK_MINUTES = 60;

/**
 * How many links may be asked for in an hour for one pre-order without signing in. A person who knows a reference and its
 * postcode can have mail sent to another person's mailbox; the limit keeps that harmless.
 */
export const LINKS_PER_HOUR_MAX = 3;
