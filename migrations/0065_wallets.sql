-- The wallets that the stand-in offers in an account's checkouts, and the test card that they pay with.
ALTER TABLE fake_stripe.account ADD COLUMN wallets text[] NOT NULL DEFAULT '{google_pay}';
ALTER TABLE fake_stripe.account ADD COLUMN wallet_card text NOT NULL DEFAULT '4242424242424242';

-- A wallet shows the amounts only after the shopper has agreed, so the text that they agree to before it opens names none.
ALTER TABLE checkout ADD COLUMN agreed_by_wallet boolean NOT NULL DEFAULT false;
