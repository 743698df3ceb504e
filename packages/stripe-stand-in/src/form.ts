/** A parsed form: texts, and maps for names with brackets. */
export type FormValue = string | FormMap;
export type FormMap = { [name: string]: FormValue };

const DEPTH_MAX = 6;
const NAMES_THAT_REACH_FURTHER = new Set(['__proto__', 'constructor', 'prototype']);

/** Parses `a[b][0]=c` to `{ a: { b: { 0: 'c' } } }`; a list becomes a map by index. Returns null for a contradiction, too many levels, or a name of `Object`'s own. */
export function parseForm(text: string): FormMap | null {
  const root = emptyMap();
  for (const [name, value] of new URLSearchParams(text)) {
    const path = pathOf(name);
    if (path === null || !put(root, path, value)) return null;
  }
  return root;
}

function pathOf(name: string): string[] | null {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name);
  const [, first, rest = ''] = match ?? [];
  if (first === undefined) return null;
  const path = [first, ...[...rest.matchAll(/\[([^[\]]*)\]/g)].map(([, inner = '']) => inner)];
  return path.length > DEPTH_MAX || path.some((part) => NAMES_THAT_REACH_FURTHER.has(part)) ? null : path;
}

function put(root: FormMap, path: string[], value: string): boolean {
  let map = root;
  for (const [depth, part] of path.entries()) {
    const name = part === '' ? String(Object.keys(map).length) : part;
    if (depth === path.length - 1) {
      if (map[name] !== undefined) return false;
      map[name] = value;
      return true;
    }
    const inner = map[name] ?? emptyMap();
    if (typeof inner === 'string') return false;
    map[name] = inner;
    map = inner;
  }
  return false;
}

function emptyMap(): FormMap {
  return Object.create(null) as FormMap;
}
