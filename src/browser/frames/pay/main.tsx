import { render } from 'preact';
import type { PayDocument } from '../../../protocol/wire/pay-document.ts';
import { createTexts } from '../checkout/texts.ts';
import { readData } from '../connect.ts';
import type { PayProvider } from './provider.ts';
import { createScriptPayProvider } from './script-provider.tsx';
import { createTestPayProvider } from './test-provider.tsx';
import { createPayState, PayForm } from './view.tsx';

const data = readData<PayDocument>();
const t = createTexts(data);

/** A provider with a script brings its own card form; the test provider uses ours. */
function providerOf({ script, ...document }: PayDocument): PayProvider {
  return script ? createScriptPayProvider({ ...document, script }) : createTestPayProvider(t);
}

const place = document.getElementById('pay');
if (place) render(<PayForm data={data} t={t} provider={providerOf(data)} payState={createPayState()} />, place);
