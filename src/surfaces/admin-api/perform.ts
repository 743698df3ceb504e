import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { recordActivity } from '../../core/activity/commands.ts';
import { type ApiWrite, claimWrite, type Done, dropClaim, keepWrite } from '../../core/api-writes/commands.ts';
import type { Deps } from '../../core/deps.ts';
import { lockStore } from '../../core/stores/commands/lock.ts';
import type { Sql } from '../../platform/db.ts';
import { inTransaction, joinTransaction } from '../../platform/join-transaction.ts';
import { demandVersion, etagOf } from '../version.ts';
import { success } from './answer.ts';
import type { Asker } from './authenticate.ts';

/** What `run` has done. `outcome` is kept for repeated requests: ids and sums, never a secret or a shopper's data. */
export type Result = {
  subject: string;
  outcome?: Record<string, unknown>;
  /** What the activity log says of it, where there is no version and the outcome says too little or too much. */
  noted?: Record<string, unknown>;
  /** Shown in this answer alone, such as a secret. A repeated request does not get it. */
  once?: Record<string, unknown>;
};

/** One change through the private API. */
export type Act = {
  /** Its name in the activity log, such as `waitlist.update`. */
  action: string;
  /** The status of the answer; 200 if left out. */
  status?: 200 | 201 | 202;
  /**
   * Reads what the act changes, without a shopper's data and without what changes by itself (such as units sold). `If-Match`
   * is compared with it, and the activity log keeps what differs before and after.
   */
  version?: (deps: Deps) => Promise<object>;
  /**
   * Locks the row that it changes, with the lock that every command on that row takes. Left out, it is the row of the store.
   */
  lock?: (tx: Sql) => Promise<unknown>;
  /** Changes it. A throw undoes everything. */
  run(deps: Deps): Promise<Result>;
  /** Reads the data of the answer, also when the request is repeated. */
  answer(deps: Deps, done: Done): Promise<object>;
  /**
   * True if the act calls other systems or takes long, so that it cannot run in one transaction. Then a process that dies may
   * leave it done and not answered, so `run` must be safe to repeat.
   */
  outside?: boolean;
};

/** Who asks for which act, and how often it may be done. */
export type ActRequest = { asker: Asker; request: WriteRequest; act: Act };

export type WriteRequest = { write: ApiWrite; ifMatch: string | undefined; requestId: string };

type Http = { request: FastifyRequest; reply: FastifyReply };

/** Performs an act for a request, once for each Idempotency-Key. Resolves with the body of the answer. */
export async function perform(
  deps: Deps,
  { request, reply }: Http,
  { asker, act }: Omit<ActRequest, 'request'>,
): Promise<object> {
  const data = await performOnce(deps, { asker, request: requestOf(request, asker), act });
  reply.code(act.status ?? 200);
  if (act.version) reply.header('etag', etagOf(await act.version(deps)));
  return success(data);
}

/** Reads what makes a request repeatable. The schema of each writing route demands the header. */
export function requestOf(request: FastifyRequest, { store, principal }: Asker): WriteRequest {
  const write = {
    storeId: store.id,
    principal: `${principal.kind}:${principal.id ?? principal.name}`,
    target: `${request.method} ${pathOf(request)}`,
    key: String(request.headers['idempotency-key']),
    bodyHash: createHash('sha256').update(textOf(request.body)).digest(),
  };
  return { write, ifMatch: request.headers['if-match'], requestId: request.id };
}

/** Returns the path as its route has it: each thing in its one spelling, however the request spells it. */
function pathOf({ routeOptions, params }: FastifyRequest): string {
  const names = params as Record<string, string | number>;
  return (routeOptions.url ?? '').replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(names[name])));
}

const textOf = (body: unknown) => (Buffer.isBuffer(body) ? body : JSON.stringify(body ?? null));

/** Performs an act once for each key. Resolves with the data of the answer. */
export async function performOnce(deps: Deps, wanted: ActRequest): Promise<object> {
  const { act } = wanted;
  const { done, once } = await (act.outside ? performOutside : performInTransaction)(deps, wanted);
  return { ...(await act.answer(deps, done)), ...once };
}

