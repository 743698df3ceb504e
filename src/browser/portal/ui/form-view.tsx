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
  /** Buttons before and after it. */
  cancel?: ComponentChildren;
  more?: ComponentChildren;
  children?: ComponentChildren;
};

/** A form with its button, and above the button all that is wrong. The first wrong field has the focus. */
export function FormView({ form, submit, kind = 'primary', cancel, more, children }: FormViewProps) {
  const send = async () => {
    const wrong = wrongFields(form);
    form.refuse(wrong);
    if (wrong.length > 0 || !(await form.submit())) goToFirst(form);
  };
  return (
    <FormContext.Provider value={form}>
      <Form class="form-view" onSubmit={send}>
        <div class="form">{children}</div>
        <FormFoot form={form}>
          {cancel}
          {submit && (
            <Button type="submit" kind={kind} busy={form.busy}>
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
const goToFirst = ({ fields }: FormState) =>
  setTimeout(() => {
    const id = document.querySelector<HTMLElement>('.form-foot [data-field]')?.dataset.field;
    if (id !== undefined) goTo(idOf(fields, id));
  });

/** Returns all fields that are wrong, in the order of the page. */
function wrongFields(form: FormState): Fault[] {
  const own = form.check();
  return [...form.fields.keys()]
    .map((id) => document.getElementById(id))
    .filter((element) => element !== null)
    .sort((one, other) => (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1))
    .flatMap((element) => own.find(({ param }) => param === element.id) ?? wrongAt(element) ?? []);
}

/** Says what the browser finds wrong with a field, in the words of the portal: its own are in another language and look. */
function wrongAt(element: HTMLElement): Fault | undefined {
  if (!(element instanceof HTMLInputElement) || element.validity.valid) return undefined;
  const { id, validity, type, min, max } = element;
  if (validity.valueMissing) return wrongField(id, t('fault.invalid_parameter.empty'));
  if (validity.rangeUnderflow) return wrongField(id, t('check.min', { min }));
  if (validity.rangeOverflow) return wrongField(id, t('check.max', { max }));
  if (element.inputMode === 'numeric') return wrongField(id, t('check.number'));
  const key = (['email', 'url', 'date'] as const).find((one) => type.startsWith(one));
  return wrongField(id, t(`check.${key ?? 'amount'}`));
}
