import type { Fault } from './fault.ts';
import type { Keeps } from './leaving.ts';
import type { Meanwhile } from './merge.ts';

/** A field that is shown. */
export type Field = {
  id: string;
  label: string;
  /** The name that a refusal gives it, where that is not its id. */
  param?: string | undefined;
  /** Says what is wrong with what is typed, where the browser cannot know it. */
  wrong?: ((typed: string) => string | undefined) | undefined;
  /** Writes a value as people know it. */
  textOf?: ((value: string) => string | undefined) | undefined;
};

/** What every form has, whatever is typed into it. */
export type FormState = {
  busy: boolean;
  /** All that is wrong. The `param` of each is the field that it is about. */
  faults: readonly Fault[];
  meanwhile: readonly Meanwhile[];
  /** The fields by id, as they were shown last. */
  fields: Map<string, Field>;
  keeps: Keeps;
  /** What the form itself finds wrong, beside what its fields say. */
  check: () => Fault[];
  refuse: (faults: readonly Fault[]) => void;
  /** Sends it. Resolves with false if it did not work; then `faults` or `meanwhile` say why. */
  submit: () => Promise<boolean>;
  /** Puts the value of somebody else into a field. */
  take: (one: Meanwhile) => void;
};

/** Returns the field that a refusal names. */
export function idOf(fields: Map<string, Field>, param: string): string {
  return [...fields.values()].find((field) => field.param === param)?.id ?? param;
}