/** Decides an act as `performOnce` would, and keeps nothing of it. Resolves with the data of the answer. For acts that are not `outside`. */
export async function rehearse(deps: Deps, wanted: ActRequest): Promise<object> {
  const { asker, act } = wanted;
  const later = createLater(deps); // never flushed
  const provider = await deps.paymentsFor(asker.store);
  return inTransaction(deps.db, true, async (db) => {
    const joined: Deps = { ...deps, ...later.deps, db, paymentsFor: async () => provider };
    await compareVersion(joined, wanted);
    const { subject, outcome = {} } = await act.run(joined);
    return act.answer(joined, { subject, outcome });
  });
}

type Performed = { done: Done; once?: Record<string, unknown> | undefined };

async function performInTransaction(deps: Deps, wanted: ActRequest): Promise<Performed> {
  const { asker, request, act } = wanted;
  const later = createLater(deps);
  // Asked before the transaction, because it may query the database on a connection of its own.
  const provider = await deps.paymentsFor(asker.store);
  const performed = await deps.db.transaction(async (tx) => {
    const repeated = await claimWrite(tx, request.write);
    if (repeated) return { done: repeated };
    const db = joinTransaction(deps.db, tx);
    const joined: Deps = { ...deps, ...later.deps, db, paymentsFor: async () => provider };
    const before = await compareVersion(joined, wanted);
    const { subject, outcome = {}, noted = outcome, once } = await act.run(joined);
    const done = { subject, outcome };
    await keep(joined, wanted, { done, noted, before });
    return { done, once };
  });
  later.flush();
  return performed;
}

async function performOutside(deps: Deps, wanted: ActRequest): Promise<Performed> {
  const { request, act } = wanted;
  const repeated = await deps.db.transaction((tx) => claimWrite(tx, request.write));
  if (repeated) return { done: repeated };
  try {
    const before = await deps.db.transaction((tx) =>
      compareVersion({ ...deps, db: joinTransaction(deps.db, tx) }, wanted),
    );
    const { subject, outcome = {}, noted = outcome, once } = await act.run(deps);
    const done = { subject, outcome };
    const kept = { done, noted, before };
    await deps.db.transaction((tx) => keep({ ...deps, db: joinTransaction(deps.db, tx) }, wanted, kept));
    return { done, once };
  } catch (error) {
    await dropClaim(deps.db, request.write);
    throw error;
  }
}

/** Reads the version before the act. Throws `precondition_failed` if the request was made for another one. */
async function compareVersion(deps: Deps, { request, act }: ActRequest): Promise<object | undefined> {
  if (act.version === undefined) return undefined;
  const { write, ifMatch } = request;
  await (act.lock ? act.lock(deps.db) : lockStore(deps.db, write.storeId));
  const version = await act.version(deps);
  demandVersion(ifMatch, version);
  return version;
}

/** Keeps what was done for repeated requests, and writes it into the activity log. */
async function keep(
  deps: Deps,
  { asker, request, act }: ActRequest,
  { done, noted, before }: { done: Done; noted: object; before: object | undefined },
): Promise<void> {
  const after = (await act.version?.(deps)) ?? noted;
  await recordActivity(deps.db, {
    storeId: asker.store.id,
    by: asker.principal,
    action: act.action,
    subject: done.subject,
    before: { ...before },
    after: { ...after },
    requestId: request.requestId,
  });
  await keepWrite(deps.db, request.write, done);
}

/**
 * Holds back what a command does after its commit, until the transaction around it has committed: a reader would otherwise
 * store the old answer again.
 */
function createLater(deps: Deps): { deps: Pick<Deps, 'answers' | 'outbox'>; flush(): void } {
  const dropped: [string, string][] = [];
  return {
    deps: {
      answers: { ...deps.answers, invalidate: (...key) => void dropped.push(key) },
      outbox: { ...deps.outbox, wake: () => {} },
    },
    flush() {
      for (const key of dropped) deps.answers.invalidate(...key);
      deps.outbox.wake();
    },
  };
}
