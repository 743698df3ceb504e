import { t } from '../../texts.ts';
import { TextArea } from '../../ui/choices.tsx';
import { Marked } from '../../ui/marked.tsx';

type TextEditorProps = { value: string; onValue: (text: string) => void };

/** The text behind “Learn more”, with what shoppers will see of it below as soon as something is typed. */
export function TextEditor({ value, onValue }: TextEditorProps) {
  return (
    <div class="stack">
      <TextArea
        id="text"
        label={t('create.text')}
        hint={`${t('create.text.hint')} ${t('edit.text.hint')}`}
        optional={t('optional')}
        value={value}
        onValue={onValue}
      />
      {value.trim() !== '' && (
        <figure class="sample">
          <figcaption class="muted">{t('create.text.preview')}</figcaption>
          <Marked text={value} />
        </figure>
      )}
    </div>
  );
}
