// `STRIPE_TEST_KEY=sk_test_… npm run try-stripe` runs the contract of the Stripe adapter at Stripe itself, in test mode.
import { parseCLI, startVitest } from 'vitest/node';

if (!process.env.STRIPE_TEST_KEY) {
  console.error(
    'STRIPE_TEST_KEY is not set. Take a secret key of test mode from https://dashboard.stripe.com/test/apikeys and run:',
  );
  console.error('  STRIPE_TEST_KEY=sk_test_… npm run try-stripe');
  process.exitCode = 2;
} else {
  const { filter, options } = parseCLI(['vitest', 'run', '--project', 'database', 'test/flows/stripe/real.test.ts']);
  const vitest = await startVitest('test', filter, { ...options, watch: false });
  const failed = vitest.state.getCountOfFailedTests();
  await vitest.close();
  process.exitCode = failed === 0 && !process.exitCode ? 0 : 1;
}
