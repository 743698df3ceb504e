-- jsonb keeps the keys of an object in an order of its own; the page that passed the properties is told them again, and the
-- shopper reads them, in the one that it chose. Nothing searches in them.
ALTER TABLE checkout ALTER COLUMN line_item_properties TYPE json USING line_item_properties::json;
ALTER TABLE preorder_line ALTER COLUMN properties TYPE json USING properties::json;
