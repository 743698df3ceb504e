import ts from 'typescript';

/** A value as the sources make it. A function returns all values that it may return. */
export type Value = string | number | boolean | null | undefined | Value[] | Values | Closure | typeof UNKNOWN;
/** An object: each property is evaluated when it is asked for, because most never are. */
export type Values = { [name: string]: () => Value[] };
export type Closure = (given: Value[]) => Value[];

/** Stands for what only a run of the program tells. It may be part of a list or an object that is otherwise known. */
export const UNKNOWN = Symbol('unknown');

/** The sources alone do not tell the value of an expression. */
export class NotKnown extends Error {
  constructor(node: ts.Node, why: string) {
    super(`${node.getText().replaceAll(/\s+/g, ' ').slice(0, 80)} ${why}`);
  }
}

export function isObject(value: Value): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The values that a property may have; undefined when there is no such property. */
export function propertyOf(node: ts.Node, of: Value, name: string): Value[] {
  if (isObject(of)) return Object.hasOwn(of, name) ? (of[name]?.() ?? []) : [undefined];
  if (Array.isArray(of)) return [of[Number(name)]];
  throw new NotKnown(node, 'is no property of a known object');
}

export function propertyName(name: ts.PropertyName | ts.Identifier): string | undefined {
  return ts.isIdentifier(name) || ts.isStringLiteral(name) ? name.text : undefined;
}

/** What is in a list, or the values of all properties of an object. */
export function itemsOf(node: ts.Node, of: Value): Value[] {
  if (isObject(of)) return Object.values(of).flatMap((value) => value());
  if (Array.isArray(of)) return of;
  throw new NotKnown(node, 'is no known list');
}

const OPERATORS = new Map<ts.SyntaxKind, (left: Value, right: Value) => Value>([
  [ts.SyntaxKind.PlusToken, (left, right) => (left as string) + (right as string)],
  [ts.SyntaxKind.MinusToken, (left, right) => (left as number) - (right as number)],
  [ts.SyntaxKind.AsteriskToken, (left, right) => (left as number) * (right as number)],
  [ts.SyntaxKind.SlashToken, (left, right) => (left as number) / (right as number)],
  [ts.SyntaxKind.EqualsEqualsEqualsToken, (left, right) => left === right],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, (left, right) => left !== right],
]);

export function operate(node: ts.BinaryExpression, left: Value, right: Value): Value {
  const operator = OPERATORS.get(node.operatorToken.kind);
  if (!operator || typeof left === 'object' || typeof right === 'object') throw new NotKnown(node, 'is not understood');
  return operator(left, right);
}

const METHODS: { [name: string]: (of: never, ...given: never[]) => Value[] } = {
  'Object.keys': (of: Values) => [Object.keys(of)],
  'Object.values': (of: Values) => everyWay(Object.values(of).map((value) => value())),
  'Object.entries': (of: Values) =>
    everyWay(Object.entries(of).map(([name, value]) => value().map((one) => [name, one]))),
  entries: (of: Value[]) => [[...of.entries()]],
  join: (of: Value[], separator: string) => [of.join(separator)],
  map: (of: Value[], each: Closure) => everyWay(of.map((item, index) => each([item, index]))),
};

/** Calls a method that every list has, or a function such as `Object.keys`. `given` begins with the object. */
export function callMethod(node: ts.Node, name: string, given: Value[]): Value[] {
  const method = METHODS[name];
  const [of] = given;
  const takesObject = name.startsWith('Object.');
  if (!method || !(takesObject ? isObject(of) : Array.isArray(of))) throw new NotKnown(node, 'is not understood');
  const isKnown = !given.includes(UNKNOWN) && !(Array.isArray(of) && of.includes(UNKNOWN));
  if (!isKnown) throw new NotKnown(node, 'is not known');
  return method(...(given as [never]));
}

/** One item of each list, in every way. */
export function everyWay<T>(lists: readonly (readonly T[])[]): T[][] {
  return lists.reduce<T[][]>((all, list) => all.flatMap((before) => list.map((item) => [...before, item])), [[]]);
}
