import { render } from 'preact';
import type { PayDocument } from '../../../protocol/wire/pay-document.ts';
import { createTexts } from '../checkout/texts.ts';
import { readData } from '../connect.ts';
import type { PayProvider } from './provider.ts';
import { createTestPayProvider } from './test-provider.tsx';
import { PayForm } from './view.tsx';

const data = readData<PayDocument>();
const t = createTexts(data);

/** Each provider's module, by the name that the service knows it by. */
const PROVIDERS: Record<string, (texts: typeof t) => PayProvider> = { test: createTestPayProvider };

const place = document.getElementById('pay');
const create = PROVIDERS[data.provider];
if (place && create) render(<PayForm data={data} t={t} provider={create(t)} />, place);
