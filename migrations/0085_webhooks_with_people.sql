-- An endpoint may ask for what names the shopper: contact, address and line item properties.
ALTER TABLE webhook_endpoint ADD COLUMN include_personal boolean NOT NULL DEFAULT false;
