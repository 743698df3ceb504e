import ts from 'typescript';
import {
  type Closure,
  callMethod,
  everyWay,
  isObject,
  itemsOf,
  NotKnown,
  operate,
  propertyName,
  propertyOf,
  UNKNOWN,
  type Value,
  type Values,
} from './values.ts';

/** What the evaluation knows. */
type Reading = {
  sources: Sources;
  /** The values of parameters, by their declarations. */
  scope: Scope;
};
type Scope = ReadonlyMap<ts.Node, Value>;
type Sources = {
  checker: ts.TypeChecker;
  /** All calls of the sources, by the name of the function. */
  calls: ReadonlyMap<string, ts.CallExpression[]>;
  constants: Map<ts.Node, Value[]>;
  /** The functions and parameters that are being evaluated. */
  active: Set<ts.Node>;
};

const VALUES_MAX = 2_000;
const NO_SCOPE: Scope = new Map();

/**
 * Returns a function that works out which texts an expression can be, without running the sources. It follows constants,
 * imports, functions, and parameters to all their callers. Where the sources choose between values, it returns all of them.
 * It throws `NotKnown` when the sources alone do not tell.
 */
export function createTextReader(checker: ts.TypeChecker, calls: readonly ts.CallExpression[]) {
  const byName = Map.groupBy(calls, ({ expression }) => (ts.isIdentifier(expression) ? expression.text : ''));
  const sources: Sources = { checker, calls: byName, constants: new Map(), active: new Set() };
  return (node: ts.Expression): string[] => {
    const values = valuesOf({ sources, scope: NO_SCOPE }, node);
    if (values.length === 0) throw new NotKnown(node, 'is never given');
    return values.map((value) => {
      if (typeof value !== 'string') throw new NotKnown(node, 'is no text');
      return value;
    });
  };
}

function valuesOf(reading: Reading, node: ts.Expression): Value[] {
  const values = [...new Set(evaluate(reading, node))];
  if (values.includes(UNKNOWN)) throw new NotKnown(node, 'is not known');
  if (values.length > VALUES_MAX) throw new NotKnown(node, 'can be too much');
  return values;
}

function evaluate(reading: Reading, node: ts.Expression): Value[] {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isNumericLiteral(node)) return [Number(node.text)];
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [true];
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [false];
  if (node.kind === ts.SyntaxKind.NullKeyword) return [null];
  if (ts.isTemplateExpression(node)) return templateValues(reading, node);
  if (ts.isIdentifier(node)) return node.text === 'undefined' ? [undefined] : namedValues(reading, node);
  if (ts.isConditionalExpression(node)) return chosenValues(reading, node);
  if (ts.isBinaryExpression(node)) {
    const pairs = everyWay([valuesOf(reading, node.left), valuesOf(reading, node.right)]);
    return pairs.map(([left, right]) => operate(node, left, right));
  }
  if (ts.isPropertyAccessExpression(node)) {
    return valuesOf(reading, node.expression).flatMap((of) => propertyOf(node, of, node.name.text));
  }
  if (ts.isElementAccessExpression(node)) return elementValues(reading, node);
  if (ts.isArrayLiteralExpression(node)) return listsOf(reading, node.elements);
  if (ts.isObjectLiteralExpression(node)) return objectValues(reading, node);
  if (ts.isArrowFunction(node)) return [closureOf(reading, node)];
  if (ts.isCallExpression(node)) return callValues(reading, node);
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) {
    return valuesOf(reading, node.expression);
  }
  throw new NotKnown(node, 'is not understood');
}

function templateValues(reading: Reading, { head, templateSpans }: ts.TemplateExpression): Value[] {
  const parts = templateSpans.map(({ expression, literal }) =>
    valuesOf(reading, expression).map((value) => {
      if (typeof value !== 'string' && typeof value !== 'number') throw new NotKnown(expression, 'is no text');
      return value + literal.text;
    }),
  );
  return everyWay(parts).map((texts) => head.text + texts.join(''));
}

