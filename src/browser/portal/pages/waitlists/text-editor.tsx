import { TextArea } from '../../../ui/field.tsx';
import type { Fault } from '../../requests/fault.ts';
import { t } from '../../texts.ts';
import { Marked } from '../../ui/marked.tsx';

type TextEditorProps = { text: string; fault: Fault | undefined; onText: (text: string) => void };

/** The text behind “Learn more”, with what shoppers will see of it below as soon as something is typed. */
export function TextEditor({ text, fault, onText }: TextEditorProps) {
  return (
    <div class="stack">
      <TextArea
        id="text"
        label={t('create.text')}
        hint={`${t('create.text.hint')} ${t('edit.text.hint')}`}
        optional={t('optional')}
        value={text}
        error={fault?.param === 'text' ? fault.text : undefined}
        onValue={onText}
      />
      {text.trim() !== '' && (
        <figure class="sample">
          <figcaption class="muted">{t('create.text.preview')}</figcaption>
          <Marked text={text} />
        </figure>
      )}
    </div>
  );
}
