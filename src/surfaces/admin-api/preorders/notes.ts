import { addNote, removeNote } from '../../../core/preorders/commands/note.ts';
import * as operations from '../../../protocol/schema/admin-api/preorder-acts.ts';
import type { AdminRoutes } from '../admin-routes.ts';
import { actOn, type Change } from './changes.ts';

/** Registers the notes of a pre-order: add, remove. The activity log has that they were made, not what they say. */
export function registerNotes({ writes }: AdminRoutes): void {
  writes(operations.addNote, (asker, { reference, text }) =>
    actOn(asker, reference, noting(text, asker.principal.name)),
  );
  writes(operations.removeNote, (asker, { reference, note_id: id }) => actOn(asker, reference, removing(id)));
}

export const noting = (text: string, by: string): Change => ({
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