function chosenValues(reading: Reading, node: ts.ConditionalExpression): Value[] {
  const outcomes = valuesOrUnknown(reading, node.condition);
  const may = (outcome: boolean) => outcomes.some((value) => value === UNKNOWN || Boolean(value) === outcome);
  return [
    ...(may(true) ? valuesOf(reading, node.whenTrue) : []),
    ...(may(false) ? valuesOf(reading, node.whenFalse) : []),
  ];
}

/** `of[key]`: with a key that is not known it may be any of the properties. A key that is not there is never asked for. */
function elementValues(reading: Reading, node: ts.ElementAccessExpression): Value[] {
  const keys = valuesOrUnknown(reading, node.argumentExpression);
  const values = valuesOf(reading, node.expression).flatMap((of) =>
    keys.flatMap((key) => (key === UNKNOWN ? itemsOf(node, of) : propertyOf(node, of, String(key)))),
  );
  return values.filter((value) => value !== undefined);
}

function listsOf(reading: Reading, elements: readonly ts.Expression[]): Value[][] {
  const parts = elements.map((element): Value[][] =>
    ts.isSpreadElement(element)
      ? valuesOf(reading, element.expression).map((list) => itemsOf(element, list))
      : valuesOrUnknown(reading, element).map((value) => [value]),
  );
  return everyWay(parts).map((part) => part.flat());
}

function objectValues(reading: Reading, node: ts.ObjectLiteralExpression): Value[] {
  const parts = node.properties.map((member): Values[] => {
    if (ts.isSpreadAssignment(member)) return valuesOf(reading, member.expression).filter(isObject);
    const key = member.name && propertyName(member.name);
    if (key === undefined) throw new NotKnown(member, 'has a computed name');
    return [{ [key]: () => memberValues(reading, member) }];
  });
  return everyWay(parts).map((all): Values => Object.assign({}, ...all));
}

function memberValues(reading: Reading, member: ts.ObjectLiteralElementLike): Value[] {
  if (ts.isPropertyAssignment(member)) return valuesOf(reading, member.initializer);
  if (ts.isShorthandPropertyAssignment(member)) return valuesOf(reading, member.name);
  return ts.isMethodDeclaration(member) ? [closureOf(reading, member)] : [UNKNOWN];
}

function callValues(reading: Reading, node: ts.CallExpression): Value[] {
  const { expression: callee } = node;
  const givens = listsOf(reading, node.arguments);
  if (!ts.isPropertyAccessExpression(callee)) return callAll(callee, valuesOf(reading, callee), givens);
  const name = callee.name.text;
  if (callee.expression.getText() === 'Object')
    return givens.flatMap(([of]) => callMethod(node, `Object.${name}`, [of]));
  return valuesOf(reading, callee.expression).flatMap((of) =>
    isObject(of) && Object.hasOwn(of, name)
      ? callAll(callee, propertyOf(callee, of, name), givens)
      : givens.flatMap((given) => callMethod(node, name, [of, ...given])),
  );
}

function callAll(callee: ts.Expression, closures: Value[], givens: Value[][]): Value[] {
  return closures.flatMap((closure) => {
    if (typeof closure !== 'function') throw new NotKnown(callee, 'is no function');
    return givens.flatMap((given) => closure(given));
  });
}

function closureOf(reading: Reading, node: ts.FunctionLikeDeclaration): Closure {
  return (given) => {
    if (reading.sources.active.has(node)) throw new NotKnown(node, 'calls itself');
    const scopes = node.parameters.reduce(
      (all: Scope[], parameter, index) =>
        all.flatMap((scope): Scope[] => {
          const value = given[index];
          const { initializer } = parameter;
          const values: Value[] =
            value === undefined && initializer ? valuesOf({ ...reading, scope }, initializer) : [value];
          return values.map((one) => new Map<ts.Node, Value>([...scope, [parameter, one]]));
        }),
      [reading.scope],
    );
    return whileActive(reading, node, () => scopes.flatMap((scope) => returnedValues({ ...reading, scope }, node)));
  };
}

function returnedValues(reading: Reading, { body }: ts.FunctionLikeDeclaration): Value[] {
  if (!body) return [UNKNOWN];
  if (!ts.isBlock(body)) return valuesOf(reading, body);
  const returned: Value[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isFunctionLike(node)) return;
    if (ts.isReturnStatement(node) && node.expression) returned.push(...valuesOf(reading, node.expression));
    ts.forEachChild(node, visit);
  };
  visit(body);
  return returned;
}

