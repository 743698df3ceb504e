/** Finds the methods that a path supports, for the `Allow` header of a 405. */
export type AllowList = {
  /** Adds a route. `pattern` is in Fastify's syntax: `/checkouts/:id`, `/docs/*`. */
  add(pattern: string, method: string | string[]): void;
  methodsOf(path: string): string[];
};

/** Look-ups walk all patterns: they happen only when no route matched. */
export function createAllowList(): AllowList {
  const routes = new Map<string, { matches: RegExp; methods: Set<string> }>();
  return {
    add(pattern, method) {
      const route = routes.get(pattern) ?? { matches: toRegExp(pattern), methods: new Set<string>() };
      for (const each of [method].flat()) route.methods.add(each.toUpperCase());
      routes.set(pattern, route);
    },
    methodsOf(path) {
      const methods = new Set<string>();
      for (const route of routes.values()) {
        if (route.matches.test(path)) for (const method of route.methods) methods.add(method);
      }
      return [...methods].sort();
    },
  };
}

function toRegExp(pattern: string): RegExp {
  const source = pattern
    .split('/')
    .map((part) => (part === '*' ? '.*' : part.startsWith(':') ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
    .join('/');
  return new RegExp(`^${source}$`);
}
