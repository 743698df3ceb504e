-- By which rule the words of a pre-order were made. The round that writes missing words makes those of an earlier rule anew, beside the
-- search, which finds by the old ones until then.
ALTER TABLE preorder_words ADD COLUMN rule smallint NOT NULL DEFAULT 1;
