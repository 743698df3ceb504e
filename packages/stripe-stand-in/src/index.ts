export { runAct } from './control.ts';
export { type Books, type OpenBooks, openBooks, type Sql } from './database.ts';
export type { Json, JsonObject } from './json.ts';
export type { StandInLog } from './log.ts';
export type { PageText, PageTexts } from './page.ts';
export { createBooks } from './schema.ts';
export { type StandInOptions, type StripeStandIn, startStripeStandIn } from './server.ts';
export { type StripeErrorBody, StripeRefusal } from './stripe-error.ts';
