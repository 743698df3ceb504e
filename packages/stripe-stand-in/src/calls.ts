import { type Address, findAddress } from './addresses.ts';
import type { Context } from './books.ts';
import type { Books, Sql } from './database.ts';
import { API_VERSION } from './events.ts';
import { expand } from './expand.ts';
import { type Fault, takeFault } from './faults.ts';
import { type FormMap, parseForm } from './form.ts';
import { type Answer, remember } from './idempotency.ts';
import { type Outcome, SILENCE } from './intents.ts';
import type { JsonObject } from './json.ts';
import { type Key, readKey, readPermission, requirePermission } from './keys.ts';
import { type Parameters, readParameters } from './parameters.ts';
import { refuseRestricted } from './restrictions.ts';
import { badParameter, StripeRefusal } from './stripe-error.ts';

export type Call = {
  method: string;
  path: string;
  /** The parameters as a form: the body of a POST, otherwise the query. */
  form: string;
  authorization: string | undefined;
  idempotencyKey: string | undefined;
  version: string | undefined;
  /** The address of the stand-in itself, for links to its pages. */
  origin: string;
};

/** The result of a call: an answer, or a fault on the connection. */
export type Ended = { answer: Answer; replayed: boolean } | { fault: Fault };

const EXPAND: Parameters = { expand: { is: 'list', of: { is: 'text' } } };
const KEY_CHARACTERS_MAX = 255;

/** Runs one call of the API and returns what Stripe would answer. */
export async function answerCall(db: Books, call: Call): Promise<Ended> {
  try {
    const key = await readKey(db, call.authorization);
    const fault = await takeFault(db, key.accountId, call);
    if (fault === 'http_500') return await failUnderKey(db, key, call);
    if (fault !== null && fault !== 'drop_after' && fault !== 'slow') return { fault };
    const ended = await answerAs(db, key, call);
    return fault === null ? ended : { fault };
  } catch (error) {
    return { answer: refusal(error), replayed: false };
  }
}

/** Stores a planted 500 under the idempotency key: Stripe keeps its own failures like any other result. */
async function failUnderKey(db: Books, key: Key, call: Call): Promise<Ended> {
  if (call.method === 'GET' || call.idempotencyKey === undefined) return { fault: 'http_500' };
  const memory = remember(db, key, { key: call.idempotencyKey, content: contentOf(call) });
  const before = await memory.begin();
  if (before) return { answer: before, replayed: true };
  await memory.end(refusal(null));
  return { fault: 'http_500' };
}

const contentOf = ({ method, path, form }: Call) => `${method} ${path} ${form}`;

async function answerAs(db: Books, key: Key, call: Call): Promise<Ended> {
  const { address, id } = addressOf(call);
  requirePermission(key, address);
  if (key.kind !== 'publishable' && call.version !== API_VERSION) {
    throw badParameter('invalid_version', 'Stripe-Version', `Invalid Stripe API version: ${call.version ?? 'none'}`);
  }
  const given = readParameters({ ...address.takes, ...EXPAND }, formOf(call));
  refuseForBrowser(key, address, given);
  const work = async () => {
    await refuseRestricted(db, key.accountId, call);
    return run(db, { key, origin: call.origin }, { address, given, id });
  };
  if (call.method === 'GET' || call.idempotencyKey === undefined) return work();
  if (call.idempotencyKey === '' || call.idempotencyKey.length > KEY_CHARACTERS_MAX) {
    throw badParameter('parameter_invalid_value', 'Idempotency-Key', 'Idempotency keys have 1 to 255 characters.');
  }
  const memory = remember(db, key, { key: call.idempotencyKey, content: contentOf(call) });
  const before = await memory.begin();
  if (before) return { answer: before, replayed: true };
  return keeping(memory, work);
}

/** Stores the result of `work` under the idempotency key, failures too. A request that was refused before it ran is not stored. */
async function keeping(memory: ReturnType<typeof remember>, work: () => Promise<Ended>): Promise<Ended> {
  try {
    const ended = await work();
    await memory.end('answer' in ended ? ended.answer : refusal(null));
    return ended;
  } catch (error) {
    const kept = error instanceof StripeRefusal && error.kept;
    await memory.end(kept ? refusal(error) : null);
    throw error;
  }
}

function addressOf({ method, path }: Call): ReturnType<typeof findAddress> & object {
  const found = findAddress(method, path);
  if (found) return found;
  const message = `Unrecognized request URL (${method}: ${path}).`;
  throw new StripeRefusal(404, { type: 'invalid_request_error', message }, false);
}

function formOf({ form }: Call): FormMap {
  const parsed = parseForm(form);
  if (parsed) return parsed;
  throw new StripeRefusal(400, { type: 'invalid_request_error', message: 'Invalid request parameters.' }, false);
}

/** Refuses a read with the publishable key but without the client secret. */
function refuseForBrowser(key: Key, address: Address, given: JsonObject): void {
  if (key.kind !== 'publishable' || address.method !== 'GET' || given.client_secret !== undefined) return;
  throw badParameter('parameter_missing', 'client_secret', 'Missing required param: client_secret.');
}

type CheckedCall = { address: Address; given: JsonObject; id: string };

async function run(db: Books, { key, origin }: { key: Key; origin: string }, asked: CheckedCall): Promise<Ended> {
  const { expand: paths = [], ...given } = asked.given;
  const outcome = await db.transaction(async (tx): Promise<Outcome> => {
    const context: Context & { origin: string } = { tx, owner: key, now: await secondsOf(db, tx), origin };
    const object = await asked.address.run(context, given, asked.id);
    if (object === SILENCE || object instanceof StripeRefusal) return object;
    const mayRead = (type: string) => requirePermission(key, { permission: readPermission(type) });
    return Array.isArray(paths) && paths.length > 0
      ? expand({ ...context, mayRead }, object, paths.map(String))
      : object;
  });
  if (outcome === SILENCE) return { fault: 'drop_after' };
  if (outcome instanceof StripeRefusal) return { answer: refusal(outcome), replayed: false };
  return { answer: { status: 200, body: JSON.stringify(outcome) }, replayed: false };
}

/** Returns the current time in Unix seconds, as Stripe's objects have it. */
export async function secondsOf({ now }: Books, tx: Sql): Promise<number> {
  const [row] = await tx.query<{ now: number }>(`SELECT floor(extract(epoch FROM ${now}))::bigint AS now`);
  return row?.now ?? 0;
}

/** Returns the answer for an error. For an unexpected one it names no cause, as at Stripe. */
export function refusal(error: unknown): Answer {
  if (error instanceof StripeRefusal) return { status: error.status, body: JSON.stringify({ error: error.body }) };
  const message = 'An unknown error occurred.';
  return { status: 500, body: JSON.stringify({ error: { type: 'api_error', message } }) };
}
