import { randomUUID } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import { COMMAND_LINE } from '../core/activity/commands.ts';
import type { Basics } from '../core/deps.ts';
import { AppError } from '../domain/error.ts';
import { ALL_SCOPES } from '../domain/scope.ts';
import { createHttpServer } from '../platform/http.ts';
import { type FileOperation, type InputOf, type Operation, routeOf } from '../protocol/schema/admin-api/operation.ts';
import { ADMIN_ROOT } from '../surfaces/admin-api/authenticate.ts';
import { registerAdminApi } from '../surfaces/admin-api/routes.ts';
import type { Asker, OpenToAsk } from '../surfaces/cli/installation.ts';
import type { Deps } from '../surfaces/deps.ts';

/**
 * Returns what performs operations of the private API in this process, by their own routes and without a socket. The operator of
 * the server asks: they have every scope, no limit of requests, and have proved who they are by being there. The parts of the service are
 * composed for an operation that changes something.
 */
export function createAsk(basics: Basics, compose: () => Promise<Deps>): Pick<OpenToAsk, 'ask' | 'askFile'> {
  const send = async ({ store, name }: Asker, operation: FileOperation, request: InjectOptions) => {
    const { method, path } = routeOf(operation);
    // What `reads` serves is given no more than these, and no other route of the noun is asked.
    const deps = method === 'GET' && !operation.whole ? (basics as Deps) : await compose();
    const app = createHttpServer({ log: deps.log, trustProxy: [] });
    const operator = { principal: { ...COMMAND_LINE, name }, scopes: ALL_SCOPES, store, prove() {} };
    registerAdminApi(app, deps, { authenticate: async () => operator, noun: path.split(/[/.]/)[1] ?? '' });
    let refusal: Error | undefined;
    app.addHook('onError', async (_request, _reply, error) => {
      refusal = error; // the answer says less than the error itself
    });
    const answer = await app.inject(request);
    // What the framework refuses, such as too large a file, the answer says better.
    if (refusal && (refusal instanceof AppError || answer.statusCode >= 500)) throw refusal;
    return answer;
  };
  return {
    async ask(asker, operation, input) {
      const { file, key = randomUUID() } = asker;
      const answer = await send(asker, operation, {
        ...requestFor(operation, input),
        headers: { 'idempotency-key': key, ...(file && { 'content-type': file.type }) },
        ...(file && { payload: file.bytes }),
      });
      const body = answer.json();
      if (answer.statusCode >= 400) throw new AppError(body.error.code, body.error.message);
      return body;
    },
    async askFile(asker, operation, input) {
      const answer = await send(asker, operation, { ...requestFor(operation, input), payloadAsStream: true });
      return answer.stream().setEncoding('utf8');
    },
  };
}

/** Puts each field where the operation has it. */
function requestFor<Op extends FileOperation>(operation: Op, input: InputOf<Op>) {
  const { method, path } = routeOf(operation);
  const fields = Object.entries(input as Record<string, unknown>);
  const partOf = (schema: Operation['query'] | Operation['body']) =>
    fields.filter(([name]) => schema && 'properties' in schema && name in schema.properties);
  const named = Object.fromEntries(partOf(operation.params));
  const query = Object.fromEntries(partOf(operation.query).map(([name, value]) => [name, String(value)]));
  return {
    method: method as 'GET',
    url: `${ADMIN_ROOT}${path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(named[name])))}`,
    query,
    ...(operation.body && { payload: Object.fromEntries(partOf(operation.body)) }),
  };
}
