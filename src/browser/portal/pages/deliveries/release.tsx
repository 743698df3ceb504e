import { say } from '../../requests/say.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { useForm } from '../../requests/use-form.ts';
import { t } from '../../texts.ts';
import { Input } from '../../ui/form.tsx';
import { FormWindow } from '../../ui/form-window.tsx';
import { Shown } from '../../ui/loaded.tsx';
import { chargesNothing, Points } from './points.tsx';
import { batchesChanged, usePreview } from './reads.ts';

const limitOf = (typed: string) => (/^[1-9]\d{0,6}$/.test(typed) ? Number(typed) : undefined);

/** Asks once more, with what will be given out and charged, and starts the release. */
export function ReleaseWindow({ batchId, onClose }: { batchId: string; onClose: () => void }) {
  const form = useForm({
    values: () => ({ limit: '' }),
    save: ({ limit }) => startRelease(batchId, limitOf(limit)),
    done: onClose,
  });
  const preview = usePreview(batchId, limitOf(form.values.limit));
  return (
    <FormWindow
      title={t('release.title')}
      text={t('release.text')}
      form={form}
      submit={t(preview.data && chargesNothing(preview.data) ? 'release.title' : 'release.button')}
      onClose={onClose}
    >
      <Input {...form.field('limit')} type="number" min={1} label={t('release.limit')} hint={t('release.limit.hint')} />
      <Shown of={preview}>{(data) => <Points preview={data} isFree />}</Shown>
    </FormWindow>
  );
}

/** Starts a release of what has arrived, at most `limit` line items, and says that it runs. */
export async function startRelease(batchId: string, limit: number | undefined): Promise<void> {
  const body = { batch_id: batchId, limit: limit ?? null };
  const { started } = bodyOf(await api.POST('/admin/api/v1/releases', { body })).data;
  batchesChanged();
  say(t(started ? 'release.started' : 'release.nothing'));
}
