import type { ComponentChildren } from 'preact';
import type { TextFieldProps } from '../../../ui/field.tsx';
import type { ViewProps } from './view-props.ts';

/** The field for the street. The frame `checkout-completing` puts its own in here, so that the others do not load it. */
export const street: { Field: ((props: ViewProps & { field: TextFieldProps }) => ComponentChildren) | null } = {
  Field: null,
};
