import { TextArea } from '../../../ui/field.tsx';
import type { Fault } from '../../requests/fault.ts';
import type { Text } from '../../requests/kinds.ts';
import { t, textOf } from '../../texts.ts';
import { FaultText } from '../../ui/fault-text.tsx';
import { Input } from '../../ui/form.tsx';

/** Words as they are typed, by key; empty where ours hold. */
export type TypedTexts = Readonly<Record<string, string>>;

export const typedTexts = (texts: readonly Text[]): TypedTexts =>
  Object.fromEntries(texts.map(({ key, text }) => [key, text ?? '']));

/** Returns what is to be saved: only what differs from the store's words, and null for ours. */
export function changedTexts(typed: TypedTexts, texts: readonly Text[]): Record<string, string | null> {
  const changed = texts.filter(({ key, text }) => (typed[key] ?? '').trim() !== (text ?? ''));
  return Object.fromEntries(changed.map(({ key }) => [key, (typed[key] ?? '').trim() || null]));
}

export type OwnTextProps = {
  text: Text;
  /** Its place among those of the same part, from 1; 0 if it is the only one. */
  number: number;
  value: string;
  fault: Fault | undefined;
  onValue: (value: string) => void;
};

/** A text of the store: ours stands in the empty field and below it, with the variables that it may have. */
export function OwnText({
  text: { key, part, original, variables, required },
  number,
  value,
  fault,
  onValue,
}: OwnTextProps) {
  const name = textOf(`texts.label.${key}`) ?? t(`texts.${part}`);
  const label = number === 0 ? name : t('texts.numbered', { name, number });
  const id = key.replaceAll('.', '-');
  const param = `texts.${key}`;
  const hint = [
    t('texts.ours', { text: original }),
    variables.length > 0 && t('texts.variables', { names: variables.map((one) => `{${one}}`).join(' ') }),
    required.length > 0 && t('texts.required', { names: required.map((one) => `{${one}}`).join(' ') }),
  ].filter((line) => line !== false);
  return (
    <div class="own-text">
      {part === 'text' ? (
        <TextArea
          id={id}
          label={label}
          hint={hint.join(' · ')}
          value={value}
          optional={t('optional')}
          error={fault?.param === param && <FaultText fault={fault} />}
          onValue={onValue}
        />
      ) : (
        <Input
          id={id}
          label={label}
          hint={hint.join(' · ')}
          value={value}
          placeholder={original}
          autoComplete="off"
          fault={fault}
          param={param}
          onValue={onValue}
        />
      )}
      {value === '' && (
        <button type="button" class="link-button" onClick={() => onValue(original)}>
          {t('texts.begin')}
          <span class="visually-hidden"> {label}</span>
        </button>
      )}
    </div>
  );
}

/** Returns each text with its number among those of the same part. */
export function numbered(texts: readonly Text[]): { text: Text; number: number }[] {
  return texts.map((text) => {
    const same = texts.filter(({ part }) => part === text.part);
    return { text, number: same.length === 1 ? 0 : same.indexOf(text) + 1 };
  });
}
