import Type, { type Static } from 'typebox';
import { addNote, removeNote } from '../../../core/preorders/commands/note.ts';
import { NoteBody } from '../../../protocol/schema/admin-api/preorder-writes.ts';
import { success as successSchema } from '../../../protocol/schema/envelope.ts';
import type { AdminRoutes } from '../admin-routes.ts';
import { writing } from '../answer.ts';
import { actOn, type Change } from './changes.ts';
import { NOT_FOUND, Params, PREORDER } from './views.ts';

const changed = successSchema(Type.Ref('AdminChangedPreorder'), 'The pre-order with its notes.');

const ADD = writing('preorders:write', {
  operationId: 'addNote',
  summary: 'Note something about a pre-order, for colleagues; the customer never sees it',
  params: Params,
  body: NoteBody,
  response: { 201: changed, ...NOT_FOUND },
});

const REMOVE = writing('preorders:write', {
  operationId: 'removeNote',
  summary: 'Remove a note',
  params: Type.Object({ ...Params.properties, note_id: Type.String({ minLength: 1, maxLength: 100 }) }),
  response: { 200: changed, 404: { $ref: 'Error#', description: '`preorder_not_found`, `note_not_found`' } },
});

/** Registers the notes of a pre-order: add, remove. The activity log has that they were made, not what they say. */
export function registerNotes({ app, askerOf, perform }: AdminRoutes): void {
  app.post(`${PREORDER}/notes`, ADD, (request, reply) => {
    const asker = askerOf(request);
    const change = noting(request.body, asker.principal.name);
    return perform(request, reply, { ...actOn(asker, request.params.reference, change), status: 201 });
  });
  app.delete(`${PREORDER}/notes/:note_id`, REMOVE, (request, reply) => {
    const { reference, note_id } = request.params;
    return perform(request, reply, actOn(askerOf(request), reference, removing(note_id)));
  });
}

const noting = ({ text }: Static<typeof NoteBody>, by: string): Change => ({
  action: 'preorder.note',
  async change(deps, { preorder: _, ...key }) {
    await addNote(deps, key, { text, by });
    return [];
  },
});

const removing = (noteId: string): Change => ({
  action: 'preorder.remove_note',
  async change(deps, { preorder: _, ...key }) {
    await removeNote(deps, key, noteId);
    return [];
  },
});
