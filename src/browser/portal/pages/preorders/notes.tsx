import { useState } from 'preact/hooks';
import type { PreorderDetail } from '../../requests/kinds.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { AskWindow } from '../../ui/form-window.tsx';
import { moment } from '../../ui/format.ts';
import { Card } from '../../ui/page.tsx';
import { tookOver } from './change.ts';

type Note = PreorderDetail['notes'][number];

/** What colleagues noted, the newest first. */
export function Notes({ preorder, timeZone }: { preorder: PreorderDetail; timeZone: string | undefined }) {
  const mayWrite = useScopes()('preorders:write');
  const [removing, setRemoving] = useState<Note>();
  if (preorder.notes.length === 0) return null;
  return (
    <Card title={t('notes.title')}>
      <ul class="rows">
        {[...preorder.notes].reverse().map((note) => (
          <li key={note.id} class="rows__row">
            <span class="rows__text">
              <span class="words">{note.text}</span>
              <span class="sub">
                {note.by} · {moment(note.created_at, timeZone)}
              </span>
            </span>
            {mayWrite && (
              <button type="button" class="link-button" onClick={() => setRemoving(note)}>
                {t('notes.remove')}
                <span class="visually-hidden"> {note.text.slice(0, 60)}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
      {removing && <RemoveNote preorder={preorder} note={removing} onClose={() => setRemoving(undefined)} />}
    </Card>
  );
}

type RemoveNoteProps = { preorder: PreorderDetail; note: Note; onClose: () => void };

function RemoveNote({ preorder: { reference }, note, onClose }: RemoveNoteProps) {
  const remove = async () => {
    const params = { path: { reference, note_id: note.id } };
    tookOver(bodyOf(await api.DELETE('/admin/api/v1/preorders/{reference}/notes/{note_id}', { params })).data);
  };
  return (
    <AskWindow
      title={t('notes.remove.title')}
      submit={t('notes.remove')}
      kind="danger"
      act={remove}
      said={t('notes.removed')}
      onClose={onClose}
    >
      <blockquote class="words">{note.text}</blockquote>
      <p class="muted">{t('notes.remove.text')}</p>
    </AskWindow>
  );
}
