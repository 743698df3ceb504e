import type { Readable } from 'node:stream';
import { runImport, undoImport } from '../../core/imports/commands/act.ts';
import { recordGivenBack } from '../../core/imports/commands/given-back.ts';
import { stageImport } from '../../core/imports/commands/stage.ts';
import { listImports, listRows, readImport } from '../../core/imports/queries.ts';
import { readPreorder } from '../../core/preorders/queries.ts';
import { toDecimal } from '../../domain/money.ts';
import { seesPeople } from '../../domain/scope.ts';
import type { App } from '../../platform/http.ts';
import { spool } from '../../platform/spool.ts';
import { Type } from '../../platform/type.ts';
import { MovingInQuery, MovingRowsQuery } from '../../protocol/schema/admin-api/imports.ts';
import { amount, NoBody, PAGE_DEFAULT, page } from '../../protocol/schema/admin-api/shapes.ts';
import { success as successSchema } from '../../protocol/schema/envelope.ts';
import type { Deps } from '../deps.ts';
import { movingInJson, movingRowJson, withoutShopper } from '../merchant-json/moving-in.ts';
import type { AdminRoutes } from './admin-routes.ts';
import { pageOf, reading, readPage, success, writing } from './answer.ts';
import { ADMIN_ROOT } from './authenticate.ts';
import { acceptStream, fileBody } from './files.ts';

const PATH = `${ADMIN_ROOT}/imports`;
const TYPES = ['text/csv', 'application/json'];
// A pre-order takes a kilobyte in the hosted service's answers: room for half a million of them.
const FILE_BYTES_MAX = 512 * 1024 * 1024;

const Params = Type.Object({ import_id: Type.String({ minLength: 1, maxLength: 100 }) });
const one = successSchema(Type.Ref('AdminMovingIn'), 'The import.');
const NOT_FOUND = { 404: { $ref: 'Error#', description: '`not_found`' } };

const POST = writing('imports:write', {
  operationId: 'startImport',
  summary: 'Bring in pre-orders or waitlists that were kept elsewhere: the file itself is the body',
  description:
    'A CSV, or the JSON of the hosted service’s private API. A worker looks at every row, and then brings in what is ready; with `dry_run=true` it stops before. Each row comes in once, whatever is sent again: its reference elsewhere is its key.',
  querystring: MovingInQuery,
  body: fileBody(TYPES),
  response: { 202: successSchema(Type.Ref('AdminMovingIn'), 'What was taken in.') },
});
const START = { ...POST, config: { ...POST.config, takesLong: true as const } };

const LIST = reading('imports:read', {
  operationId: 'listImports',
  summary: 'The last imports of what was kept elsewhere, the newest first',
  response: { 200: successSchema(Type.Array(Type.Ref('AdminMovingIn')), 'The imports.') },
});

const GET = reading('imports:read', {
  operationId: 'getImport',
  summary: 'How far an import is, and what became of its rows',
  params: Params,
  response: { 200: one, ...NOT_FOUND },
});

const ROWS = reading('imports:read', {
  operationId: 'listImportRows',
  summary: 'What became of each row, in the order of the file',
  params: Params,
  querystring: MovingRowsQuery,
  response: { 200: page(Type.Ref('AdminMovingRow'), 'One page of rows.'), ...NOT_FOUND },
});

const act = (operationId: string, summary: string) =>
  writing('imports:write', {
    operationId,
    summary,
    params: Params,
    body: NoBody,
    response: { 202: one, ...NOT_FOUND },
  });

const RUN = act('runImport', 'Bring in the rows of a checked import that are ready. A worker does it');
const UNDO = act(
  'undoImport',
  'Take an import back, as far as nothing has happened since to what it brought in. A worker does it',
);

const GIVEN_BACK = writing('refunds:write', {
  operationId: 'recordGivenBack',
  summary: 'Record that what was paid before the move was given back where it was paid',
  description: '`listOwedRefunds` has what is owed. All of it is recorded; this service moves no money.',
  body: Type.Object(
    { reference: Type.String({ minLength: 1, maxLength: 100 }) },
    { additionalProperties: false, examples: [{ reference: 'PO-7K2M-9QXT-X' }] },
  ),
  response: {
    200: successSchema(
      Type.Object({ reference: Type.String(), given_back: amount(), currency: Type.String() }),
      'What is recorded as given back.',
    ),
    404: { $ref: 'Error#', description: '`preorder_not_found`' },
  },
});

