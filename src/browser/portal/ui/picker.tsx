import * as combobox from '@zag-js/combobox';
import { normalizeProps, useMachine } from '@zag-js/preact';
import type { TargetedKeyboardEvent } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { Fault } from '../requests/fault.ts';
import type { List } from '../requests/use-list.ts';
import { t } from '../texts.ts';
import { FaultText } from './fault-text.tsx';
import { FieldError, useField } from './form.tsx';

/** How many entries the list of a picker shows at once: more is not read, but searched for. */
export const PICKED_FROM = 20;
// A short pause in typing: each letter would be a request else.
const PAUSE_MS = 150;

export type PickerProps<Entry> = {
  id: string;
  label: string;
  /** The hook that asks the service for entries with the typed text. */
  useFound: (text: string) => List<Entry>;
  idOf: (entry: Entry) => string;
  nameOf: (entry: Entry) => string;
  /** What is chosen; with `many` those that can no longer be chosen. */
  chosen: readonly Entry[];
  onChoose: (entry: Entry) => void;
  /** The field is empty again after each choice. */
  many?: boolean;
  /** Of the form: shown here where it is about this field. */
  fault?: Fault | undefined;
};

/** A labelled field that finds an entry among as many as the service has, by a part of its name. */
export function Picker<Entry>(props: PickerProps<Entry>) {
  const { id, label, fault: given, nameOf, idOf } = props;
  const { api, searching, options, found } = usePicker(props);
  const wrong = useField({ id, label, fault: given });
  const { fault: away, reload } = found.first;
  // What went wrong is said below the field, where its button can be reached, and not in the list.
  const listed = api.open && !away;
  const described = [wrong && `${id}-error`, away && `${id}-away`].filter(Boolean).join(' ') || undefined;
  // Until the answer is there, the list is of what was typed before. Enter would choose from that list.
  const onKeyDownCapture = (event: TargetedKeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter' && api.open && searching) event.preventDefault();
  };
  const said = searching ? t('picker.searching') : t('picker.found', { count: options.length });
  return (
    <div class="field">
      <label class="field__label" id={`${id}-label`} for={id}>
        {label}
      </label>
      <span class="select" {...api.getControlProps()}>
        <input
          {...(api.getInputProps() as object)}
          class="input"
          role="combobox"
          aria-expanded={listed}
          {...(!listed && { 'aria-activedescendant': undefined })}
          aria-invalid={wrong ? 'true' : undefined}
          aria-describedby={described}
          onKeyDownCapture={onKeyDownCapture}
        />
      </span>
      <span class="visually-hidden" role="status">
        {listed && said}
      </span>
      <FieldError id={id} error={wrong} />
      {away && (
        <p class="field__error" id={`${id}-away`} role="alert">
          <span>
            <FaultText fault={away} />{' '}
            <button type="button" class="link-button" onClick={() => void reload()}>
              {t('retry')}
            </button>
          </span>
        </p>
      )}
      {api.open && (
        // Hidden and not away: by the list in the document the machine notices a click elsewhere.
        <div {...api.getPositionerProps()} hidden={!listed}>
          <div class="menu picker" aria-busy={searching}>
            <ul {...api.getContentProps()} class="picker__list" hidden={options.length === 0}>
              {options.map((entry) => (
                <li key={idOf(entry)} class="menu__item" {...api.getItemProps({ item: entry })}>
                  {nameOf(entry)}
                </li>
              ))}
            </ul>
            <Foot searching={searching} none={options.length === 0} found={found} />
          </div>
        </div>
      )}
    </div>
  );
}

/** What stands below the list, or instead of it. */
function Foot<Entry>({ searching, none, found }: { searching: boolean; none: boolean; found: List<Entry> }) {
  const isTaken = (found.first.data?.data.length ?? 0) > 0;
  const why = isTaken ? 'picker.taken' : 'picker.none';
  if (none) return <p class="picker__said">{t(searching ? 'picker.searching' : why)}</p>;
  return found.more && !searching && <p class="picker__said">{t('picker.more')}</p>;
}

/** Runs the field and its list, and asks the service as the typed text changes. */
function usePicker<Entry>({ id, useFound, idOf, nameOf, chosen, onChoose, many = false }: PickerProps<Entry>) {
  const [typed, setTyped] = useState('');
  const text = usePaused(typed.trim());
  const found = useFound(text);
  const searching = typed.trim() !== text || (found.first.data === undefined && !found.first.fault);
  const before = useRef<Entry[] | undefined>(undefined);
  const last = useRef<string | undefined>(undefined);
  if (!searching) before.current = found.first.data?.data ?? before.current;
  const taken = many ? chosen.map(idOf) : [];
  const options = (before.current ?? []).filter((entry) => !taken.includes(idOf(entry)));
  // Before the first answer the list is what is chosen, so that the field has its name.
  const items = before.current === undefined && !many ? [...chosen] : options;
  const service = useMachine(combobox.machine, {
    id: useId(),
    ids: { input: id, label: `${id}-label` },
    collection: combobox.collection({ items, itemToValue: idOf, itemToString: nameOf }),
    ...(many ? { value: [] } : { defaultValue: chosen.map(idOf) }),
    selectionBehavior: many ? 'clear' : 'replace',
    closeOnSelect: !many,
    inputBehavior: 'autohighlight',
    openOnClick: true,
    positioning: { placement: 'bottom-start', gutter: 4, sameWidth: true },
    onInputValueChange: ({ inputValue, reason }) => {
      const isTyped = reason === 'input-change';
      last.current = isTyped ? inputValue : undefined;
      setTyped(isTyped ? inputValue : '');
    },
    onOpenChange: ({ open }) => !open && setTyped(''),
    onSelect: ({ itemValue }) => {
      const entry = options.find((one) => idOf(one) === itemValue);
      if (entry !== undefined) onChoose(entry);
    },
  });
  // After a render the machine writes into the field what it had then. A letter that was typed meanwhile would be lost.
  useEffect(() => {
    const input = document.getElementById(id) as HTMLInputElement | null;
    if (input && last.current !== undefined && input.value !== last.current) input.value = last.current;
  });
  return { api: combobox.connect(service, normalizeProps), searching, options, found };
}

/** Returns a text once it has not changed for a moment. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}
