/** Knows which methods each path answers to, for the `Allow` of a 405. */
export type AllowList = {
  /** A route was added; `pattern` is Fastify's: `/checkouts/:id`, `/docs/*`. */
  add(pattern: string, method: string | string[]): void;
  methodsOf(path: string): string[];
};

/** Asked only when no route matched, so a walk over all patterns is good enough. */
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