const show = async ({ db }: Pick<Deps, 'db'>, storeId: string, importId: string) =>
  movingInJson(await readImport(db, { storeId, importId }));

/** Registers the imports of what was kept elsewhere: take a file in, follow, run, undo. */
export function registerMovingIn(routes: AdminRoutes): void {
  registerReads(routes);
  registerActs(routes);
  registerStart(routes);
}

function registerReads({ app, deps, askerOf }: AdminRoutes): void {
  const { db } = deps;
  app.get(PATH, LIST, async (request) => success((await listImports(db, askerOf(request).store.id)).map(movingInJson)));
  app.get(`${PATH}/:import_id`, GET, async (request) =>
    success(await show(deps, askerOf(request).store.id, request.params.import_id)),
  );
  app.get(`${PATH}/:import_id/rows`, ROWS, async (request) => {
    const asker = askerOf(request);
    const { store } = asker;
    const { limit = PAGE_DEFAULT, after, fate } = request.query;
    const { id: importId } = await readImport(db, { storeId: store.id, importId: request.params.import_id });
    const key = { storeId: store.id, importId };
    const read = ({ limit: most, after: from = '0' }: { limit: number; after?: string }) =>
      listRows(db, key, { after: Number(from), limit: most, fate });
    const found = await readPage({ limit, ...(after !== undefined && { after }) }, read, ({ number }) => `${number}`);
    const rows = found.entries.map(movingRowJson);
    return pageOf(seesPeople(asker) ? rows : rows.map(withoutShopper), found.next);
  });
}

function registerActs({ app, deps, askerOf, perform }: AdminRoutes): void {
  const { db } = deps;
  for (const [name, schema, run] of [
    ['run', RUN, runImport],
    ['undo', UNDO, undoImport],
  ] as const) {
    app.post(`${PATH}/:import_id/${name}`, schema, async (request, reply) => {
      const { store } = askerOf(request);
      const { import_id: importId } = request.params;
      return perform(request, reply, {
        action: `import.${name}`,
        status: 202,
        async run(joined) {
          await run(joined, { storeId: store.id, importId });
          return { subject: importId };
        },
        answer: () => show(deps, store.id, importId),
      });
    });
  }

  app.post(`${PATH}/given-back`, GIVEN_BACK, async (request, reply) => {
    const { store } = askerOf(request);
    const { id, reference } = await readPreorder(db, store.id, request.body.reference);
    return perform(request, reply, {
      action: 'import.given_back',
      async run(joined) {
        const given = await recordGivenBack(joined, { storeId: store.id, preorderId: id });
        return {
          subject: id,
          outcome: { reference, given_back: toDecimal(given, store.currency), currency: store.currency },
        };
      },
      answer: async (_deps, { outcome }) => outcome,
    });
  });
}

function registerStart({ app, deps, askerOf, perform }: AdminRoutes): void {
  app.register((scope: App, _options, done) => {
    acceptStream(scope, TYPES);
    scope.post(PATH, START, async (request, reply) => {
      const { store, principal } = askerOf(request);
      const file = await spool(request.body as unknown as Readable, { bytesMax: FILE_BYTES_MAX, owner: store.id });
      const {
        kind,
        file_name: name = 'file',
        dry_run: dryRun = false,
        raise = false,
        mails = false,
        paid,
      } = request.query;
      const format = request.headers['content-type']?.startsWith('application/json') ? 'json' : 'csv';
      const options = { kind, format, name, dryRun, raises: raise, mails, paid: paid ?? null } as const;
      request.body = { sha256: file.sha256, ...options }; // what makes a repeated request the same
      try {
        return await perform(request, reply, {
          action: 'import.start',
          status: 202,
          outside: true,
          async run() {
            const input = file.read();
            const subject = await stageImport(deps, store.id, { ...options, input, madeBy: principal.name });
            return { subject, noted: { file: name, kind, dry_run: dryRun } };
          },
          answer: (_deps, { subject }) => show(deps, store.id, subject),
        });
      } finally {
        await file.remove();
      }
    });
    done();
  });
}
