import type { ChangeableText } from '../../core/texts/queries.ts';

export function textJson({ key, group, part, original, text, variables, required }: ChangeableText) {
  return { key, group, part, original, text, variables, required };
}
