import ts from 'typescript';
import type { Column, Shape } from './result-columns.ts';

/** How a row type and a statement differ in one column. */
export type Difference = { column: string; about: 'name' | 'type' | 'null'; text: string };

/** Compares a row type with the columns of a statement's rows. */
export function differences(checker: ts.TypeChecker, rowType: ts.Type, columns: readonly Column[]): Difference[] {
  const names = columns.map(({ name }) => name);
  const about = (column: string, text: string): Difference => ({ column, about: 'name', text });
  const missing = rowType
    .getProperties()
    .filter(({ name, flags }) => !names.includes(name) && !(flags & ts.SymbolFlags.Optional))
    .map(({ name }) => about(name, 'the row type has it, the statement does not answer it'));
  const twice = names
    .filter((name, index) => names.indexOf(name) < index)
    .map((name) => about(name, 'the statement answers it twice'));
  const surplus = names
    .filter((name) => !rowType.getProperty(name))
    .map((name) => about(name, 'the statement answers it, the row type does not have it'));
  return [...missing, ...twice, ...surplus, ...columns.flatMap((column) => typeDifferences(checker, rowType, column))];
}

function typeDifferences(checker: ts.TypeChecker, rowType: ts.Type, column: Column): Difference[] {
  const { name, type, shape, mayBeNull } = column;
  const property = rowType.getProperty(name);
  if (!property) return [];
  const said = checker.getTypeOfSymbol(property);
  const says = `the row type says ${checker.typeToString(said)}`;
  const found: Difference[] = [];
  if (!fits(checker, said, shape)) {
    const text = `${says}, PostgreSQL answers ${type}, which becomes ${textOf(shape)}`;
    found.push({ column: name, about: 'type', text });
  }
  if (mayBeNull && !includesNull(said)) found.push({ column: name, about: 'null', text: `${says}, ${mayBeNull}` });
  return found;
}

const textOf = (shape: Shape): string => (typeof shape === 'string' ? shape : `${textOf(shape.listOf)}[]`);

const ANYTHING = ts.TypeFlags.Any | ts.TypeFlags.Unknown;

function includesNull(type: ts.Type): boolean {
  if (type.flags & (ANYTHING | ts.TypeFlags.Null)) return true;
  return type.isUnion() && type.types.some(includesNull);
}

const FITS_ANY = ANYTHING | ts.TypeFlags.Null | ts.TypeFlags.Undefined;

/** Returns true when the type may hold values of that shape. Whether it holds null is another question. */
function fits(checker: ts.TypeChecker, type: ts.Type, shape: Shape): boolean {
  if (type.flags & FITS_ANY) return true;
  if (type.isUnion()) return type.types.every((one) => fits(checker, one, shape));
  if (shape === 'JSON') return isJson(checker, type, new Set());
  if (typeof shape === 'string') return (primitiveOf(type) ?? type.getSymbol()?.name) === shape;
  const item = itemOf(checker, type);
  return item !== undefined && fits(checker, item, shape.listOf);
}

function primitiveOf(type: ts.Type): string | undefined {
  if (type.isIntersection()) return type.types.map(primitiveOf).find((one) => one !== undefined); // a string with a brand
  if (type.flags & ts.TypeFlags.StringLike) return 'string';
  if (type.flags & ts.TypeFlags.NumberLike) return 'number';
  return type.flags & ts.TypeFlags.BooleanLike ? 'boolean' : undefined;
}

function itemOf(checker: ts.TypeChecker, type: ts.Type): ts.Type | undefined {
  return checker.isArrayLikeType(type) ? checker.getIndexTypeOfType(type, ts.IndexKind.Number) : undefined;
}

/** Returns true when JSON can hold the type at every depth: a Date or a Buffer would be text in it. */
function isJson(checker: ts.TypeChecker, type: ts.Type, within: ReadonlySet<ts.Type>): boolean {
  if (within.has(type) || primitiveOf(type) || type.flags & FITS_ANY) return true;
  const inside = new Set([...within, type]);
  if (type.isUnion()) return type.types.every((one) => isJson(checker, one, inside));
  const item = itemOf(checker, type);
  if (item) return isJson(checker, item, inside);
  if (!(type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) || type.getCallSignatures().length > 0)
    return false;
  return type.getProperties().every((property) => isJson(checker, checker.getTypeOfSymbol(property), inside));
}
