import { type DocumentNode, getNamedType, TypeInfo, visit, visitWithTypeInfo } from 'graphql';
import type { AdminSchema } from './schema.ts';

/** Something that an operation asks for. One of the scopes is enough. */
export type Requirement = { what: string; anyOf: readonly string[] };

/** Lists what an operation needs, field by field. */
export function requirementsOf({ schema, accessTo }: AdminSchema, document: DocumentNode): Requirement[] {
  const found = new Map<string, Requirement>();
  const add = (what: string, anyOf: readonly string[]) => {
    if (anyOf.length > 0) found.set(what, { what, anyOf });
  };
  const info = new TypeInfo(schema);
  const Field = () => {
    const [parent, field] = [info.getParentType(), info.getFieldDef()];
    if (!parent || !field) return;
    add(`${parent.name}.${field.name}`, accessTo(parent.name, field.name));
    const answer = getNamedType(field.type).name;
    add(answer, accessTo(answer));
  };
  const InlineFragment = () => {
    const type = info.getType();
    if (type) add(getNamedType(type).name, accessTo(getNamedType(type).name));
  };
  visit(document, visitWithTypeInfo(info, { Field: { enter: Field }, InlineFragment: { enter: InlineFragment } }));
  return [...found.values()];
}

/** A scope to write includes the one to read. */
export function allows(scopes: readonly string[], { anyOf }: Requirement): boolean {
  return anyOf.some((scope) => scopes.includes(scope) || scopes.includes(scope.replace(/^read_/, 'write_')));
}
