// Does what people of the store do: `CONNECTOR_SECRET=whsec_… node examples/connector/hand.mjs setStock '["5011", 5]'`.
import { sign } from './signature.mjs';

const { CONNECTOR_SECRET: secret = '', PORT: port = '4100' } = process.env;
if (!secret) throw new Error('Set CONNECTOR_SECRET to the secret of the store.');
const [act, given = '[]'] = process.argv.slice(2);
const body = JSON.stringify({ do: act, with: JSON.parse(given) });
const headers = sign(secret.split(' '), `POST /hand\n${body}`, new Date());
const answer = await fetch(`http://127.0.0.1:${port}/hand`, { method: 'POST', headers, body });
console.log(answer.status, await answer.text());
process.exitCode = answer.ok ? 0 : 1;
