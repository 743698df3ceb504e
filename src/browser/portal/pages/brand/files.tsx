import type { Brand } from '../../requests/kinds.ts';
import { keyOf } from '../../requests/reads.ts';
import { say } from '../../requests/say.ts';
import { useSending } from '../../requests/send.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { setData } from '../../requests/use-data.ts';
import { t } from '../../texts.ts';
import { ChooseFile } from '../../ui/choose-file.tsx';
import { FaultNotice } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';

// Systems do not know the type of every font, so the name's ending says it; the service looks into the file.
const TYPES = {
  logo: { png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg', webp: 'image/webp' },
  font: { woff2: 'font/woff2', woff: 'font/woff' },
} as const;

type Kind = keyof typeof TYPES;

/** Logo and font, which are saved as soon as they are chosen. */
export function Files({ brand }: { brand: Brand }) {
  const { logo, font } = brand;
  return (
    <Card title={t('look.files')}>
      <FileRow kind="logo" facts={logo && t('look.logo.facts', { width: logo.width, height: logo.height })} />
      <FileRow
        kind="font"
        facts={font && t('look.font.facts', { from: `${font.weight_min}`, until: `${font.weight_max}` })}
      />
    </Card>
  );
}

function FileRow({ kind, facts }: { kind: Kind; facts: string | null }) {
  const sending = useSending();
  const change = async (work: () => Promise<Brand>) => {
    if (await sending.send(async () => setData(keyOf('brand'), await work()))) say(t('saved'));
  };
  return (
    <div class="file">
      <div>
        <p class="label">{t(`look.${kind}`)}</p>
        <p class={facts === null ? 'muted' : undefined}>{facts ?? t(`look.${kind}.none`)}</p>
        <p class="field__hint">{t(`look.${kind}.hint`)}</p>
      </div>
      <div class="file__acts">
        <ChooseFile
          name={kind}
          accept={Object.keys(TYPES[kind])
            .map((ending) => `.${ending}`)
            .join(',')}
          text={t(facts === null ? `look.${kind}.choose` : `look.${kind}.replace`)}
          busy={sending.busy}
          onFile={(file) => void change(() => upload(kind, file))}
        />
        {facts !== null && (
          <button type="button" class="link-button" onClick={() => void change(() => remove(kind))}>
            {t('remove')}
            <span class="visually-hidden"> {t(`look.${kind}`)}</span>
          </button>
        )}
      </div>
      {sending.fault && <FaultNotice fault={sending.fault} />}
    </div>
  );
}

async function upload(kind: Kind, file: File): Promise<Brand> {
  const ending = file.name.split('.').at(-1)?.toLowerCase() ?? '';
  const types: Record<string, string> = TYPES[kind];
  // Of another kind of file the service says what it is not, which is more than that its type is not taken.
  const [anyType = ''] = Object.values(types);
  const request = {
    headers: { 'content-type': types[ending] ?? anyType },
    body: file as never, // the description has no type for bytes
    bodySerializer: (body: unknown) => body as File,
  };
  const answer =
    kind === 'logo'
      ? await api.PUT('/admin/api/v1/store/brand/logo', request)
      : await api.PUT('/admin/api/v1/store/brand/font', request);
  return bodyOf(answer).data;
}

async function remove(kind: Kind): Promise<Brand> {
  return bodyOf(await api.DELETE(`/admin/api/v1/store/brand/${kind}`)).data;
}
