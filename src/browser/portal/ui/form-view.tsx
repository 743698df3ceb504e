import type { ComponentChildren } from 'preact';
import { Button, type ButtonProps } from '../../ui/button.tsx';
import { type Fault, wrongField } from '../requests/fault.ts';
import { type FormState, idOf } from '../requests/form-state.ts';
import { t } from '../texts.ts';
import { Form, FormContext } from './form.tsx';
import { FormFoot, goTo } from './form-foot.tsx';

export type FormViewProps = {
  form: FormState;
  /** On the button that sends it; without it there is nothing to send. */
  submit: ComponentChildren;
  kind?: ButtonProps['kind'];
  /** The button is as wide as the form. */
  wide?: boolean;
  /** Buttons before and after it. */
  cancel?: ComponentChildren;
  more?: ComponentChildren;
  children?: ComponentChildren;
};

/** A form with its button, and above the button all that is wrong. The first wrong field has the focus. */
export function FormView({ form, submit, kind = 'primary', wide = false, cancel, more, children }: FormViewProps) {
  const send = async (element: HTMLFormElement) => {
    const wrong = wrongFields(form);
    form.refuse(wrong);
    if (wrong.length > 0 || !(await form.submit())) goToFirst(form, element);
  };
  return (
    <FormContext.Provider value={form}>
      <Form class="form-view" onSubmit={send}>
        <div class="form">{children}</div>
        <FormFoot form={form}>
          {cancel}
          {submit && (
            <Button type="submit" kind={kind} wide={wide} busy={form.busy}>
              {submit}
            </Button>
          )}
          {more}
        </FormFoot>
      </Form>
    </FormContext.Provider>
  );
}

/** The first wrong field is marked and named in the foot after the next rendering. */
const goToFirst = ({ fields }: FormState, element: HTMLFormElement) =>
  setTimeout(() => {
    const named = element.querySelector<HTMLElement>('.form-foot [data-field]')?.dataset.field;
    // A refused password or code is typed again.
    const id = named ? idOf(fields, named) : element.querySelector('[type=password], [autocomplete=one-time-code]')?.id;
    if (id) goTo(id);
  });

/** Returns all fields that are wrong, in the order of the page. */
function wrongFields(form: FormState): Fault[] {
  const own = form.check();
  return [...form.fields.keys()]
    .map((id) => document.getElementById(id))
    .filter((element) => element !== null)
    .sort((one, other) => (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1))
    .flatMap((element) => own.find(({ param }) => param === element.id) ?? wrongAt(form, element) ?? []);
}

/** Says what is wrong with a field in the words of the portal: those of the browser are in another language and look. */
function wrongAt({ fields }: FormState, element: HTMLElement): Fault | undefined {
  if (!(element instanceof HTMLInputElement)) return undefined;
  const { id, value } = element;
  const text = wrongValue(element) ?? (value.trim() === '' ? undefined : fields.get(id)?.wrong?.(value));
  return text === undefined ? undefined : wrongField(id, text);
}

function wrongValue({ validity, value, type, min, max }: HTMLInputElement): string | undefined {
  // The browser reads 1.000 as one, and a merchant may mean a thousand.
  const isNumber = type !== 'number' || !(validity.badInput || /\D/.test(value.replace(/^-/, '')));
  if (!isNumber || validity.patternMismatch) return t('check.number');
  if (validity.valid) return undefined;
  if (validity.badInput) return t('check.date');
  if (validity.valueMissing) return t('fault.invalid_parameter.empty');
  if (validity.rangeUnderflow) return t('check.min', { min });
  if (validity.rangeOverflow) return t('check.max', { max });
  return t(`check.${type === 'email' || type === 'url' ? type : 'date'}`);
}
