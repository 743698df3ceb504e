import type { Fault } from '../../requests/fault.ts';
import type { Text } from '../../requests/kinds.ts';
import { readTexts } from '../../requests/reads.ts';
import { useForm } from '../../requests/use-form.ts';
import { t, textOf } from '../../texts.ts';
import { TextArea } from '../../ui/choices.tsx';
import { Input } from '../../ui/form.tsx';
import { saveTexts } from './save.ts';

/** Words as they are typed, by their fields; empty where ours hold. */
export type TypedTexts = Readonly<Record<string, string>>;

export const idOf = (key: string): string => key.replaceAll('.', '-');

export const typedTexts = (texts: readonly Text[]): TypedTexts =>
  Object.fromEntries(texts.map(({ key, text }) => [idOf(key), text ?? '']));

/** Returns what is to be saved: only what differs from the store's words, and null for ours. */
export function changedTexts(typed: TypedTexts, texts: readonly Text[]): Record<string, string | null> {
  const typedAt = (key: string) => (typed[idOf(key)] ?? '').trim();
  const changed = texts.filter(({ key, text }) => typedAt(key) !== (text ?? ''));
  return Object.fromEntries(changed.map(({ key }) => [key, typedAt(key) || null]));
}

export const wordsOf = (all: readonly Text[], group: string): Text[] => all.filter((text) => text.group === group);

type WordsFormGiven = { language: string; all: Text[]; group: string; onSaved?: () => void };

/** The form of the words that stand on the button, or in one mail. */
export function useWordsForm({ language, all, group, onSaved }: WordsFormGiven) {
  return useForm({
    of: all,
    values: (texts) => typedTexts(wordsOf(texts, group)),
    read: () => readTexts(language),
    save: (typed, { of, header }) => saveTexts(language, changedTexts(typed, wordsOf(of, group)), header),
    said: t('saved'),
    done: () => onSaved?.(),
  });
}

export type OwnTextProps = {
  text: Text;
  /** Its place among those of the same part, from 1; 0 if it is the only one. */
  number: number;
  value: string;
  /** Of the preview, which reads the words while they are typed. */
  fault?: Fault | undefined;
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
  const id = idOf(key);
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
          fault={fault}
          param={param}
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
