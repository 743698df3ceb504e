/** WebDriver's id of an element. */
export type ElementId = string;

/** The key that marks an element in JSON (W3C WebDriver, 12.1). */
const ELEMENT_KEY = 'element-6066-11e4-a52e-4f735466cecf';

/** A page whose script never ends never answers. */
const COMMAND_MS = 10_000;

/** Opens a W3C WebDriver session, which starts a browser, with the commands that the engine tests need. */
export async function openWebDriverSession(driverUrl: string, capabilities: object, startMs = COMMAND_MS) {
  const { sessionId } = await command<{ sessionId: string }>(
    `${driverUrl}/session`,
    { capabilities: { alwaysMatch: capabilities } },
    { ms: startMs },
  );
  const url = `${driverUrl}/session/${sessionId}`;
  const post = <Value>(name: string, body: object = {}) => command<Value>(`${url}/${name}`, body);

  return {
    goto: (address: string) => post('url', { url: address }),
    topFrame: () => post('frame', { id: null }),
    frame: (element: ElementId) => post('frame', { id: { [ELEMENT_KEY]: element } }),
    async find(selector: string): Promise<ElementId> {
      const found = await post<Record<string, string>>('element', { using: 'css selector', value: selector });
      return found[ELEMENT_KEY] ?? '';
    },
    click: (element: ElementId) => post(`element/${element}/click`),
    type: (element: ElementId, text: string) => post(`element/${element}/value`, { text }),
    press: (value: string) =>
      post('actions', {
        actions: [
          {
            type: 'key',
            id: 'keyboard',
            actions: [
              { type: 'keyDown', value },
              { type: 'keyUp', value },
            ],
          },
        ],
      }),
    /** Runs a function body that passes its result to a callback. */
    run: <Value>(script: string) => post<Value>('execute/async', { script, args: [] }),
    resize: (width: number, height: number) => post('window/rect', { x: 0, y: 0, width, height }),
    screenshot: async () => Buffer.from(await command<string>(`${url}/screenshot`), 'base64'),
    end: () => command(url, undefined, { method: 'DELETE' }),
  };
}

async function command<Value>(
  url: string,
  body?: object,
  { method = body === undefined ? 'GET' : 'POST', ms = COMMAND_MS } = {},
): Promise<Value> {
  const response = await fetch(url, {
    method,
    signal: AbortSignal.timeout(ms),
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  }).catch((error: unknown) => {
    throw new Error(`${method} ${url} ${JSON.stringify(body)}`, { cause: error });
  });
  const { value } = (await response.json()) as { value: Value & { error?: string; message?: string } };
  if (!response.ok) throw new Error(`${value.error}: ${value.message}`);
  return value;
}