function namedValues(reading: Reading, name: ts.Identifier): Value[] {
  const declaration = declarationOf(reading.sources.checker, name);
  return declaration ? declaredValues(reading, declaration) : [UNKNOWN];
}

function declaredValues(reading: Reading, declaration: ts.Declaration): Value[] {
  if (reading.scope.has(declaration)) return [reading.scope.get(declaration)];
  if (ts.isFunctionDeclaration(declaration)) return [closureOf(reading, declaration)];
  if (ts.isBindingElement(declaration)) return boundValues(reading, declaration);
  if (ts.isParameter(declaration)) return givenValues(reading, declaration);
  if (ts.isVariableDeclaration(declaration)) return constantValues(reading, declaration);
  return [UNKNOWN];
}

function constantValues(reading: Reading, declaration: ts.VariableDeclaration): Value[] {
  const { parent: list, initializer } = declaration;
  if (!(list.flags & ts.NodeFlags.Const)) return [UNKNOWN];
  if (ts.isForOfStatement(list.parent)) {
    const loop = list.parent;
    return valuesOf(reading, loop.expression).flatMap((items) => itemsOf(loop, items));
  }
  if (!initializer) return [UNKNOWN];
  if (!ts.isSourceFile(list.parent.parent)) return valuesOf(reading, initializer);
  const { constants } = reading.sources;
  const values = constants.get(declaration) ?? valuesOf({ ...reading, scope: NO_SCOPE }, initializer);
  constants.set(declaration, values);
  return values;
}

/** A name in `{ name }`, `{ property: name }`, `{ ...name }` or `[name]`. */
function boundValues(reading: Reading, element: ts.BindingElement): Value[] {
  const { parent: pattern, initializer } = element;
  const wholes = declaredValues(reading, pattern.parent);
  if (ts.isObjectBindingPattern(pattern) && element.dotDotDotToken) return wholes; // what has its own name beside it is not asked for
  const key = ts.isArrayBindingPattern(pattern)
    ? String(pattern.elements.indexOf(element))
    : (propertyName(element.propertyName ?? (element.name as ts.Identifier)) ?? '');
  const values = wholes.flatMap((whole) => propertyOf(element, whole, key));
  return values.flatMap((value) => (value === undefined && initializer ? valuesOf(reading, initializer) : [value]));
}

/** What the callers of a function give. */
function givenValues(reading: Reading, parameter: ts.ParameterDeclaration): Value[] {
  if (reading.sources.active.has(parameter)) return []; // a function that calls itself hands on what others gave
  const { parent } = parameter;
  const owner = ts.isVariableDeclaration(parent.parent) ? parent.parent : parent;
  const { checker, calls } = reading.sources;
  const name = owner.name && ts.isIdentifier(owner.name) ? owner.name.text : '';
  const callers = (calls.get(name) ?? []).filter(
    ({ expression }) => ts.isIdentifier(expression) && declarationOf(checker, expression) === owner,
  );
  if (callers.length === 0) return [UNKNOWN];
  const outside = { ...reading, scope: NO_SCOPE };
  return whileActive(reading, parameter, () =>
    callers.flatMap(({ arguments: given }) => {
      const value = given[parent.parameters.indexOf(parameter)] ?? parameter.initializer;
      return value ? valuesOf(outside, value) : [undefined];
    }),
  );
}

function whileActive<T>({ sources: { active } }: Reading, node: ts.Node, evaluate: () => T): T {
  active.add(node);
  try {
    return evaluate();
  } finally {
    active.delete(node);
  }
}

function declarationOf(checker: ts.TypeChecker, name: ts.Identifier): ts.Declaration | undefined {
  const symbol = ts.isShorthandPropertyAssignment(name.parent)
    ? checker.getShorthandAssignmentValueSymbol(name.parent)
    : checker.getSymbolAtLocation(name);
  return symbol && (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol).valueDeclaration;
}

function valuesOrUnknown(reading: Reading, node: ts.Expression): Value[] {
  try {
    return valuesOf(reading, node);
  } catch (error) {
    if (error instanceof NotKnown) return [UNKNOWN];
    throw error;
  }
}
