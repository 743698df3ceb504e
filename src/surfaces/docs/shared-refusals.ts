type Response = { description?: string; $ref?: string };
type Operation = { responses?: Record<string, Response> };

/** What this file reads of an OpenAPI document, and changes in it. */
type Document = {
  paths?: Record<string, object | undefined>;
  components?: { responses?: object };
};

const REFUSED = 400;
const CODE = /`([a-z]+(?:_[a-z]+)*)`/g;

/**
 * Moves the refusals of all operations into `components.responses`, where each stands once, and leaves references in their
 * places. The name of a refusal is made of its codes: `WaitlistNotFoundOrBatchNotFound`. Changes the document.
 */
export function shareRefusals<Given extends Document>(document: Given): Given {
  const shared = new Map<string, Response>();
  for (const operation of operationsOf(document)) {
    for (const [status, response] of Object.entries(operation.responses ?? {})) {
      if (Number(status) < REFUSED) continue;
      const name = nameOf(response);
      const same = shared.get(name) ?? response;
      if (JSON.stringify(same) !== JSON.stringify(response)) throw new Error(`two refusals are called ${name}`);
      shared.set(name, same);
      Object.assign(operation.responses ?? {}, { [status]: { $ref: `#/components/responses/${name}` } });
    }
  }
  const responses = Object.fromEntries([...shared].sort(([one], [other]) => (one < other ? -1 : 1)));
  return Object.assign(document, { components: { ...document.components, responses } });
}

function operationsOf({ paths = {} }: Document): Operation[] {
  return Object.values(paths).flatMap((path): Operation[] => Object.values(path ?? {}));
}

function nameOf({ description = '' }: Response): string {
  const codes = [...description.matchAll(CODE)].map(([, code = '']) => pascalCase(code));
  if (codes.length === 0) throw new Error(`a refusal without a code: ${description}`);
  return codes.join('Or');
}

const pascalCase = (code: string) =>
  code.replaceAll(/(?:^|_)([a-z])/g, (_whole, letter: string) => letter.toUpperCase());
