import { useState } from 'preact/hooks';
import { given, knownOf } from '../../lists/filter.ts';
import { sortOf } from '../../lists/sort.tsx';
import { api, bodyOf } from '../../requests/store-api.ts';
import { useForm } from '../../requests/use-form.ts';
import { type Filters, useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Input } from '../../ui/form.tsx';
import { AskWindow, FormWindow } from '../../ui/form-window.tsx';
import { FILTERS, SORTS } from './filter.ts';
import { type SavedView, useViews, viewsChanged } from './view-reads.ts';

const NAMES = FILTERS.flatMap(({ names }) => names);

/** Saves the filters that hold as a view with a name, or removes the view that is shown. */
export function ViewControls({ filters }: { filters: Filters }) {
  const can = useScopes();
  const { data: views = [] } = useViews();
  const [open, setOpen] = useState<'save' | 'remove'>();
  const now = nowOf(filters);
  const view = views.find((one) => one.id === filters.read('view') && isSame(one.filters, now));
  const close = () => setOpen(undefined);
  if (!can('preorders:write') || (!view && Object.keys(now).length === 0)) return null;
  return (
    <>
      <button type="button" class="chip chip--add" onClick={() => setOpen(view ? 'remove' : 'save')}>
        {view ? t('view.remove', { name: view.name }) : t('view.save')}
      </button>
      {open === 'save' && <SaveWindow now={now} filters={filters} onClose={close} />}
      {open === 'remove' && view && <RemoveWindow view={view} filters={filters} onClose={close} />}
    </>
  );
}

/** The filters that hold. What a search is for names people, and is not saved. */
function nowOf(filters: Filters): SavedView['filters'] {
  const read = knownOf(FILTERS, filters);
  return given({
    ...Object.fromEntries(NAMES.map((name) => [name, read(name)])),
    sort: sortOf(filters, SORTS) === 'oldest' ? 'oldest' : '',
  });
}

const isSame = (one: SavedView['filters'], other: SavedView['filters']): boolean => {
  const [ours, theirs]: Record<string, unknown>[] = [one, other];
  return [...NAMES, 'sort'].every((name) => ours?.[name] === theirs?.[name]);
};

type WindowProps = { filters: Filters; onClose: () => void };

function SaveWindow({ now, filters, onClose }: WindowProps & { now: SavedView['filters'] }) {
  const form = useForm({
    values: () => ({ name: '' }),
    save: async ({ name }) => {
      const body = { name, filters: now };
      return bodyOf(await api.POST('/admin/api/v1/preorders/views', { body })).data;
    },
    said: ({ name }) => t('view.saved', { name }),
    done: ({ id }) => {
      viewsChanged();
      onClose();
      filters.write({ view: id });
    },
  });
  return (
    <FormWindow title={t('view.save')} text={t('view.save.text')} form={form} submit={t('save')} onClose={onClose}>
      <Input {...form.field('name')} label={t('view.name')} maxLength={60} autoComplete="off" required />
    </FormWindow>
  );
}

function RemoveWindow({ view: { id, name }, filters, onClose }: WindowProps & { view: SavedView }) {
  const remove = async () => {
    const params = { path: { view_id: id } };
    bodyOf(await api.DELETE('/admin/api/v1/preorders/views/{view_id}', { params }));
  };
  return (
    <AskWindow
      title={t('view.remove', { name })}
      text={t('view.remove.text')}
      act={remove}
      kind="danger"
      submit={t('view.remove.button')}
      said={t('view.removed', { name })}
      done={() => {
        viewsChanged();
        onClose();
        filters.write({ view: '' });
      }}
      onClose={onClose}
    />
  );
}
