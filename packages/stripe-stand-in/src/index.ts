export { runAct } from './control.ts';
export type { Books, OpenBooks, Sql } from './database.ts';
export type { Json, JsonObject } from './json.ts';
export type { StandInLog } from './log.ts';
export { openBooks } from './open-books.ts';
export type { PageText, PageTexts } from './page.ts';
export { createBooks } from './schema.ts';
export { type StandInOptions, type StripeStandIn, startStripeStandIn } from './server.ts';
export { type StripeErrorBody, StripeRefusal } from './stripe-error.ts';
