-- What an endpoint at the stand-in for Stripe is told of, as at Stripe: by name, or everything.
ALTER TABLE fake_stripe.webhook_endpoint ADD COLUMN enabled_events text[] NOT NULL DEFAULT '{*}';
