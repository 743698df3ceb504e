import { createServer } from 'node:http';

const SVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 80"><path fill="#d8e3dc" d="M0 0h80v80H0z"/>
<path fill="#2f5d50" d="M28 16h24l16 12-7 12-7-4v30H26V36l-7 4-7-12z"/></svg>`;

export type PictureSite = {
  /** The address of a picture. It says nothing of pages of other sites, like most stores' own servers. */
  url: string;
  /** The address of a picture that does not exist. */
  brokenUrl: string;
  /** Holds the pictures back until the function that it returns is called. */
  hold(): () => void;
  close(): Promise<void>;
};

/** Serves a product's picture from a site of its own. */
export async function servePictures(): Promise<PictureSite> {
  let held = Promise.resolve();
  const server = createServer(async (request, response) => {
    await held;
    const known = request.url === '/jacket.svg';
    response.writeHead(known ? 200 : 404, { 'content-type': known ? 'image/svg+xml' : 'text/plain' });
    response.end(known ? SVG : 'not found');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('TCP server without a port');
  // Another site than the service, whose address is 127.0.0.1.
  const root = `http://localhost:${address.port}`;
  return {
    url: `${root}/jacket.svg`,
    brokenUrl: `${root}/gone.svg`,
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return resolve;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
